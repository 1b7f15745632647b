"""What a game declares of its table is what the simulated table shows, in every position."""

from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

import pytest

from device.bench.sim import make_sim
from device.sim.appenzell.scene import before_slot, chit_place
from device.sim.base import Act
from device.sim.games import truth_of
from rules.appenzell.pieces import HOLES, TILE_NAMES
from rules.solomon import Phase
from rules.solomon.pieces import SQUARES, TILES
from vision.appenzell import table as appenzell
from vision.castle import table as castle
from vision.kilt import table as kilt
from vision.observe.table import Box, Disc, Table
from vision.seven_locks import table as seven_locks
from vision.solomon import table as solomon

DECLARED = {
    "solomon": solomon,
    "seven_locks": seven_locks,
    "appenzell": appenzell,
    "kilt": kilt,
    "castle": castle,
}


@cache
def simulated(game: str) -> Any:
    return make_sim(game, 3, "normal", truth_of(game).players[-1], False)


@cache
def played(game: str) -> tuple[Act, ...]:
    """The first moments of a game."""
    sim = simulated(game)
    return tuple(islice(sim.acts(sim.room()), 40))


def declared_of(game: str) -> Table:
    """The table as it is before a box is taught; the castle's is its map."""
    return castle.table(simulated(game).theme.plan) if game == "castle" else DECLARED[game].table()


@pytest.mark.parametrize("game", DECLARED)
def test_scenes_speak_of_what_is_declared(game: str) -> None:
    declared = declared_of(game)
    for act in played(game):
        assert declared.faults(DECLARED[game].scene(act.truth.position)) == []


def apart(table: Table, kinds: set[str]) -> float:
    """The least distance between two places of some kinds, and their size."""
    spots = [place for place in table.places if place.kind in kinds]
    return min(
        max(abs(a.at[0] - b.at[0]) / a.size[0], abs(a.at[1] - b.at[1]) / a.size[1])
        for n, a in enumerate(spots)
        for b in spots[:n]
    )


# --- King Solomon ------------------------------------------------------------------------


def test_shafts_of_the_mine_lie_apart_between_their_walls() -> None:
    declared = solomon.table()
    assert len(declared.places) == 36
    assert apart(declared, {"shaft"}) == pytest.approx(1 / 0.74)
    assert declared.by_key[0].at == pytest.approx((0.08, -0.08))  # at the entrance, to the right
    assert declared.by_name["tile"].solid.outline == Box(*declared.places[0].size)
    assert len(solomon.scene(played("solomon")[0].truth.position).stands) == 14


def test_slots_of_cards_are_where_they_were_taught() -> None:
    usual, taught = solomon.table(), solomon.table(slots=[(0.2, 0.01 * n) for n in range(6)])
    assert usual.by_zone[3].at == pytest.approx((-0.1556, 0.09))
    assert taught.by_zone[3].at == (0.2, 0.03)
    assert taught.by_zone[3].outline == Disc(solomon.STRAY)


def test_scenes_of_the_mine_are_what_lies_in_it() -> None:
    for act in played("solomon"):
        position, lying = act.truth.position, act.lying
        scene = solomon.scene(position)
        for square in SQUARES:
            label, z = scene.shown[square]
            shaft = lying.shafts[square]
            assert z == solomon.SIZES.level(len(shaft))
            assert label in (None, TILES[shaft[-1]] if shaft else "")
        cards = {thing.zone: thing.label for thing in scene.loose}
        open_cards = {slot: number for slot, (number, _) in lying.cards.items()}
        if position.phase is Phase.DIG:
            assert cards == open_cards
        elif position.phase in (Phase.CHOOSE, Phase.COUNT, Phase.FINISHED):
            assert cards == {}


# --- the seven locks ---------------------------------------------------------------------


def test_towers_stand_on_the_far_side_first_and_the_keymaster_before_them() -> None:
    declared, sizes = seven_locks.table(), seven_locks.SIZES
    assert declared.by_key["tower", 0].at == (0.0, sizes.ring)
    assert declared.by_key["walk", 0].at == (0.0, sizes.walk)
    assert declared.by_key["tower", 2].at[0] > 0 > declared.by_key["tower", 2].at[1]  # clockwise
    tower = declared.by_name["tower"].solid
    widths = [tower.width(share) * sizes.eaves for share in (0.0, 0.5, 0.9)]
    assert widths == pytest.approx([sizes.tower, sizes.tower, sizes.eaves])


