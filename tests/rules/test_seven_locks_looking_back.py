"""After the game: what the pearls told, and nothing before."""

from typing import Any

import pytest

from rules.referee import Accepted, Referee
from rules.seven_locks import GAME, Drop, Heard, Phase

CHAMBERS = (3, 0, 7, 5, 1, 6, 2)


def looked_back(referee: Referee[Any, Any]) -> Any:
    steps = [(referee.before(entry.number), entry.event) for entry in referee.history]
    return GAME.look_back(steps, referee.position)


def played(sure: float) -> Referee[Any, Any]:
    """A game in which every pearl is heard and every tower opened at the first try."""
    referee: Referee[Any, Any] = Referee(GAME, GAME.start(2, {}, {"demo": True}), [])

    def tell(event: dict[str, Any]) -> None:
        outcome = referee.propose(event)
        assert isinstance(outcome, Accepted), (event, outcome)
        referee.commit(outcome.record)

    def drop(tower: int) -> None:
        tell({"type": "drop", "tower": tower})
        rest = (1 - sure) / 7
        shares = tuple(sure if depth == CHAMBERS[tower] else rest for depth in range(8))
        outcome = referee.propose(Heard(tower, shares))
        assert isinstance(outcome, Accepted)
        referee.commit(outcome.record)

    tell({"type": "set_up", "start": 0, "place": 0})
    for tower in (*range(7), *range(7)):
        drop(tower)
    while referee.position.phase is not Phase.FINISHED:
        _step(referee.position, tell, drop)
    return referee


def _step(position: Any, tell: Any, drop: Any) -> None:
    match position.phase:
        case Phase.ROLL:
            tell({"type": "roll", "pearls": 1, "steps": 2})
        case Phase.DROP:
            drop(next(t for t in range(7) if position.stands(t)))
        case Phase.MOVE:
            tell({"type": "move", "to": GAME.view(position, 0)["may"]["move"][0]})
        case Phase.KEY:
            tell({"type": "take", "key": CHAMBERS[position.keymaster]})
        case Phase.COATS:
            tell({"type": "coat", "seat": position.asked[0], "placed": False})
        case Phase.TRY:
            tell({"type": "try", "outcome": "fits"})
        case Phase.TREASURE:
            tell({"type": "treasure", "pearls": position.pearls[position.open_tower()]})
        case Phase.GUESS:
            tell({"type": "guess", "seat": position.asked[0], "key": None})
        case Phase.LAST:
            tower = next(t for t in range(7) if position.stands(t))
            tell({"type": "last", "key": CHAMBERS[tower]})


def test_clear_sounds_could_have_been_known_after_the_opening() -> None:
    told: Any = looked_back(played(0.9))
    assert [tower["truth"] for tower in told["towers"]] == list(CHAMBERS)
    assert [tower["known"]["by_ear"] for tower in told["towers"]] == [0] * 7
    assert len(told["towers"][0]["by_ear"]) == len(told["turns"])
    assert len(told["towers"][6]["sounds"]) >= 2


def test_sounds_that_say_nothing_leave_it_to_the_keys() -> None:
    told: Any = looked_back(played(0.125))
    assert [tower["known"]["by_ear"] for tower in told["towers"]] == [None] * 7
    assert told["towers"][0]["by_ear"][0] == pytest.approx([0.125] * 8)
    assert all(tower["known"]["by_all"] is not None for tower in told["towers"])


def test_nothing_is_told_before_the_end() -> None:
    referee = played(0.9)
    early: Referee[Any, Any] = Referee(GAME, GAME.start(2, {}, {"demo": True}), [])
    for record in referee.records[:-3]:
        early.commit(record)
    assert any(isinstance(entry.event, Drop) for entry in early.history)
    assert looked_back(early) is None
