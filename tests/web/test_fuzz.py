"""Thousands of random requests: none answered with a fault, none refused that changed something."""

import random
from pathlib import Path

import pytest

from device.table.commands import COMMANDS
from rules.refused import Kind, Refused
from rules.rights import Speaker
from tests.web.fuzz import Fuzz, Tally, run
from tests.web.hostile import GAMES, house
from web import commands


def test_random_requests_meet_no_fault_and_refusals_change_nothing(tmp_path: Path) -> None:
    tally = run(tmp_path, posts=900, gets=300, seed=3)
    assert (tally.faults, tally.changed) == ([], [])
    assert (tally.posts, tally.gets) == (900, 300)
    assert {200, 400, 403, 404, 409, 413, 415, 422} <= tally.answers.keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_table_itself_does_nothing_for_who_has_no_seat(tmp_path: Path, game: str) -> None:
    """What the web refuses before is no second list of rights: every command asks for its own."""
    assert commands.COMMANDS.keys() - COMMANDS.keys() == {"free"}, "seats are the web's own"
    with house(tmp_path, game) as opened:
        fuzz = Fuzz(random.Random(4), opened, game, Tally())
        refused = set()
        for _ in range(400):
            command = fuzz._command()
            if command["do"] == "free":
                continue
            with pytest.raises(Refused) as told:
                opened.table.do(command, Speaker())
            if told.value.kind is Kind.FORBIDDEN:
                refused.add(command["do"])
        assert opened.kept() == fuzz.kept
    assert refused >= {"undo", "void", "new", "hints", "name", "resume", "senses", "proofs"}


@pytest.mark.slow
def test_many_random_requests_meet_no_fault(tmp_path: Path) -> None:
    tally = run(tmp_path, posts=33_500, gets=10_000, seed=1)
    assert (tally.faults, tally.changed) == ([], [])
