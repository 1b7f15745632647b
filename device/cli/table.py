"""What the command line says of the table: options that go before the settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypedDict, TypeVar

import click

from device.cli.options import EXISTING_FOLDER, FOLDER, GAME, LEVEL, SECONDS, SEED
from device.settings import reading
from device.settings.settings import Settings

F = TypeVar("F", bound=Callable[..., None])


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


def settings_with(settings: Settings, given: Given) -> Settings:
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
