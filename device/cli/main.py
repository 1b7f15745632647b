"""The command line: `castellan --help` lists the commands."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Unpack

import click

from device.cli import bench, box, care
from device.cli.options import (
    EXISTING_FILE,
    EXISTING_FOLDER,
    FILE,
    FOLDER,
    NAMED,
    SECONDS,
    SETTINGS_FILE,
    WRONG,
    Commands,
    aside,
    keep_old,
    may_replace,
    with_settings,
)
from device.cli.table import Given, settings_with, table_options
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
    if finish(settings_with(settings, given)):  # which may bring other settings
        settings, wrong = reading.load_what_is_right(settings.file)
    keep_house(settings_with(settings, given), click.echo, wrong, record)


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
    with open_house(settings_with(settings, given), folder) as house:
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

    settings = settings_with(settings, given)
    folder = settings.data.folder
    web = {"port": given["port"] or served_port(folder) or settings.web.port or None}
    web_settings = with_options(settings, web=web).web
    url = bases(web_settings, port_of(web_settings))[0]
    code, link = show_code(folder)
    click.echo(qr_code(f"{url}/?host={link}"))
    click.echo(f"Code:    {code}   (for one phone, for two minutes)")
    click.echo(f"Address: {url}/?host={link}")


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

    if not tell_files(files, box, as_json, click.echo, aside):
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


for command in (
    box.box, care.back_up, care.report, care.restore, care.forget, care.update, care.rollback,
    bench.bench,
):  # fmt: skip
    main.add_command(command)
