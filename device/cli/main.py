"""The command line: `castellan --help` lists the commands."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypedDict, TypeVar, Unpack

import click

from device.cli.options import (
    EXISTING_FILE,
    EXISTING_FOLDER,
    FILE,
    FOLDER,
    GAME,
    LEVEL,
    NAMED,
    SECONDS,
    SEED,
    SETTINGS_FILE,
    WRONG,
    Commands,
    keep_old,
    may_replace,
    with_settings,
)
from device.files.private import write_privately
from device.running import logs
from device.settings import reading
from device.settings.settings import Settings

# Our matrices are small: more threads only cost memory and wake the other cores of a Pi.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _tell_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from device.settings.version import told

        click.echo(told())
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--settings",
    type=SETTINGS_FILE,
    help="Settings file. Without it castellan.toml here, else that of the installed service.",
)
@click.option("-v", "--verbose", is_flag=True, help="Say more about what goes on.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Say which Castellan this is.",
)
@click.pass_context
def main(ctx: click.Context, settings: Path | None, verbose: bool) -> None:
    """Castellan follows a castle game on a real table by camera.

    It keeps score and turn order, catches mistakes and shows it all on the players' phones.

    \b
    Try it without any hardware:   castellan run
    Look for what is missing:      castellan doctor
    """
    logs.set_up(logging.DEBUG if verbose else logging.INFO)
    ctx.meta[NAMED] = settings


class Given(TypedDict, total=False):
    """What the command line says of the table and its settings; None: nothing."""

    game: str | None
    players: int | None
    camera: str | None
    profile: Path | None
    data: Path | None
    port: int | None
    level: str | None
    pace: float | None
    mischief: bool | None
    seed: int | None
    untaught: bool | None


class LiveGiven(TypedDict):
    """How a game is played live."""

    level: str
    mischief: bool
    seed: int
    pace: float
    slow: float
    events: int


F = TypeVar("F", bound=Callable[..., None])


def table_options(command: F) -> F:
    """Options of every command that looks at a table."""
    for option in reversed(
        [
            click.option("--game", type=GAME, help="Which game lies on the table."),
            click.option("--players", type=click.IntRange(1, 6), help="How many play."),
            click.option(
                "--camera",
                help="auto, pi, usb, usb:/dev/video0, sim, folder:PATH to show pictures, or none.",
            ),
            click.option("--profile", type=EXISTING_FOLDER, help="Your box, as taught."),
            click.option("--data", type=FOLDER, help="Where the journal is kept."),
            click.option(
                "--level",
                type=LEVEL,
                help="How hard the simulated pictures are.",
            ),
            click.option("--pace", type=SECONDS, help="Least seconds a simulated turn takes."),
            click.option(
                "--mischief/--no-mischief",
                default=None,
                help="Whether simulated players break rules now and then.",
            ),
            click.option("--seed", type=SEED, help="Which simulated box and game."),
            click.option(
                "--untaught/--taught",
                default=None,
                help="Whether the simulated box is still to be taught, on the phone.",
            ),
        ]
    ):
        command = option(command)
    return command


def _settings(settings: Settings, given: Given) -> Settings:
    """The settings with the command line's options put over them, checked."""
    from device.running.compose import with_options

    use, _, device = (given.get("camera") or "").partition(":")
    merged = with_options(
        settings,
        table={key: given.get(key) for key in ("game", "players")},
        camera={"use": use or None, "device": device or None},
        web={"port": given.get("port")},
        data={"folder": given.get("data"), "profile": given.get("profile")},
        sim={key: given.get(key) for key in ("level", "pace", "mischief", "seed", "untaught")},
    )
    reading.check(merged)
    return merged


@main.command()
@table_options
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the dashboard; 0 takes any.")
@click.option("--record", type=FOLDER, help="Also record everything into this new folder.")
@with_settings
def run(settings: Settings, record: Path | None, **given: Unpack[Given]) -> None:
    """Follow the table and serve the dashboard.

    Takes the Raspberry Pi camera if there is one, else the USB camera of the settings or the only
    one there is, else, where nobody has played yet, a simulated table on which bots play. When
    settings or data are wrong it still serves the dashboard, in safe mode: without senses, and with
    the reason.

    \b
    Examples:
      castellan run
      castellan run --camera usb:/dev/video0 --profile boxes/kilt
      castellan run --game solomon --level hard --mischief --pace 4
      castellan run --record recordings/friday
    """
    from device.running.appliance import keep_house
    from device.running.restoring import finish

    write_privately()
    wrong = click.get_current_context().meta[WRONG]
    if finish(_settings(settings, given)):  # which may bring other settings
        settings, wrong = reading.load_what_is_right(settings.file)
    keep_house(_settings(settings, given), click.echo, wrong, record)