def test_keys_and_coats_are_where_they_were_taught() -> None:
    keys = [(0.2, 0.01 * key) for key in range(8)]
    declared = seven_locks.table(keys=keys, homes=[((-0.2, 0.1), (-0.17, 0.1))])
    assert declared.by_key["key", 3].at == keys[3]
    assert declared.by_key["coat", 0, 1].at == (-0.17, 0.1)
    assert ("coat", 1, 0) not in declared.by_key
    assert declared.by_zone["above", 3].holds((0.17, 0.03))
    assert not declared.by_zone["above", 3].holds((0.2, 0.03))


def test_scenes_of_the_castle_of_locks_are_what_stands_and_lies_there() -> None:
    for act in played("seven_locks"):
        lying, scene = act.lying, seven_locks.scene(act.truth.position)
        label = {key: label for key, (label, _) in scene.shown.items()}
        for n in range(7):
            assert (label["tower", n] == "roof") == bool(lying.standing >> n & 1)
            assert (label["walk", n] == "keymaster") == (n == lying.keymaster)
        for key in range(8):
            assert (label["key", key] == "there") == bool(lying.row >> key & 1)
        for number, where in enumerate(lying.coats):
            told = label["coat", *divmod(number, 2)]
            assert told in (None, "there" if where == "home" else "bare")
        loose = sorted((t.piece, t.zone, t.label) for t in scene.loose if t.piece == "coat")
        laid = [
            ("coat", "board" if where == "beside" else ("above", int(where)), number // 2)
            for number, where in enumerate(lying.coats)
            if where not in ("home", "gone")
        ]
        assert loose == sorted(laid)
        assert [t.label for t in scene.loose if t.piece == "key"] == [lying.out] * (
            lying.out is not None
        )


# --- Appenzell ---------------------------------------------------------------------------


def test_fields_of_the_castle_lie_row_by_row_from_the_far_left_within_the_box() -> None:
    declared, sizes = appenzell.table(), appenzell.usual()
    assert declared.by_key[0].at == pytest.approx((-0.102, 0.102))
    assert declared.by_key[2].z == sizes.block > 0 > declared.by_key[1].z
    assert apart(declared, {"hole", "high", "tower"}) > 1
    assert sizes.board == pytest.approx(appenzell.BOARD)
    assert sizes.exit(1) == ((0.0, pytest.approx(-0.135)), (0, -1))  # pushed from the far side


def test_zones_beside_the_castle_lie_apart_and_hold_what_people_lay_there() -> None:
    for players, quarters in appenzell.SEATS.items():
        declared = appenzell.table(players=players)
        for seat, quarter in enumerate(quarters):
            zone = declared.by_zone["cheese", seat]
            spots = [chit_place(appenzell.usual(), quarter, number) for number in range(5)]
            assert all(zone.holds(at) and not declared.by_zone["spare"].holds(at) for at in spots)
    spare = [before_slot(appenzell.usual(), slot) for slot in range(12)]
    assert all(declared.by_zone["spare"].holds(at) for at in spare)


def test_scenes_of_the_castle_are_the_roofs_tiles_and_mice_that_lie_there() -> None:
    for act in played("appenzell")[1:]:
        lying, scene = act.lying, appenzell.scene(act.truth.position)
        label = {key: label for key, (label, _) in scene.shown.items()}
        covered = {at for n, room in enumerate(lying.layout) if lying.on(n) for at in room}
        assert {at for at in range(49) if label[at] == "roof"} == covered
        for at in {*HOLES} - covered:
            assert label[at] in (None, TILE_NAMES[lying.tiles[at][0]])
        mice = {at: colour for colour, at in lying.mice if at not in covered}
        assert {at for at in range(49) if label["mouse", at] != "nobody"} == {*mice}
        assert all(
            label["mouse", at] in (colour, None) or "+" in label["mouse", at]
            for at, colour in mice.items()
        )
        cheeses = sorted((t.zone[1], t.label) for t in scene.loose if t.piece == "cheese")
        won = [(seat, TILE_NAMES[kind]) for seat, row in enumerate(lying.chits) for kind in row]
        assert cheeses == sorted(won)
        lifted = sum(not lying.on(n) for n in range(len(lying.layout)))
        assert sum(t.piece == "lifted roof" for t in scene.loose) == lifted


# --- Kilt --------------------------------------------------------------------------------


def test_squares_lie_from_the_far_left_and_rows_of_cards_lead_away_from_them() -> None:
    declared = kilt.table(water=[(0, 0), (0, 1), (1, 0)])
    assert (0, 0) not in declared.by_key
    assert declared.by_key[0, 2].at == pytest.approx((0.0, 0.11))
    near, far = declared.by_key[2, 0, "in"], declared.by_key[2, 0, "out"]
    assert near.at == pytest.approx((0.0, 0.172))
    assert far.at == pytest.approx((0.0, 0.206))
    assert declared.by_key[7, 1, "in"].at == pytest.approx((0.242, 0.0))
    assert declared.by_key[7, 1, "in"].turn == pytest.approx(-1.5707963)
    assert apart(declared, {"square"}) > 1.5


def test_scenes_of_kilt_are_its_towers_and_cards() -> None:
    built = 0
    for act in played("kilt")[1:]:
        lying, scene = act.lying, kilt.scene(act.truth.position)
        for square in kilt.SQUARES:
            tower, roofed = lying.towers.get(square, ()), square in lying.roofs
            if square in act.truth.position.setting.water:
                assert square not in scene.shown
                continue
            top = "roof" if roofed else "{} {}".format(*tower[-1]) if tower else ""
            high = len(tower) * kilt.SIZES.floor_height + kilt.SIZES.roof[2] * roofed
            assert scene.shown[square] in ((top, high), (None, high))
            built += len(tower)
        for position, row in enumerate(lying.rows):
            cards = [*row, *[("", "")] * (kilt.DEPTHS - len(row))]
            for depth, card in enumerate(cards):
                halves = (scene.shown[position, depth, half][0] for half in ("in", "out"))
                assert tuple(halves) == card
        floors = sum(stand.piece == "floor" for stand in scene.stands)
        assert floors == sum(map(len, lying.towers.values()))
    assert built > 0


# --- The Castle --------------------------------------------------------------------------


def test_areas_of_the_map_and_entrances_are_zones_and_the_cell_covers_corridors() -> None:
    plan = simulated("castle").theme.plan
    declared = castle.table(plan)
    assert {*declared.by_zone} == {*plan.areas, *plan.gates, "die"}
    cell = declared.by_zone["CELL"]
    assert [name for name, zone in declared.by_zone.items() if zone.holds(cell.at)] == [
        "CELL",
        "die",
    ]
    for gate in plan.gates:
        assert not plan.holds(*declared.by_zone[gate].at)
        assert plan.place(*declared.by_zone[gate].at) == gate


def test_scenes_of_the_castle_are_the_counters_and_characters_that_lie_there() -> None:
    hit = 0
    for act in played("castle"):
        lying = act.lying
        want = Counter(
            (place, "char:{}:{}".format(*lying.makes[member]))
            for member, (place, _) in lying.characters.items()
        )
        want += Counter(
            (at, f"face:{kind}" if kind else "back:treasure")
            for at, kind in lying.treasures.items()
        )
        foes = [(at, *foe) for at, many in lying.monsters.items() for foe in many]
        want += Counter((at, f"face:{kind}" if kind else "back:monster") for at, kind, _ in foes)
        hits = [(place, hits) for place, hits in lying.characters.values()]
        hits += [(at, hits) for at, _, hits in foes]
        want += Counter((at, f"chip:{number}") for at, number in hits if number)
        told = castle.scene(act.truth.position).loose
        assert Counter({(t.zone, t.label): t.count for t in told}) == want
        hit += any(number for _, number in hits)
    assert hit > 0
