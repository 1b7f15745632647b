"""The games that have eyes, each loaded when it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import BadGame, UnknownGame
from rules.games import check_listed
from vision.course import Course
from vision.eyes import Eyes
from vision.profile import Profile
from vision.sample import Picture


def no_colours(colours: Sequence[Sequence[str]]) -> Any:
    """For games whose seats are told by what lies on the table."""
    del colours


@dataclass(frozen=True)
class EyesKit:
    """All that a game gives to be seen: eyes, a box, and how it is taught."""

    eyes: type[Eyes]
    profile: type[Profile]
    lesson: Callable[[Picture, Mapping[str, Any]], Any]
    teach: Callable[[Sequence[Any]], Profile]
    course: Course
    relearn: Callable[[Any, Any], Profile] | None = None  # one kind anew; None: the whole course
    seats: Callable[[Sequence[Sequence[str]]], Any] = no_colours


def _kilt() -> EyesKit:
    from vision.kilt import course, eyes, profile, relearn, teach

    return EyesKit(
        eyes.Eyes,
        profile.Profile,
        teach.lesson,
        teach.teach,
        course.COURSE,
        relearn.relearn,
        eyes.seats_of,
    )


def _seven_locks() -> EyesKit:
    from vision.seven_locks import course, eyes, profile, teach

    return EyesKit(eyes.Eyes, profile.Profile, teach.lesson, teach.teach, course.COURSE)


def _solomon() -> EyesKit:
    from vision.solomon import course, eyes, profile, teach

    return EyesKit(
        eyes.Eyes, profile.Profile, teach.lesson, teach.teach, course.COURSE, teach.relearn
    )


def _appenzell() -> EyesKit:
    from vision.appenzell import course, eyes, profile, relearn, teach

    return EyesKit(
        eyes.Eyes, profile.Profile, teach.lesson, teach.teach, course.COURSE, relearn.relearn
    )


def _castle() -> EyesKit:
    from vision.castle import course, eyes, profile, relearn, teach

    return EyesKit(
        eyes.Eyes, profile.Profile, teach.lesson, teach.teach, course.COURSE, relearn.relearn
    )


def _tictactoe() -> EyesKit:
    from vision.tictactoe import course, eyes, profile, teach

    return EyesKit(eyes.Eyes, profile.Profile, teach.lesson, teach.teach, course.COURSE)


KITS: Mapping[str, Callable[[], EyesKit]] = {
    "kilt": _kilt,
    "seven_locks": _seven_locks,
    "solomon": _solomon,
    "appenzell": _appenzell,
    "castle": _castle,
    "tictactoe": _tictactoe,
}
check_listed(KITS, "vision/games.py")


def eyes_kit(game: str) -> EyesKit:
    """What a game gives to be seen; `UnknownGame` lists those that can be."""
    if game not in KITS:
        raise UnknownGame(f"no game called {game!r} can be taught yet; there is {sorted(KITS)}")
    kit = KITS[game]()
    if kit.course.game != game:
        raise BadGame(f"vision/games.py lists {game!r}, but its course is of {kit.course.game!r}")
    return kit


def has_eyes(game: str) -> bool:
    """Whether a game can be followed by camera at all."""
    return game in KITS