@main.command()
@click.argument("folder", type=FOLDER)
@table_options
@click.option("--seconds", type=SECONDS, help="Stop after this long; without it, at Ctrl-C.")
@with_settings
def record(settings: Settings, folder: Path, seconds: float | None, **given: Unpack[Given]) -> None:
    """Follow the table without a dashboard and record everything into FOLDER.

    \b
    Example: castellan record recordings/friday --seconds 600
    """
    from device.running.compose import describe, follow, open_house

    write_privately()
    with open_house(_settings(settings, given), folder) as house:
        click.echo(f"Camera: {describe(house)}")
        click.echo(f"Recording into {folder}. Stop with Ctrl-C.")
        follow(house, seconds)
        click.echo("Stopped.")


@main.command()
@click.argument("folder", type=EXISTING_FOLDER)
def replay(folder: Path) -> None:
    """Replay a recording faster than real time.

    Prints one line of JSON for each still moment: what was understood, how surely, and which
    rules were broken. The last line says whether the same events came out as when it was recorded.

    \b
    Example: castellan replay recordings/friday
    """
    from device.running.replay import Replay

    played = Replay(folder)
    for moment in played.moments():
        click.echo(json.dumps(moment))
    summary = {"records": len(played.records), "same_as_recorded": played.same_as_recorded()}
    click.echo(json.dumps(summary))


@main.command()
@click.argument("folder", type=EXISTING_FOLDER)
@click.option("--to", type=FOLDER, help="Where the box profile goes; else as the settings say.")
@may_replace
@with_settings
def teach(settings: Settings, folder: Path, to: Path | None, force: bool) -> None:
    """Learn your own box from a few labelled pictures in FOLDER.

    Each picture NAME.jpg has a NAME.json beside it that says what lies where; docs/players.md
    shows how to make them.

    \b
    Example: castellan teach pictures/my-kilt --to boxes/kilt
    """
    from device.boxes.profiles import read_lessons, teach_from
    from device.files import kept

    write_privately()
    game, lessons = read_lessons(folder)
    target = to or settings.data.profile or settings.data.folder / "boxes" / game
    keep_old(target, force)
    with kept.renewed(target) as fresh:
        teach_from(lessons, game).save(fresh)
    click.echo(f"Learned {game} from {len(lessons)} pictures.")
    click.echo(f"Use it with: castellan run --profile {target}")


@main.group()
def box() -> None:
    """Carry taught boxes from table to table."""


@box.command("export")
@click.argument("game", type=GAME)
@click.argument("file", type=FILE)
@click.option("--data", type=FOLDER, help="Where the journal and the boxes are kept.")
@may_replace
@with_settings
def box_export(settings: Settings, game: str, file: Path, force: bool, data: Path | None) -> None:
    """Write the taught box of GAME into one FILE.

    \b
    Example: castellan box export kilt my-kilt.castellan-box
    """
    from device.boxes.shelf import Shelf, pack

    shelf = Shelf(_settings(settings, {"data": data}).data.folder / "boxes")
    folder = shelf.folder_of(game)
    keep_old(file, force)
    pieces = pack(folder, file)
    click.echo(f"Wrote {file}: {pieces} files.")


@box.command("import")
@click.argument("file", type=EXISTING_FILE)
@click.option("--data", type=FOLDER, help="Where the journal and the boxes are kept.")
@with_settings
def box_import(settings: Settings, file: Path, **given: Unpack[Given]) -> None:
    """Take the box in FILE to this table; an older one of that game is set aside.

    \b
    Example: castellan box import my-kilt.castellan-box
    """
    from device.boxes.profiles import BoxShelf, box_facts
    from device.boxes.shelf import Shelf

    write_privately()
    folder = _settings(settings, given).data.folder / "boxes"
    shelf, memory = Shelf(folder), BoxShelf(folder)
    game = shelf.take_in(file)
    memory.remember(game, {**memory.facts(game), **box_facts(shelf.profile(game))})
    click.echo(f"Took in a box of {game}. It is used whenever {game} is played here.")


@main.command()
@with_settings
def doctor(settings: Settings) -> None:
    """Look for what is missing or wrong on this machine, and say what to do."""
    from device.running.doctor import MARKS, examine

    findings = examine(settings)
    for finding in findings:
        click.echo(f"{MARKS[finding.state]} {finding.name}: {finding.text}")
        if finding.advice:
            click.echo(f"    {finding.advice}")
    if any(finding.state == "bad" for finding in findings):
        raise SystemExit(1)


