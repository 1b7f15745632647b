"""The commands that measure how well and how fast the table is followed."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TypedDict, Unpack

import click

from device.cli.options import (
    EXISTING_FILE,
    EXISTING_FOLDER,
    FILE,
    FOLDER,
    GAME,
    LEVEL,
    SECONDS,
    SEED,
    aside,
)


class LiveGiven(TypedDict):
    """How a game is played live."""

    level: str
    mischief: bool
    seed: int
    pace: float
    slow: float
    events: int


@click.group()
def bench() -> None:
    """Measure how well and how fast the table is followed."""


@bench.command("sim")
@click.option("--game", type=GAME, default="kilt", show_default=True, help="Which game.")
@click.option("--games", type=click.IntRange(1), default=60, show_default=True, help="How many.")
@click.option("--level", type=LEVEL, default="normal", show_default=True)
@click.option("--mischief", is_flag=True, help="Let the bots break rules now and then.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of the first game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_sim(game: str, as_json: bool, games: int, level: str, mischief: bool, seed: int) -> None:
    """Follow whole simulated games and count what was understood, asked and wrong.

    The people answer what they are asked. What is told wrongly they notice when the device asks
    about it or refuses what they tap; otherwise it stands to the end, as the scores show.

    \b
    Example: castellan bench sim --games 10 --level hard --mischief
    """
    progress = None if as_json else click.echo
    from device.bench.sim import bench_sim

    figures = bench_sim(
        games=games, level=level, game=game, mischief=mischief, seed=seed, say=progress
    ).figures()
    if as_json:
        click.echo(json.dumps(figures))
        return
    for line in _sim_lines(figures):
        click.echo(line)


def _sim_lines(figures: dict[str, int]) -> list[str]:
    """The figures as shares with their counts."""
    shares = [
        ("turns understood without asking", "understood", "turns"),
        ("questions asked", "asked", "turns"),
        ("wrong events accepted", "wrong", "turns"),
        ("final scores right", "scores_right", "games"),
        ("games without a wrong event", "flawless", "games"),
        ("illegal moves flagged by the right rule", "illegal_flagged", "illegal_shown"),
        ("false alarms", "false_alarms", "turns"),
    ]
    return [
        f"{name:40} {figures[part]:6} of {figures[whole]:6}  {figures[part] / figures[whole]:8.2%}"
        for name, part, whole in shares
        if figures[whole]
    ]


@bench.command("photos")
@click.argument("folder", type=EXISTING_FOLDER)
@click.option("--altered", metavar="HOW", help="As another print, lamp or lens would show them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench_photos(folder: Path, altered: str | None, as_json: bool) -> None:
    """Follow the picture sequences of FOLDER, taught from its own teaching pictures.

    \b
    FOLDER holds one folder for each game, or is one: teach/ with labelled pictures, and
    sequences such as seq_00/ with frame_0000.jpg and frame_0000.json, frame_0001.jpg ...

    \b
    Example: castellan bench photos photos --json
    """
    from device.bench.altered import ALTERED
    from device.bench.photos import bench_photos as follow

    if altered is not None and altered not in ALTERED:
        raise click.BadParameter(f"{altered!r}; known are {', '.join(ALTERED)}")
    rows = follow(folder, None if as_json else click.echo, altered)
    if as_json:
        click.echo(json.dumps(rows))
        return
    for row in rows:
        click.echo("  ".join(f"{key} {value}" for key, value in row.items()))


@bench.command("eye")
@click.option("--world", "worlds", type=EXISTING_FOLDER, multiple=True, help="Of pictures.")
@click.option("--weights", type=EXISTING_FILE, help="Of another eye than the installed one.")
@click.option("--json", "to", type=FILE, help="Write the figures there too.")
def bench_eye(worlds: tuple[Path, ...], weights: Path | None, to: Path | None) -> None:
    """Judge the learned eye cell by cell on worlds: folders as `bench photos` takes them.

    Through the labels' own camera ("true") and as the device finds the board ("found"): right
    cells, how well never taught looks stand out, how honest its certainty is, and time.

    \b
    Example: castellan bench eye --world worlds/D1 --world worlds/D2 --json eye.json
    """
    from device.bench.eye import bench_eye as judge
    from vision.observe.eye import WEIGHTS

    rows = judge(worlds, weights or WEIGHTS, click.echo)
    if to is not None:
        to.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")


@bench.command("hearing")
@click.option("--boxes", type=click.IntRange(1), default=9, show_default=True, help="A scenario.")
@click.option("--scenes", type=click.IntRange(1), default=8, show_default=True, help="A noise.")
@click.option("--games", type=click.IntRange(0), default=40, show_default=True, help="How many.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_hearing(boxes: int, scenes: int, games: int, as_json: bool) -> None:
    """Listen to simulated boxes, noises and games, with an ideal observer beside each figure.

    \b
    Example: castellan bench hearing --boxes 3 --scenes 2 --games 5
    """
    from device.bench.hearing import measure

    figures = measure(boxes, scenes, games, (lambda _: None) if as_json else click.echo)
    if as_json:
        click.echo(json.dumps(figures))


@bench.command("live")
@click.option("--game", type=GAME, default="kilt", show_default=True, help="Which game.")
@click.option("--level", type=LEVEL, default="normal", show_default=True)
@click.option("--mischief", is_flag=True, help="Let the bots break rules now and then.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of the box and the game.")
@click.option("--pace", type=SECONDS, default=1.0, show_default=True, help="Least seconds a turn.")
@click.option("--slow", type=click.FloatRange(1.0), default=1.0, help="How much slower it reads.")
@click.option("--keep", type=FOLDER, help="Keep the minute before the first false ruling there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_live(as_json: bool, keep: Path | None, game: str, **given: Unpack[LiveGiven]) -> None:
    """Play one game for real: camera, ears, journal, web server and phones, and bots that wait.

    The journal is then held against what the bots did. With --slow 4 every picture takes four
    times as long to read: the same should be told, only later.

    \b
    Example: castellan bench live --game solomon --seed 2 --slow 4
    """
    from device.bench.live import follow_live, keep_moments

    logging.getLogger().setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        live = follow_live(game, Path(folder), say=aside, **given)
        if keep is not None:
            keep_moments(Path(folder), keep)
    figures = asdict(live)
    if as_json:
        click.echo(json.dumps(figures))
    else:
        for name, value in figures.items():
            click.echo(f"{name:14} {value if name != 'notes' else ''}")
        for note in live.notes:
            click.echo(f"  {note}")
    if not live.finished:
        raise SystemExit(1)


@bench.command("dice")
@click.option("--pictures", type=click.IntRange(1), default=40, show_default=True, help="How many.")
@click.option("--level", type=LEVEL, default="normal", show_default=True)
@click.option(
    "--seed", type=SEED, default=1, show_default=True, help="Number of the first picture."
)
@click.option("--photos", type=EXISTING_FOLDER, help="Also read labelled pictures here.")
def bench_dice(pictures: int, level: str, seed: int, photos: Path | None) -> None:
    """Read standard dice anywhere in pictures, of any colour, and count.

    \b
    Example: castellan bench dice --pictures 40 --level hard
    """
    from device.bench import dice as dice

    click.echo(f"{level}: {dice.figures(dice.bench_dice(pictures, level, seed))}")
    if photos is not None:
        click.echo(f"photos: {dice.figures(dice.bench_photos(photos))}")


@bench.command("reliability")
@click.option("--game", type=GAME, help="Only this game.")
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, help="How many.")
@click.option("--level", type=LEVEL, default="normal", show_default=True)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of the first game.")
@click.option("--photos", type=EXISTING_FOLDER, help="Try the library on these photos instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_reliability(
    game: str | None, games: int, level: str, seed: int, photos: Path | None, as_json: bool
) -> None:
    """Compare how sure readings of single cells say they are with how often they are right.

    \b
    Examples:
      castellan bench reliability --game kilt --games 4 --level hard
      castellan bench reliability --photos photos
    """
    from device.bench.library import tables_of
    from device.bench.reliability import measure

    say = None if as_json else click.echo
    tables = tables_of(photos, say) if photos else measure(games, level, seed, game, say)
    if as_json:
        click.echo(json.dumps({table.name: table.rows() for table in tables}))


@bench.command("idle")
@click.option("--game", type=GAME, default="kilt", show_default=True, help="Which game.")
@click.option("--seed", type=SEED, default=5, show_default=True, help="Of the box.")
def bench_idle(game: str, seed: int) -> None:
    """Measure what a table costs at which nobody plays, in CPU time of one core.

    \b
    Example: castellan bench idle --game solomon
    """
    import cv2

    from device.bench.idle import idle
    from device.bench.sim import make_sim

    cv2.setNumThreads(1)
    logging.getLogger().setLevel(logging.ERROR)
    for name, share in idle(make_sim(game, seed, "normal", 3)):
        click.echo(f"{name:20} {share:6.1f} % of one core")


@bench.command("all")
def bench_all() -> None:
    """Measure speed, memory and delivery, and write bench/report.json (in a checkout)."""
    from device.settings.version import CODE

    if not (CODE / "bench" / "report.py").is_file():
        raise click.ClickException("this is no checkout; run it in one: make bench")
    done = subprocess.run([sys.executable, "-m", "bench.report"], cwd=CODE, check=False)
    sys.exit(done.returncode)
