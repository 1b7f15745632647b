"""The codec: values as JSON and back, and where in the data a fault lies."""

import json
import math
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import pytest

from rules import codec, games
from rules.codec import Called, Codec, NullToo, Then, Way
from rules.errors import BadJson

DATA = Path(__file__).parents[1] / "data"


class Suit(StrEnum):
    OAK = "oak"
    ASH = "ash"


@dataclass(frozen=True)
class Tree:
    kind: Suit
    height: Annotated[int, codec.below(50)] = 3


@dataclass(frozen=True)
class Plant:
    seat: int
    trees: tuple[Tree, ...]
    spot: Annotated[int, codec.cell(5, away=25)] = 25


@dataclass(frozen=True)
class Told:
    done: bool
    weight: float | None
    name: Annotated[str, Called("from")]
    pair: tuple[int, bool] = (0, False)
    held: Annotated[tuple[int, ...], Then(codec.once_in_order), NullToo()] = ()
    days: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Odd:
    shade: Annotated[int, codec.named(("red", "blue"), "shade", "?")]
    owed: Annotated[int, codec.within(-5, 5)]
    rows: Annotated[tuple[tuple[int, ...], ...], codec.sparse(tuple[int, ...], 4)]
    tree: Annotated[Tree, codec.listed(Tree, Tree)]
    word: Annotated[str, codec.one_of(("yes", "no"), "answer")]
    more: int = field(init=False, default=7)


def even(event):
    if event.seat % 2:
        raise BadJson("only even seats plant")
    return event


CODEC = Codec((Plant, Told, Odd), {Odd: "strange"}, {Plant: even})
PLANT = {"type": "plant", "seat": 2, "trees": [{"kind": "oak", "height": 4}], "spot": [1, 3]}
TOLD = {"type": "told", "done": True, "weight": 1.5, "from": "x", "pair": [1, True], "held": [1, 4]}
ODD = {"type": "strange", "shade": "blue", "owed": -5, "rows": {"0": [1], "3": [0, 0]}}
ODD |= {"tree": ["ash", 9], "word": "no"}


@pytest.mark.parametrize("data", [PLANT, {**TOLD, "days": [1, 9]}, ODD])
def test_what_was_written_is_read_and_written_alike(data):
    assert json.dumps(CODEC.write(CODEC.read(data))) == json.dumps(data)


def test_values_are_what_their_annotations_say():
    assert CODEC.read(PLANT) == Plant(2, (Tree(Suit.OAK, 4),), 8)
    assert CODEC.read({**PLANT, "spot": "away"}).spot == 25
    assert CODEC.read({**TOLD, "days": [9, 1, 9]}).days == frozenset({1, 9})
    assert CODEC.read(ODD).rows == ((1,), (), (), (0, 0))
    assert CODEC.read(ODD).shade == 1
    assert CODEC.write(Odd(8, 0, ((),) * 4, Tree(Suit.ASH), "no"))["shade"] == "?"


def test_an_absent_field_has_its_default_and_else_counts_as_null():
    assert CODEC.read({"type": "told", "done": False, "from": ""}) == Told(False, None, "")
    assert CODEC.read({**TOLD, "held": None}).held == ()
    with pytest.raises(BadJson, match="pair: must be a list of 2, not None"):
        CODEC.read({**TOLD, "pair": None})
    with pytest.raises(BadJson, match="done: must be true or false, not None"):
        CODEC.read({"type": "told", "weight": 1, "from": ""})


def test_a_list_in_another_order_is_put_in_order():
    assert CODEC.read({**TOLD, "held": [4, 1]}).held == (1, 4)


