"""A box of Burg Appenzell taught step by step: rooms from roofs laid on in stages, tiles, mice."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from device.teaching.session import Session
from device.teaching.words import worded
from rules.appenzell.layout import STAGES, stage_of
from rules.appenzell.pieces import SUPPLY, TILE_NAMES
from rules.appenzell.sim import SIM_LAYOUTS
from tests.device.teaching.pupils import Owner
from vision.appenzell.course import COLOURS, COURSE, PATTERN
from vision.appenzell.rooms import rooms_of
from vision.errors import TeachingError

SEED = 12  # even: the box lies with the side up whose rooms are laid out


@cache
def taught() -> tuple[Session, list[str]]:
    owner = Owner("appenzell", SEED)
    return owner.session, owner.walk()


def mixed_up(state: Any) -> dict[str, Any]:
    """An owner who takes cheese 2 for cheese 1."""
    fields = {k: "cheese1" if v == "cheese2" else v for k, v in state["open_fields"].items()}
    return {**state, "open_fields": fields}


def test_no_more_tiles_are_asked_for_than_the_box_has() -> None:
    count = [sum(name == each for name in PATTERN.values()) for each in TILE_NAMES]
    assert all(wanted <= there for wanted, there in zip(count, SUPPLY, strict=True))
    assert min(count) == 3


def test_every_step_is_sure_at_once_and_every_kind_learned() -> None:
    session, sure = taught()
    assert sure == ["corners", *STAGES, "tiles", "mice"]
    assert (session.phase, session.fault) == ("learned", "")
    assert session.outcome is not None
    assert [each.kind for each in session.outcome.learned] == list(COURSE.kinds())
    assert [each.kind for each in session.outcome.learned if not each.sure] == []


def test_the_rooms_are_known_without_anybody_telling_them() -> None:
    session, _ = taught()
    assert session.outcome is not None
    assert session.outcome.profile.layouts == (Owner("appenzell", SEED).sim.theme.layouts[0],)
    assert tuple(session.outcome.profile.mice) == tuple(sorted(COLOURS))


def test_a_missing_mouse_is_named_and_the_step_not_sure() -> None:
    owner = Owner("appenzell", SEED)
    for _ in range(7):
        owner.lay_and_answer()
        owner.session.forward(anyway=True)
    state = dict(owner.session.laid.state)
    owner.put({**state, "mice": state["mice"][1:]})  # type: ignore[index]
    assert not owner.session.sure
    wanted = [
        worded(told.mark.text, "appenzell", "en")
        for told in owner.session.marks
        if told.state == "wanted"
    ]
    assert wanted == [f"{COLOURS[0]} mouse"]


@pytest.mark.slow
def test_two_cheeses_that_look_alike_are_warned_about() -> None:
    unsure = Owner("appenzell", SEED).unsure_after(mixed_up)
    assert unsure == {"cheese1": "cheese2", "cheese2": "cheese1"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cheese4", "blue"])
def test_one_kind_is_learned_anew(kind: str) -> None:
    known = taught()[0].outcome
    assert known is not None
    owner = Owner("appenzell", SEED, known=known.profile, kind=kind)
    assert owner.walk() == ["corners", f"again-{kind}"]
    assert owner.session.outcome is not None
    assert [each.kind for each in owner.session.outcome.learned] == [kind]
    assert owner.session.outcome.learned[0].sure
    group = "tiles" if kind in TILE_NAMES else "mice"
    old, new = getattr(known.profile, group), getattr(owner.session.outcome.profile, group)
    assert [n for n in old if not np.array_equal(old[n][0], new[n][0])] == [kind]


def test_roofs_cannot_be_learned_alone() -> None:
    assert COURSE.again("tiled") is None


# --- rooms from stages ---------------------------------------------------------------------


def pictures(layout: Any) -> list[Any]:
    """Fields from above, bare and after each stage: a roof is brighter than what it covers."""
    fine, aside = 24, 4
    flat = np.full((7 * fine + 2 * aside, 7 * fine + 2 * aside, 3), -3.0, np.float32)
    found = [flat]
    for stage in STAGES:
        flat = flat.copy() + np.float32(0.05)  # the light changes a little
        for room in layout:
            for at in room if stage_of(room) == stage else ():
                row, column = divmod(at, 7)
                top, left = aside + row * fine, aside + column * fine
                flat[top : top + fine, left : left + fine] = -1.5
        found.append(flat)
    return found


@pytest.mark.parametrize("side", [0, 1])
def test_rooms_follow_from_where_something_changed(side: int) -> None:
    assert rooms_of(pictures(SIM_LAYOUTS[side])) == SIM_LAYOUTS[side]


def test_stages_left_out_are_asked_for() -> None:
    with pytest.raises(TeachingError, match="copper, thatched-across"):
        rooms_of(pictures(SIM_LAYOUTS[0])[:-1])


def test_roofs_nobody_laid_on_tell_no_rooms() -> None:
    with pytest.raises(TeachingError, match="cannot be told"):
        rooms_of([pictures(SIM_LAYOUTS[0])[0]] * (len(STAGES) + 1))
