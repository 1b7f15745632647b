"""The commands that carry taught boxes from table to table."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click

from device.cli.options import (
    EXISTING_FILE,
    FILE,
    FOLDER,
    GAME,
    keep_old,
    may_replace,
    with_settings,
)
from device.cli.table import Given, settings_with
from device.files.private import write_privately
from device.settings.settings import Settings


@click.group()
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

    shelf = Shelf(settings_with(settings, {"data": data}).data.folder / "boxes")
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
    folder = settings_with(settings, given).data.folder / "boxes"
    shelf, memory = Shelf(folder), BoxShelf(folder)
    game = shelf.take_in(file)
    memory.remember(game, {**memory.facts(game), **box_facts(shelf.profile(game))})
    click.echo(f"Took in a box of {game}. It is used whenever {game} is played here.")
