"""What all commands share: settings named anywhere, faults as one line, nothing written over."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from device.settings import reading
from device.settings.settings import GAMES, LEVELS
from rules.errors import CastellanError

SETTINGS_FILES = (Path("castellan.toml"), Path("/etc/castellan/castellan.toml"))
NAMED = "castellan.named-settings"
WRONG = "castellan.wrong-settings"
GO_ON = ("run", "host", "restore")  # whatever is wrong in the settings
SETTINGS_FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
GAME = click.Choice(GAMES)
LEVEL = click.Choice(LEVELS)
SEED = click.IntRange(0)
SECONDS = click.FloatRange(0, min_open=True)

log = logging.getLogger(__name__)


F = TypeVar("F", bound=Callable[..., None])


class Commands(click.Group):
    """Turns our own errors and those of files into one line that says what to do."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except CastellanError as fault:
            raise click.ClickException(str(fault)) from fault
        except OSError as fault:
            if fault.filename is None or fault.errno == errno.EPIPE:
                raise
            log.debug("what failed", exc_info=fault)
            raise click.ClickException(what_to_do(fault)) from fault


def what_to_do(fault: OSError) -> str:
    """A fault of a file in one line, with a way out where there is one."""
    text = f"{fault.filename}: {fault.strerror}"
    folder = Path(os.fsdecode(fault.filename)).parent
    if isinstance(fault, PermissionError) and os.geteuid() != 0:
        return f"{text}; run it with sudo, or as the owner of the files"
    if isinstance(fault, FileNotFoundError) and not folder.is_dir():
        return f"{text}; make the folder first: mkdir -p {folder}"
    return text


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Hand a command the settings; their file may be named before the command or after it."""

    def load(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
        named = path or ctx.meta.get(NAMED)
        ctx.obj, wrong = reading.load_what_is_right(named or settings_file())
        if wrong is not None and ctx.info_name not in GO_ON:
            raise wrong
        ctx.meta[WRONG] = wrong  # the table itself comes up all the same, in safe mode

    option = click.option(
        "--settings",
        type=SETTINGS_FILE,
        callback=load,
        expose_value=False,
        help="Settings file; the same as before the command.",
    )
    return option(click.pass_obj(command))


def settings_file() -> Path | None:
    """The settings that are taken when none are named."""
    return next((path for path in SETTINGS_FILES if path.is_file()), None)


def may_replace(command: F) -> F:
    """Give a command the word that lets it write over what is there; see `keep_old`."""
    return click.option("--force", is_flag=True, help="Write over what is there.")(command)


def keep_old(path: Path, force: bool) -> None:
    """Stop before something that is there is written over, unless that was said."""
    if not force and path.exists() and (path.is_file() or any(path.iterdir())):
        raise click.ClickException(f"{path} is there already; --force writes over it")


def aside(line: str) -> None:
    """Say something that is no answer: progress, a fault."""
    click.echo(line, err=True)