FAULTS = [
    ([], "must be an object, not []"),
    ({}, "no event is called None; use one of ['plant', 'told', 'strange']"),
    ({"type": ["plant"]}, "no event is called ['plant']; use one of ['plant', 'told', 'strange']"),
    ({**PLANT, "seat": True}, "seat: must be a whole number from 0, not True"),
    ({**PLANT, "seat": 2.0}, "seat: must be a whole number from 0, not 2.0"),
    ({**PLANT, "seat": -1}, "seat: must be a whole number from 0, not -1"),
    ({**PLANT, "seat": 1}, "only even seats plant"),
    ({**PLANT, "trees": {}}, "trees: must be a list, not {}"),
    ({**PLANT, "trees": [*PLANT["trees"], 5]}, "trees[1]: must be an object, not 5"),
    (
        {**PLANT, "trees": [{"kind": "fir"}]},
        "trees[0].kind: no suit is called 'fir'; use one of ['oak', 'ash']",
    ),
    (
        {**PLANT, "trees": [{"kind": "oak", "height": 50}]},
        "trees[0].height: must be a whole number from 0 to 49, not 50",
    ),
    ({**PLANT, "spot": [5, 0]}, "spot: must be [row, column] or away, below 5 each, not [5, 0]"),
    ({**TOLD, "done": 1}, "done: must be true or false, not 1"),
    ({**TOLD, "weight": math.nan}, "weight: must be a finite number, not nan"),
    ({**TOLD, "weight": True}, "weight: must be a finite number, not True"),
    ({**TOLD, "weight": math.inf}, "weight: must be a finite number, not inf"),
    ({**TOLD, "from": 5}, "from: must be a text, not 5"),
    ({**TOLD, "pair": [1, 1]}, "pair[1]: must be true or false, not 1"),
    ({**TOLD, "held": [1, 1]}, "held: names something twice: (1, 1)"),
    ({**ODD, "shade": "?"}, "shade: no shade is called '?'; use one of ['red', 'blue']"),
    ({**ODD, "owed": 6}, "owed: must be a whole number from -5 to 5, not 6"),
    ({**ODD, "rows": {"4": []}}, "rows: no place is called '4'; use numbers below 4"),
    ({**ODD, "rows": {"2": [0, "x"]}}, "rows.2[1]: must be a whole number from 0, not 'x'"),
    ({**ODD, "tree": ["ash"]}, "tree: must be a list of 2, not ['ash']"),
    ({**ODD, "tree": ["ash", 99]}, "tree[1]: must be a whole number from 0 to 49, not 99"),
    ({**ODD, "word": ["no"]}, "word: no answer is called ['no']; use one of ['yes', 'no']"),
]


@pytest.mark.parametrize(("data", "words"), FAULTS, ids=[words[:40] for _, words in FAULTS])
def test_a_fault_is_told_with_where_it_lies_and_what_is_wanted(data, words):
    with pytest.raises(BadJson) as fault:
        CODEC.read(data)
    assert str(fault.value) == words


def test_a_number_too_large_for_a_float_is_no_finite_number():
    with pytest.raises(BadJson):
        CODEC.read({**TOLD, "weight": 10**400})


def test_types_without_json_are_a_mistake_of_the_program():
    for hint in (object, int | str, dict[int, int], list[int]):
        with pytest.raises(TypeError, match="no JSON is known"):
            codec.way_of(hint)


def test_a_field_may_have_a_way_of_its_own():
    shout = Annotated[str, Way(lambda data: str(data).upper(), str.lower)]
    assert codec.reader(shout)("a") == "A"
    assert codec.writer(shout)("A") == "a"
    assert codec.writer(tuple[int, ...])((1, 2)) == [1, 2]
    assert codec.writer(int)(3) == 3
    assert codec.writer(dict[str, Suit])({"b": Suit.ASH, "a": Suit.OAK}) == {"b": "ash", "a": "oak"}


def test_of_two_ways_the_outer_one_counts():
    near = Annotated[int, codec.below(5)]
    assert codec.reader(Annotated[near, codec.below(9)])(7) == 7
    assert codec.reader(Annotated[near, Then(lambda number: number * 10)])(4) == 40


def test_a_reader_of_its_own_may_have_a_name():
    with pytest.raises(BadJson, match=r"days\[1\]: must be a whole number from 0, not -1"):
        codec.reader(tuple[int, ...], "days")([0, -1])
    with pytest.raises(BadJson, match=r"days\.may: must be a whole number from 0, not None"):
        codec.reader(dict[str, int], "days")({"may": None})


@pytest.mark.parametrize("game", games.offered())
def test_every_recorded_event_is_read_and_written_byte_for_byte(game):
    rules = games.find(game)
    for line in (DATA / game / "games.jsonl").read_text().splitlines():
        for told in json.loads(line)["events"]:
            assert json.dumps(rules.event_to_json(rules.event_from_json(told))) == json.dumps(told)


@pytest.mark.parametrize("game", games.offered())
def test_odd_events_are_accepted_or_refused_as_ever(game):
    rules = games.find(game)
    odd = [json.loads(line) for line in (DATA / "golden" / "odd.jsonl").read_text().splitlines()]
    mine = [each for each in odd if each["game"] == game]
    assert {each["written"] is None for each in mine} == {True, False}
    for each in mine:
        if each["written"] is None:
            with pytest.raises(BadJson):
                rules.event_from_json(each["told"])
        else:
            again = rules.event_to_json(rules.event_from_json(each["told"]))
            assert json.dumps(again) == json.dumps(each["written"])
