"""The commands that keep what is played, and that renew the program."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click

from device.cli.options import EXISTING_FILE, FILE, FOLDER, keep_old, may_replace, with_settings
from device.cli.table import Given, settings_with
from device.files.private import write_privately
from device.settings.settings import Settings


@click.command("backup")
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
    done = write(settings_with(settings, given), file, pictures)
    click.echo(f"Wrote {file}: {done.events} events, {len(done.pieces)} files.")


@click.command()
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
    settings = settings_with(settings, given)
    kept = write(file, settings, settings.data.folder / MOMENTS, running(settings))
    click.echo(f"Wrote {file} with {kept} moments in which the camera saw wrong.")


@click.command()
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
    settings = settings_with(settings, given)
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


@click.command()
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
    place = settings_with(settings, {"data": data}).data
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


@click.command()
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


@click.command()
def rollback() -> None:
    """Go back to the version that was installed before; the same again goes forward.

    Games, boxes and settings stay as they are. If the version before does not come up, the newer
    one stays.

    \b
    Example: sudo castellan rollback
    """
    from device.running.upgrading import rollback as go_back

    raise SystemExit(go_back())