@main.command()
@click.option("--data", type=FOLDER, help="Where the journal is kept.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the dashboard.")
@with_settings
def host(settings: Settings, **given: Unpack[Given]) -> None:
    """Show a code that makes one phone host, for two minutes.

    Scan it, open the address, or type the code on the start page under "I am the host". The host
    sees the camera picture, begins games and gives seats back; docs/players.md tells more.

    \b
    Examples:
      castellan host
      sudo castellan host          (for the installed service)
    """
    from device.running.addresses import bases
    from device.running.compose import port_of, qr_code, with_options
    from device.running.host_codes import served_port, show_code

    settings = _settings(settings, given)
    folder = settings.data.folder
    web = {"port": given["port"] or served_port(folder) or settings.web.port or None}
    web_settings = with_options(settings, web=web).web
    url = bases(web_settings, port_of(web_settings))[0]
    code, link = show_code(folder)
    click.echo(qr_code(f"{url}/?host={link}"))
    click.echo(f"Code:    {code}   (for one phone, for two minutes)")
    click.echo(f"Address: {url}/?host={link}")


@main.command("backup")
@click.argument("file", type=FILE)
@click.option("--data", type=FOLDER, help="Where the journal is kept.")
@click.option("--pictures/--no-pictures", default=True, help="With the pictures of games or not.")
@may_replace
@with_settings
def back_up(
    settings: Settings, file: Path, pictures: bool, force: bool, **given: Unpack[Given]
) -> None:
    """Write games, boxes, settings and keys into one FILE; the table may go on meanwhile.

    Without pictures it is one to give away: settings and keys stay here too.

    \b
    Examples:
      castellan backup friday.tar
      castellan backup for-a-friend.tar --no-pictures
    """
    from device.records.backup import write

    keep_old(file, force)
    done = write(_settings(settings, given), file, pictures)
    click.echo(f"Wrote {file}: {done.events} events, {len(done.pieces)} files.")


@main.command()
@click.argument("file", type=FILE)
@click.option("--data", type=FOLDER, help="Where the journal is kept.")
@may_replace
@with_settings
def report(settings: Settings, file: Path, force: bool, **given: Unpack[Given]) -> None:
    """Write a FILE for whoever is asked for help: how the device is, and where it saw wrong.

    It holds versions, settings without names and addresses, what the doctor finds, the newest lines
    of the log, and the last minutes that were kept because the camera saw wrong. No journal, no
    keys, no names of players.

    \b
    Examples:
      castellan report castellan-report.zip
      sudo castellan report castellan-report.zip     (for the installed service)
    """
    from device.running.compose import MOMENTS
    from device.running.doctor import running
    from device.running.report import write

    write_privately()
    keep_old(file, force)
    settings = _settings(settings, given)
    kept = write(file, settings, settings.data.folder / MOMENTS, running(settings))
    click.echo(f"Wrote {file} with {kept} moments in which the camera saw wrong.")


@main.command()
@click.argument("file", type=EXISTING_FILE)
@click.option("--data", type=FOLDER, help="Where the journal is kept.")
@click.option(
    "--all/--games-only",
    "own",
    default=None,
    help="With its settings and who was host, or only games and boxes. Else you are asked.",
)
@click.option("--yes", is_flag=True, help="Do it without asking; settings and hosts only by --all.")
@with_settings
def restore(
    settings: Settings, file: Path, own: bool | None, yes: bool, **given: Unpack[Given]
) -> None:
    """Put back what a backup FILE holds; what is there now is moved aside.

    Take the settings and hosts only out of a backup of your own table. Stop the table first.

    \b
    Examples:
      castellan restore friday.tar
      sudo castellan restore friday.tar --all       (for the installed service)
      castellan restore of-a-friend.tar --games-only
    """
    from device.records.backup import told
    from device.running import restoring

    write_privately()
    settings = _settings(settings, given)
    made, events, has_own = told(file)
    if not yes:
        click.echo(f"{file}: {events} events, backed up {made}.")
        click.confirm(f"Put it in place of what is in {settings.data.folder}?", abort=True)
        if own is None and has_own:
            own = click.confirm("Is it of your own table: settings and hosts as well?")
    done = restoring.restore(settings, file, bool(own))
    click.echo(f"Restored {done.events} events of {done.games} games, backed up {done.made}.")
    if done.skipped:
        click.echo(f"{done.skipped} lines made no sense and were left out.")
    for reason in done.unplayable:
        click.echo(f"This game cannot be gone on with: {reason}")
    if own and (beside := settings.data.folder / restoring.BESIDE).exists():
        click.echo(
            f"Its settings are of another folder or cannot be written; they lie in {beside}."
        )
    click.echo(f"What was there before lies in {done.moved_to}.")


