"""Pictures of The Castle that break its rules: who says so, with the right story, is right."""

from __future__ import annotations

from device.bench.photos import PhotoRun
from device.bench.photos_castle import LABELS, UP
from device.following.sight import Finding
from device.sim.books import Books
from device.sim.castle.table import SimGame
from device.sim.castle.truth import TRUTH as WORDS
from rules.castle import Done, Event, Phase, Position, Step, TurnUp
from rules.castle.game import GAME
from rules.castle.position import castle_of
from vision.castle.pieces import Spot
from vision.castle.reader import Memory, Reading
from vision.stories.story import Story, Verdict


def in_a_fight() -> Position:
    """Somebody stands before a monster that was just turned up."""
    position = SimGame(4, "easy", 2).start
    castle = castle_of(position)
    while not position.due:
        at = position.parties[position.active].at
        rooms = [to for to in castle.beside[at] if position.foes[to]]
        ways = [to for to in castle.beside[at] if not castle.outside(to) and to != castle.cell]
        position = GAME.apply(position, Step(position.active, castle.name((rooms or ways)[0])))
    return GAME.apply(position, TurnUp(position.due[0].seat, "rat", 2))


def run_owing(position: Position, *owed: Event) -> PhotoRun:
    run = object.__new__(PhotoRun)
    run.game, run.bench, run.books = GAME, WORDS, Books(GAME, WORDS, position)
    run.books.owed = [(event, position.turn) for event in owed]
    return run


def flagged(position: Position, *events: Event) -> Finding:
    return Finding(Verdict.ILLEGAL, (Story(events, 1.0, position),), (), True)


def test_a_fight_that_is_left_is_rightly_flagged_only_with_its_own_story() -> None:
    position = in_a_fight()
    seat = position.parties[position.active].seats[0]
    assert position.phase is Phase.SPELLS
    left = (Done(seat), Done(seat))
    assert run_owing(position, *left)._truly_broken(flagged(position, *left))
    assert not run_owing(position, *left)._truly_broken(flagged(position, left[0]))


def test_a_legal_turn_is_never_rightly_flagged() -> None:
    position = in_a_fight()
    seat = position.parties[position.active].seats[0]
    assert not run_owing(position, Done(seat))._truly_broken(flagged(position, Done(seat)))


def test_something_never_taught_hides_no_counter_beside_it() -> None:
    face = Spot(0.0, 0.0, 0.0, {"face:slime": 23.0, "back:monster": -40.0}, -42.0)
    strange = Spot(0.0, 0.02, 0.0, {"face:slime": -150.0, "back:monster": -120.0}, -119.0)
    spots = {"R1": (face, strange)}
    memory = Memory(None, spots, None, None)  # type: ignore[arg-type]
    reading = Reading(spots, frozenset(spots), None, False, memory)
    assert LABELS.cells_of_reading(reading)["M", "R1"] == UP
