"""A game goes on after a restart, also when a damaged journal lost some of it."""

from pathlib import Path

from device.records.journal import Evidence, Journal
from device.records.resume import last_game, renumber
from device.records.stored import StoredRecord


def record(number: int, **fields: object) -> StoredRecord:
    return StoredRecord(1, number, 0.0, fields)


def test_empty_journal_has_no_last_game(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        assert last_game(journal) is None


def test_last_game_of_that_name_is_taken_up(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        wanted = journal.start_game({"game": "kilt"})
        journal.start_game({"game": "castle"})
        assert last_game(journal, "kilt") == wanted


def test_lost_record_leaves_a_copy_without_gaps(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db") as journal:
        game = journal.start_game({"game": "kilt"})
        for number in range(1, 5):
            journal.append(game.id, {"record": "play", "event": number}, Evidence({"n": number}))
    data = (tmp_path / "j.db").read_bytes()
    (tmp_path / "j.db").write_bytes(data.replace(b'"event":2', b'"event":X'))
    with Journal(tmp_path / "j.db") as journal:
        copy = last_game(journal)
        assert copy is not None
        assert copy.about == {"game": "kilt", "rescued_from": 1}
        kept = journal.records(copy.id)
        assert [(r.number, r.record["event"]) for r in kept] == [(1, 1), (2, 3), (3, 4)]
        assert journal.evidence(copy.id, 2) == Evidence({"n": 3}, None)
        assert last_game(journal) == copy


def test_records_point_at_new_numbers_and_those_without_aim_go() -> None:
    left = [
        record(1, record="play"),
        record(3, record="play"),
        record(4, record="void", target=3),
        record(5, record="amend", target=2),
        record(6, record="void", target=5),
        record(7, record="insert", before=3),
    ]
    assert renumber(left) == [
        (1, {"record": "play"}),
        (3, {"record": "play"}),
        (4, {"record": "void", "target": 2}),
        (7, {"record": "insert", "before": 2}),
    ]