@main.command()
@click.argument("game", type=click.IntRange(1), required=False)
@click.option("--pictures", is_flag=True, help="Forget only the pictures of the game.")
@click.option("--data", type=FOLDER, help="Where the journal is kept.")
@with_settings
def forget(settings: Settings, game: int | None, pictures: bool, data: Path | None) -> None:
    """Forget GAME for good, or only its pictures; without a GAME list all there are.

    The table must not be running. Backups, and journals that were set aside, still hold the game.

    \b
    Examples:
      castellan forget
      castellan forget 12 --pictures
      castellan forget 12
    """
    from device.records import forgetting

    write_privately()
    place = _settings(settings, {"data": data}).data
    folder, path = place.folder, place.folder / "journal.db"
    if not path.is_file():
        raise click.ClickException(f"{folder} holds no journal; name the right folder with --data")
    if game is None:
        for line in forgetting.stories(path):
            click.echo(line)
    elif pictures:
        click.echo(f"Forgot {forgetting.forget_pictures(path, game)} pictures of game {game}.")
    else:
        forgetting.forget_game(path, game)
        click.echo(f"Forgot game {game}.")
        for copy in forgetting.copies(folder, place.backup):
            click.echo(f"An older copy may still hold it: {copy}")


@main.command()
@click.argument("file", type=FILE, default="markers.svg")
@may_replace
def sheet(file: Path, force: bool) -> None:
    """Write a page of four markers to cut out and lay at the board's corners.

    \b
    Example: castellan sheet markers.svg      (or markers.png)
    """
    from device.senses.marker_sheet import write

    keep_old(file, force)
    write(file)
    click.echo(f"Wrote {file}. Print it at 100 %.")


@main.command()
def games() -> None:
    """List the games, how many may play, and what can be agreed.

    What is agreed stands under [table] in the settings, such as options = { money = "told" };
    the first choice is the one taken otherwise.

    \b
    Example: castellan games
    """
    from rules.games import GAMES

    for game in GAMES.values():
        click.echo(f"{game.name}: {game.players.start} to {game.players.stop - 1} players")
        for option in game.options:
            others = [choice for choice in option.choices if choice != option.default]
            choices = ", ".join(json.dumps(choice) for choice in (option.default, *others))
            click.echo(f"    {option.name}: {choices}")


@main.command()
@click.argument("source", type=click.Path(exists=True, path_type=Path), required=False)
def update(source: Path | None) -> None:
    """Put the version in SOURCE in place of the installed one, and prove that it comes up.

    SOURCE is a folder, such as a clone that was brought up to date, or a release as one file.
    Without it the clone that Castellan was installed from is brought up to date and taken. Data
    and settings stay. If the new version does not come up the one before is put back. What SOURCE
    holds is run as root: take it only from where you trust.

    \b
    Examples:
      sudo castellan update
      sudo castellan update castellan
      sudo castellan update castellan-0.2.0.tar.gz
    """
    from device.running import upgrading

    raise SystemExit(upgrading.fetch() if source is None else upgrading.update(source))


@main.command()
def rollback() -> None:
    """Go back to the version that was installed before; the same again goes forward.

    Games, boxes and settings stay as they are. If the version before does not come up, the newer
    one stays.

    \b
    Example: sudo castellan rollback
    """
    from device.running.upgrading import rollback as go_back

    raise SystemExit(go_back())


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what makes the tab key complete commands and options in your shell.

    \b
    Examples:
      castellan completion bash > ~/.local/share/bash-completion/completions/castellan
      castellan completion zsh > ~/.zfunc/_castellan         (a folder of your fpath)
      castellan completion fish > ~/.config/fish/completions/castellan.fish
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None, "click knows these three"
    click.echo(script(main, {}, "castellan", "_CASTELLAN_COMPLETE").source())


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--box", type=EXISTING_FOLDER, help="Your box, as calibrated by ear.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object for each file.")
def hear(files: tuple[Path, ...], box: Path | None, as_json: bool) -> None:
    """List the pearls heard in WAV files: time, confidence, and how likely each depth is.

    Depths go from 1 (the shortest fall) to 8. Without a calibrated box they are only guessed from
    the first bounce.

    \b
    Example: castellan hear table.wav --json
    """
    from device.cli.hear import tell_files

    if not tell_files(files, box, as_json, click.echo, _aside):
        raise SystemExit(1)


@main.command("read-cells")
@click.argument("task", type=EXISTING_FILE)
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
def read_cells(task: Path, photos: tuple[Path, ...]) -> None:
    """Read the cells of any board from PHOTOS, taught as TASK (JSON) says.

    Prints one line of JSON for each photo. docs/vision-library.md shows a TASK.

    \b
    Example: castellan read-cells chess.json evening/*.jpg
    """
    from device.cli.cells import read_all

    for line in read_all(task, photos):
        click.echo(json.dumps(line))


@main.group()
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
        live = follow_live(game, Path(folder), say=_aside, **given)
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


def _aside(line: str) -> None:
    click.echo(line, err=True)


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
