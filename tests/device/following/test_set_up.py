"""The set-up that people lay out: dealt by the device, the same on every phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.refused import Kind, Refused
from tests.device.tables import ABOUT, GAME, SET_UP, Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.journal.close()


def layout(bench: Bench, seat: int | None = 0) -> Any:
    return bench.state(seat)["layout"]


def test_every_phone_is_shown_one_legal_set_up(bench: Bench) -> None:
    shown = layout(bench)
    assert GAME.legal(bench.position, GAME.event_from_json(shown))
    assert [layout(bench, seat) for seat in (0, 1, None)] == [shown] * 3


def test_the_set_up_is_the_same_after_a_restart(bench: Bench) -> None:
    dealt = layout(bench)
    bench.reopen()
    assert layout(bench) == dealt
    bench.do("deal")
    again = layout(bench)
    assert again != dealt
    bench.reopen()
    assert layout(bench) == again


def test_another_game_is_dealt_anew(bench: Bench) -> None:
    dealt = layout(bench)
    bench.table.new_game(ABOUT)
    assert layout(bench) != dealt


def test_a_set_up_changed_on_a_phone_is_so_on_all_of_them_and_at_the_next_start(
    bench: Bench,
) -> None:
    mine = GAME.event_to_json(SET_UP)
    bench.do("lay", seat=1, host=False, event=mine)
    assert [layout(bench, seat) for seat in (0, 1, None)] == [mine] * 3
    bench.reopen()
    assert layout(bench) == mine


def test_who_says_it_lies_like_this_must_have_seen_what_all_are_shown(bench: Bench) -> None:
    seen = layout(bench)
    version = bench.table.version
    bench.do("deal")
    with pytest.raises(Refused) as caught:
        bench.do("claim", event=seen, version=version)
    assert caught.value.key == "refused.stale"
    bench.do("claim", event=layout(bench))
    assert bench.records()[0]["event"]["rows"] == {
        place: row for place, row in bench.records()[0]["event"]["rows"].items() if row
    }


def test_after_the_first_event_nothing_is_dealt_until_it_is_undone(bench: Bench) -> None:
    dealt = layout(bench)
    bench.do("claim", event=dealt)
    assert layout(bench) is None
    for name, fields in (("deal", {}), ("lay", {"event": dealt})):
        with pytest.raises(Refused) as caught:
            bench.do(name, **fields)
        assert (caught.value.kind, caught.value.key) == (Kind.STALE, "refused.mid-game")
    bench.do("undo")
    assert layout(bench) == dealt
    bench.do("deal")
    assert layout(bench) != dealt


@pytest.mark.parametrize(
    "event",
    [
        {"type": "move", "card": ["red", "red"], "to": 3},
        {"type": "set_up", "rows": {}, "water": [[0, 0]], "colours": [["red"]]},
        {"type": "set_up", "rows": {"x": 1}, "water": [], "colours": []},
        {"type": "dance"},
    ],
)
def test_nonsense_is_not_laid_out(bench: Bench, event: dict[str, Any]) -> None:
    dealt = layout(bench)
    with pytest.raises(Refused):
        bench.do("lay", event=event)
    assert layout(bench) == dealt


def test_a_game_whose_set_up_people_deal_has_none_to_be_laid_out(bench: Bench) -> None:
    bench.table.new_game({**ABOUT, "game": "castle"})
    assert layout(bench) is None
    with pytest.raises(Refused) as caught:
        bench.do("deal")
    assert caught.value.key == "refused.mid-game"
