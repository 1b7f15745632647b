"""A box of The Castle taught step by step: the map, backs, faces, hit counters."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from device.senses.frame import Frame
from device.teaching.session import Session
from device.teaching.words import worded
from rules.castle.pieces import MONSTERS, TREASURES
from tests.device.teaching.pupils import Owner
from vision.castle.course import COURSE, HITS

SEED = 12
STEPS = ["corners", "backs", "monsters", "more-monsters", "treasures", "hits"]


@cache
def taught() -> tuple[Session, list[str]]:
    owner = Owner("castle", SEED)
    return owner.session, owner.walk()


def mixed_up(state: Any) -> dict[str, Any]:
    """An owner who takes the ogre for the troll."""
    counters = [
        {**each, "name": "ogre" if each["name"] == "troll" else each["name"]}
        for each in state["counters"]
    ]
    return {**state, "counters": counters}


def lean_over(owner: Owner) -> None:
    """Somebody lays a counter: one alone is too small to be noticed without the hand."""
    assert owner.session.onlooker.latest is not None
    owner.time += 0.1
    owner.session.see(Frame(owner.time, np.zeros_like(owner.session.onlooker.latest)))


def test_no_more_counters_are_asked_for_than_the_box_has() -> None:
    for step in COURSE.steps():
        counters: Any = step.lay({}).state["counters"]
        names = [each["name"] for each in counters if each["name"]]
        assert len(names) == len(set(names))
    assert sorted(COURSE.kinds()) == sorted((*MONSTERS, *TREASURES))


def test_every_step_is_sure_at_once_and_every_face_learned() -> None:
    session, sure = taught()
    assert sure == STEPS
    assert (session.phase, session.fault) == ("learned", "")
    assert session.outcome is not None
    assert [each.kind for each in session.outcome.learned] == list(COURSE.kinds())
    assert [each.kind for each in session.outcome.learned if not each.sure] == []


def test_the_box_knows_backs_faces_and_hit_counters_and_proposes_its_map() -> None:
    session, _ = taught()
    assert session.outcome is not None
    profile = session.outcome.profile
    names = {f"face:{kind}" for kind in (*MONSTERS, *TREASURES)} | {f"chip:{n}" for n in HITS}
    assert set(profile.fine) == names
    assert set(profile.looks) == names | {"back:treasure", "back:monster"}
    assert profile.sheet.proposed
    assert len([kind for kind, _ in profile.sheet.areas.values() if kind == "room"]) == 36


def test_a_missing_counter_is_named_and_the_step_not_sure() -> None:
    owner = Owner("castle", SEED)
    owner.lay_and_answer()
    owner.session.forward()
    state: Any = owner.session.laid.state
    owner.put({**state, "counters": state["counters"][1:]})
    assert not owner.session.sure
    wanted = [
        worded(told.mark.text, "castle", "en")
        for told in owner.session.marks
        if told.state == "wanted"
    ]
    assert wanted == ["a treasure, face down"]


@pytest.mark.slow
def test_two_monsters_that_look_alike_are_warned_about() -> None:
    unsure = Owner("castle", SEED).unsure_after(mixed_up)
    assert unsure == {"ogre": "troll", "troll": "ogre"}


def test_one_face_is_learned_anew_and_nothing_else() -> None:
    known = taught()[0].outcome
    assert known is not None
    owner = Owner("castle", SEED, known=known.profile, kind="ghost")
    owner.lay_and_answer()
    owner.session.forward()
    lean_over(owner)
    assert owner.walk() == ["again-ghost"]
    assert owner.session.outcome is not None
    assert [(each.kind, each.sure) for each in owner.session.outcome.learned] == [("ghost", True)]
    old, new = known.profile.fine, owner.session.outcome.profile.fine
    assert [name for name in old if not np.array_equal(old[name], new[name])] == ["face:ghost"]
