"""Stories of Burg Appenzell, weighed against readings made up without a picture."""

from dataclasses import replace

import pytest

from rules.appenzell import (
    GAME,
    OUTSIDE,
    SPARE,
    UNKNOWN,
    Cover,
    EndTurn,
    Place,
    Reveal,
    Run,
    SetUp,
    Slide,
    Uncover,
    apply,
)
from rules.appenzell.pieces import (
    FIELDS,
    HIGH,
    HOLES,
    LINES,
    NO_TILE,
    PLAIN,
    SUPPLY,
    TILE_NAMES,
    TOWERS,
    TRAP,
)
from rules.appenzell.position import Phase
from rules.appenzell.sim import SIM_LAYOUTS as LAYOUTS
from vision.appenzell.beside import Habit
from vision.appenzell.eyes import _bare
from vision.appenzell.fields import FieldMemory
from vision.appenzell.lens import AppenzellLens
from vision.appenzell.reader import Memory, Reading
from vision.appenzell.search import Path, _less_knowing, alike, event_cost, reveal_cost
from vision.appenzell.table import BOARD, HIGH_FIELD, ROOF, SEATS, TOWER, shown, usual
from vision.appenzell.things import AroundMemory, Thing
from vision.reading import Cell
from vision.stories.beam import Explainer
from vision.stories.story import Branch, Story, Verdict

COLOURS = ("blue", "green", "red")
HOME = (0.0, -0.165)
FAR_OFF = -14.0


def dealt():
    """All tiles in their holes, one left over; nothing of it is known to the device."""
    tiles = [kind for kind, count in enumerate(SUPPLY) for _ in range(count)]
    spare, lying = tiles[0], dict(zip(HOLES, tiles[1:], strict=True))
    return tuple(lying.get(at, NO_TILE) for at in FIELDS), spare


def begun(books="kept"):
    """After the set-up, a mouse of each in a tower: as it truly lies, and as far as known."""
    position = GAME.start(3, {"books": books}, {})
    position = apply(position, SetUp(LAYOUTS[0], 0, COLOURS))
    for seat in range(3):
        position = apply(position, Place(seat, TOWERS[seat]))
    tiles, spare = dealt()
    known = apply(position, Reveal(SPARE, spare))
    return replace(known, tiles=tiles), known


def names(at):
    if at in TOWERS:
        return [*COLOURS, TOWER]
    return [*COLOURS, ROOF, *([HIGH_FIELD] if at in HIGH else TILE_NAMES)]


def picture(true, before, place=HOME, last=HOME, weak=(), far=FAR_OFF):
    """What a camera would make of a table, after one that lay as `before`."""
    cells = {}
    for at in FIELDS:
        off = -2.0 if at in weak else far
        labels = dict.fromkeys(names(at), off) | {shown(true, at): 0.0}
        same = shown(true, at) == shown(before, at) and true.tiles[at] == before.tiles[at]
        cells[at] = Cell(
            labels,
            2.0 if same or true.covered(at) == before.covered(at) == 1 else min(-30.0, 2 * far),
        )
    kinds = dict.fromkeys(TILE_NAMES, -20.0) | {TILE_NAMES[true.spare]: 45.0}
    stayed = place == last and true.spare == before.spare
    spare = Thing(place, kinds, stayed, card=True)
    memory = Memory(FieldMemory(None, None, {}), AroundMemory(None, (spare,)), spare)
    moved = abs(place[0] - last[0]) + abs(place[1] - last[1]) > 0.034
    return Reading(cells, memory, spare, moved, True)


def explainer(position):
    lens = AppenzellLens(usual())
    lens.zones = SEATS[3]
    return Explainer(GAME, lens, position)


def played(position, *events):
    for event in events:
        position = apply(position, event)
    return position


def beside(position, seat):
    """A room that a seat's mouse touches, and one of its fields next to the mouse."""
    (tower,) = position.mice[seat]
    step = tower + 1 if tower % 7 == 0 else tower - 1
    return position.setting.room_of[step], step


def test_a_table_as_before_is_no_story():
    true, known = begun()
    outcome = explainer(known).explain(picture(true, true))
    assert (outcome.verdict, outcome.certain) == (Verdict.UNDERSTOOD, True)
    assert outcome.stories[0].events == ()


def test_a_lifted_roof_a_run_and_what_came_to_light():
    true, known = begun()
    room, step = beside(true, 0)
    after = played(true, Uncover(0, room), Run(0, TOWERS[0], step))
    outcome = explainer(known).explain(picture(after, true))
    told = outcome.stories[0]
    assert outcome.certain
    assert {Uncover(0, room), Run(0, TOWERS[0], step)} <= set(told.events)
    assert told.position.mice == after.mice
    assert told.position.roofs == after.roofs
    open_holes = [at for at in LAYOUTS[0][room] if at in HOLES and at != step]
    assert [told.position.tiles[at] for at in open_holes] == [true.tiles[at] for at in open_holes]


@pytest.mark.parametrize(("off", "told"), [(-5.0, False), (-7.0, True)])
def test_a_tile_that_does_not_stand_out_is_told_later(off, told):
    true, known = begun()
    room, _ = beside(true, 0)
    after = apply(true, Uncover(0, room))
    reading = picture(after, true)
    at = next(at for at in LAYOUTS[0][room] if at in HOLES)
    labels = dict.fromkeys(names(at), FAR_OFF) | {shown(after, at): 0.0}
    other = next(name for name in TILE_NAMES if name != shown(after, at))
    cells = {**reading.fields, at: Cell(labels | {other: off}, -30)}
    outcome = explainer(known).explain(replace(reading, fields=cells))
    assert outcome.certain
    assert outcome.stories[0].position.tiles[at] == (true.tiles[at] if told else UNKNOWN)


@pytest.mark.parametrize(("plain", "off", "told"), [(True, -10.0, False), (False, -10.0, True)])
def test_a_tile_that_seems_to_have_no_print_must_stand_out_by_more(plain, off, told):
    true, known = begun()
    room, _ = beside(true, 0)
    at = next(at for at in LAYOUTS[0][room] if at in HOLES)
    tiles = list(true.tiles)
    tiles[at] = PLAIN if plain else 2
    true = replace(true, tiles=tuple(tiles))
    after = apply(true, Uncover(0, room))
    reading = picture(after, true)
    labels = dict.fromkeys(names(at), FAR_OFF) | {shown(after, at): 0.0}
    cells = {**reading.fields, at: Cell(labels | {TILE_NAMES[3]: off}, -30)}
    outcome = explainer(known).explain(replace(reading, fields=cells))
    assert outcome.stories[0].position.tiles[at] == (true.tiles[at] if told else UNKNOWN)


def test_fields_are_known_bare_where_everybody_believes_that_nothing_lies_or_stands():
    true, _ = begun()
    room = next(n for n, each in enumerate(LAYOUTS[0]) if set(each) & set(HOLES))
    hole = next(at for at in LAYOUTS[0][room] if at in HOLES)
    open_ = replace(true, roofs=true.roofs & ~(1 << room))
    there = replace(open_, mice=((*open_.mice[0], hole), *open_.mice[1:]))
    memory = picture(open_, open_).memory
    free = {*LAYOUTS[0][room], *(set(TOWERS) - set(TOWERS[:3]))}
    assert set(_bare([open_], memory)) == free
    assert set(_bare([open_, there], memory)) == free - {hole}
    unknown = replace(open_, tiles=(UNKNOWN,) * len(open_.tiles))
    assert set(_bare([open_, unknown], memory)) == free


def test_in_which_order_two_roofs_were_laid_on_is_no_question():
    true, known = begun("told")
    (tower,) = true.mice[0]
    near = [true.setting.room_of[tower + step] for step in (1, 7)]
    lifted = [Uncover(0, room) for room in near]
    opened, seen = played(true, *lifted), played(known, *lifted)
    seen = replace(seen, tiles=opened.tiles)
    after = played(opened, *(Cover(room) for room in sorted(near)))
    told = explainer(seen).explain(picture(after, opened)).stories[0]
    assert [event for event in told.events if isinstance(event, Cover)] == [
        Cover(room) for room in sorted(near)
    ]
    assert told.common > len(told.events)


def test_who_comes_next_ends_the_turn_before():
    true, known = begun()
    room, _ = beside(true, 0)
    first = explainer(known).explain(picture(played(true, Uncover(0, room)), true))
    position = first.stories[0].position
    lying = replace(position, tiles=true.tiles)
    after = played(lying, EndTurn(0), Run(1, OUTSIDE, TOWERS[3]))
    outcome = explainer(position).explain(picture(after, lying))
    assert outcome.certain
    assert outcome.stories[0].events == (EndTurn(0), Run(1, OUTSIDE, TOWERS[3]))


def test_a_tile_that_fell_out_at_the_end_of_a_line_tells_the_slot():
    true, known = begun()
    after = played(true, Slide(0, 1))
    (x, y), _ = usual().exit(1)
    outcome = explainer(known).explain(picture(after, true, (x, y - 0.03), (0.2, 0)))
    assert outcome.stories[0].events == (Slide(0, 1), Reveal(SPARE, after.spare))
    assert outcome.stories[0].probability > 0.8


def test_a_spare_tile_that_is_gone_was_slid_and_fell_where_the_table_changed():
    true, known = begun()
    reading = picture(true, true)
    around = replace(
        reading.memory.around, stirred=dict.fromkeys(range(12), 0.0) | {4: 0.6}, things=()
    )
    memory = replace(reading.memory, around=around, gone=True)
    gone = replace(reading, spare=None, spare_moved=True, spare_sure=False, memory=memory)
    first, *_ = explainer(known).explain(gone).stories
    assert first.events == (Slide(0, 4),)
    assert first.probability > 0.9
    still_gone = replace(gone, spare_moved=None)
    assert explainer(known).explain(still_gone).stories[0].events == ()
    # Another exit that nobody can see, or something that may be the tile, does not count then.
    del around.stirred[7]
    doubtful = replace(gone, spare=Thing((0.2, 0.2), dict.fromkeys(TILE_NAMES, 20.0)))
    for each in (gone, doubtful):
        falls = explainer(known).lens.story(each, known).falls
        assert [round(falls(slot), 2) for slot in (4, 7, 1)] == [0.0, 6.21, 6.21]


def test_an_open_tile_that_is_another_one_tells_of_a_slide_though_the_spare_tile_looks_the_same():
    true, known = begun()
    room, step = beside(true, 0)
    true = apply(true, Uncover(0, room))
    told = [Reveal(at, true.tiles[at]) for at in LAYOUTS[0][room] if at in HOLES]
    known = played(known, Uncover(0, room), *told)
    slot = next(n for n, line in enumerate(LINES) if line[-1] == step)
    after = apply(true, Slide(0, slot))
    assert after.spare == true.spare
    assert after.tiles[step] != true.tiles[step]
    reading = picture(after, true)
    assert reading.spare.stayed
    stories = explainer(known).explain(reading).stories
    assert Slide(0, slot) in {event for story in stories for event in story.events}


def test_an_open_tile_may_be_another_one_of_its_kind_that_was_slid_there():
    true, known = begun()
    room, step = beside(true, 0)
    true = apply(true, Uncover(0, room))
    slot = next(n for n, line in enumerate(LINES) if line[-1] == step)
    alike = LINES[slot][-2:]
    true = replace(true, tiles=tuple(PLAIN if at in alike else true.tiles[at] for at in FIELDS))
    told = [Reveal(at, true.tiles[at]) for at in LAYOUTS[0][room] if at in HOLES]
    known = played(known, Uncover(0, room), *told)
    after = apply(true, Slide(0, slot))
    edge, way = usual().exit(slot)
    x, y = (a + 0.03 * b for a, b in zip(edge, way, strict=True))
    reading = picture(after, true, (float(x), float(y)), (0.2, 0.2))
    reading.fields[step] = replace(reading.fields[step], same=20.0)
    first = explainer(known).explain(reading).stories[0]
    assert first.events[0] == Slide(0, slot)
    assert Reveal(step, PLAIN) in first.events
    assert first.probability > 0.8


def test_a_tile_that_lies_where_one_of_its_kind_lay_fell_there_rather_than_elsewhere():
    true, known = begun()
    reading = picture(true, true)
    assert reading.spare.stayed
    falls = explainer(known).lens.story(reading, known).beside.falls
    assert falls(1) == pytest.approx(0.0, abs=0.01)
    assert falls(7) == pytest.approx(2.04, abs=0.01)


def test_a_slide_that_left_no_trace_but_another_spare_tile_is_asked_about_at_once():
    true, known = begun()
    after = played(true, Slide(0, 5))
    watcher_lens = explainer(known)
    outcome = watcher_lens.explain(picture(after, true))
    slots = {e.slot for s in outcome.stories for e in s.events if isinstance(e, Slide)}
    assert not outcome.certain
    assert len(slots) >= 6
    assert watcher_lens.lens.patience(outcome.stories)[0] == 0


def test_a_doubt_between_two_may_wait_one_between_many_may_not():
    lens = AppenzellLens(usual())
    assert lens.patience([Story((), 1 / 2, None)] * 2)[0] == 5
    assert lens.patience([Story((), 1 / 6, None)] * 6)[0] == 0


def test_a_room_nobody_touches_is_lifted_against_the_rules():
    true, known = begun()
    far = next(
        n
        for n in range(len(LAYOUTS[0]))
        if not any(true.setting.touch[at] >> n & 1 for own in true.mice for at in own)
    )
    outcome = explainer(known).explain(picture(played(true, Uncover(0, far)), true))
    assert outcome.verdict is Verdict.ILLEGAL
    assert [ruling.rule for ruling in outcome.rulings] == ["appenzell.uncover-far"]


def test_a_roof_that_was_forgotten_is_named_when_the_next_player_goes_on():
    true, known = begun("told")
    room, step = beside(true, 1)
    lying = replace(true, roofs=true.roofs & ~(1 << room), used=3)
    position = replace(known, roofs=lying.roofs, used=3)
    tiles = [at for at in LAYOUTS[0][room] if at in HOLES]
    position = played(position, *(Reveal(at, true.tiles[at]) for at in tiles))
    after = played(lying, EndTurn(0), Run(1, TOWERS[1], step))
    outcome = explainer(position).explain(picture(after, lying, far=-80.0))
    assert outcome.verdict is Verdict.ILLEGAL
    assert [ruling.rule for ruling in outcome.rulings] == ["appenzell.not-covered"]


def test_one_action_too_many_is_no_turn_of_somebody_later_after_one_who_did_nothing():
    true, known = begun()
    (tower,), mouse = true.mice[0], TOWERS[0] + 8
    room_of, near = true.setting.room_of, true.setting.touch[tower] & true.setting.touch[mouse]
    room = next(n for n in range(18) if n != room_of[mouse] and near >> n & 1)
    now = {
        "mice": (true.mice[0], true.mice[1], (mouse,)),
        "roofs": true.roofs & ~(1 << room_of[mouse]),
        "used": 4,
    }
    true, known = replace(true, **now), replace(known, **now)
    outcome = explainer(known).explain(picture(played(true, Uncover(0, room)), true))
    assert [ruling.rule for ruling in outcome.rulings] == ["appenzell.too-many-actions"]


def test_a_tile_is_the_less_expected_the_fewer_are_left():
    _, known = begun()
    plain, trap = (reveal_cost(known, Reveal(HOLES[0], kind)) for kind in (PLAIN, TRAP))
    assert plain == pytest.approx(1.194, abs=0.001)
    assert trap == pytest.approx(2.398, abs=0.001)
    all_seen = played(known, *(Reveal(HOLES[n], TRAP) for n in range(3)))
    assert reveal_cost(all_seen, Reveal(HOLES[5], TRAP)) > 5
    assert reveal_cost(all_seen, Reveal(HOLES[0], TRAP)) == 0


def test_stories_become_one_only_if_the_same_was_done():
    """A tile that fell out on one side was told as pushed in from there: less was known then."""
    _, known = begun()
    hole, room = HOLES[3], 0
    told = replace(
        known, tiles=tuple(PLAIN if at == hole else t for at, t in enumerate(known.tiles))
    )
    there = Path(told, (Slide(0, 9), Reveal(hole, PLAIN), Uncover(0, room)), weight=-1.0)
    back = Path(known, (Uncover(0, room), Slide(0, 9)), weight=-4.0)
    from_there = Path(known, (Slide(0, 5), Uncover(0, room)), weight=-4.0)
    assert _less_knowing([there, from_there]) == [there, from_there]
    (one,) = _less_knowing([there, back])
    assert (one.position, one.events, one.weight) == (known, back.events, -1.0)


def test_people_who_leave_tiles_where_they_fall_keep_doing_so():
    assert Habit(fell=3).put_back() < Habit().put_back() < Habit(back=3).put_back()
    assert Habit(fell=3).anywhere() < Habit().anywhere()


def test_the_slot_is_told_by_where_a_tile_lies_though_nobody_saw_where_the_last_one_did():
    true, known = begun()
    after = played(true, Slide(0, 1))
    (x, y), _ = usual().exit(1)
    reading = picture(after, true, (x, y - 0.03), (0.2, 0))
    outcome = explainer(known).explain(replace(reading, spare_moved=None))
    assert outcome.stories[0].events == (Slide(0, 1), Reveal(SPARE, after.spare))
    assert outcome.stories[0].probability > 0.35


def test_the_more_actions_are_left_the_less_likely_a_turn_ends():
    true, known = begun()
    story = explainer(known).lens.story(picture(true, true), known)
    costs = []
    for used in range(5):
        position = replace(known, used=used)
        costs.append(event_cost(story, position, EndTurn(0), apply(position, EndTurn(0))))
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[3] > costs[4] == 0


def test_events_are_alike_up_to_the_first_that_differs():
    one = (Uncover(0, 1), Uncover(0, 2), EndTurn(0))
    assert alike(one, (Uncover(0, 1), Uncover(0, 3))) == 1
    assert alike(one, one[:2]) == 2
    assert UNKNOWN not in SUPPLY


def placed(*mice):
    """After the set-up, with some mice in towers; the spare tile is known."""
    tiles, spare = dealt()
    position = apply(GAME.start(3, {"books": "told"}, {}), SetUp(LAYOUTS[0], 0, COLOURS))
    position = played(position, Reveal(SPARE, spare), *(Place(*mouse) for mouse in mice))
    return replace(position, tiles=tiles), position


def test_a_second_mouse_at_the_start_is_named():
    true, known = placed((0, TOWERS[0]))
    outcome = explainer(known).explain(picture(played(true, Place(0, TOWERS[1])), true))
    assert outcome.verdict is Verdict.ILLEGAL
    assert [ruling.rule for ruling in outcome.rulings] == ["appenzell.one-mouse"]


def with_a_cheese(reading, stayed, plain=-20.0):
    """The same picture with something like a cheese before the first player."""
    kinds = dict.fromkeys(TILE_NAMES, -20.0) | {TILE_NAMES[3]: 45.0, TILE_NAMES[PLAIN]: plain}
    cheese = Thing((-0.1, -BOARD / 2 - 0.09), kinds, stayed, card=True)
    around = replace(reading.memory.around, things=(*reading.memory.around.things, cheese))
    return replace(reading, memory=replace(reading.memory, around=around))


def test_a_new_cheese_that_nobody_earned_is_named_and_what_lay_there_before_is_none():
    true, known = begun("told")
    lies = picture(true, true)
    outcome = explainer(known).explain(with_a_cheese(lies, stayed=False))
    assert [ruling.rule for ruling in outcome.rulings] == ["appenzell.cheese-not-earned"]
    outcome = explainer(known).explain(with_a_cheese(lies, stayed=False, plain=46.0))
    assert [ruling.rule for ruling in outcome.rulings] == ["appenzell.cheese-not-earned"]
    outcome = explainer(known).explain(with_a_cheese(lies, stayed=False, plain=60.0))
    assert outcome.stories[0].events == ()
    outcome = explainer(known).explain(with_a_cheese(lies, stayed=True))
    assert (outcome.verdict, outcome.certain) == (Verdict.UNDERSTOOD, True)
    assert outcome.stories[0].events == ()


def test_a_cheese_that_clearly_lies_there_is_named_though_something_else_is_in_doubt():
    true, known = begun("told")
    room, _ = beside(true, 0)
    tiles = [Reveal(at, true.tiles[at]) for at in LAYOUTS[0][room] if at in HOLES]
    ended = (EndTurn(0), EndTurn(1), EndTurn(2))
    mind = explainer(known)
    told = [played(known, *who, Uncover(0, room), *tiles) for who in ((), ended)]
    mind.beam = [Branch(told[0], (Uncover(0, room), *tiles))]
    mind.beam += [Branch(told[1], (*ended, Uncover(0, room), *tiles), -2.5)]
    lies = played(true, Uncover(0, room))
    outcome = mind.explain(with_a_cheese(picture(lies, lies), stayed=False))
    assert [ruling.rule for ruling in outcome.rulings] == ["appenzell.cheese-not-earned"]


def test_what_was_placed_is_certain_before_all_mice_stand():
    true, known = placed()
    mind = explainer(known)
    outcome = mind.explain(picture(played(true, Place(1, TOWERS[2])), true))
    assert outcome.stories[0].events == (Place(1, TOWERS[2]),)
    assert mind.agreed(outcome.stories).events == (Place(1, TOWERS[2]),)


def test_the_spare_tile_seen_after_a_slide_is_not_told_of_before_it():
    true, known = begun()
    unseen = replace(known, spare=UNKNOWN)
    after = played(true, Slide(0, 1))
    (x, y), _ = usual().exit(1)
    reading = picture(after, true, (x, y - 0.03), (0.2, 0))
    (first, *_) = explainer(unseen).explain(reading).stories
    assert first.events == (Slide(0, 1), Reveal(SPARE, after.spare))


@pytest.mark.parametrize(
    ("first", "second", "told"), [(70, 55, True), (28, -90, True), (40, 32, False), (70, 66, False)]
)
def test_a_spare_tile_is_told_if_it_fits_well_or_nothing_else_nearly_does(first, second, told):
    true, known = begun()
    unseen = replace(known, spare=UNKNOWN)
    reading = picture(true, true)
    kinds = dict.fromkeys(TILE_NAMES, -100.0) | {TILE_NAMES[2]: first, TILE_NAMES[3]: second}
    reading = replace(reading, spare=replace(reading.spare, kinds=kinds))
    story = explainer(unseen).lens.story(reading, unseen)
    assert story.news(unseen) == ((Reveal(SPARE, 2),) if told else ())


@pytest.mark.parametrize("slid", [True, False])
def test_a_slide_of_unknown_tiles_is_one_though_the_player_before_slid_too(slid):
    """Nobody knew the spare tile nor the lane: only the turn tells that it was slid again."""
    true, known = begun()
    before = replace(known, slid=slid, spare=UNKNOWN, tiles=(UNKNOWN,) * len(known.tiles))
    story = explainer(before).lens.story(picture(true, true), before)
    passed = apply(before, EndTurn(0))
    again = apply(passed, Slide(1, 1))
    assert (passed.slid, again.slid, again.tiles) == (False, True, before.tiles)
    assert [story.beside.slid(each) for each in (before, passed, again)] == [False, False, True]


def test_nobody_runs_to_and_fro_without_a_trace():
    true, known = begun()
    story = explainer(known).lens.story(picture(true, true), known)
    away, back = Run(0, TOWERS[0], TOWERS[0] + 1), Run(0, TOWERS[0] + 1, TOWERS[0])
    gone = apply(known, away)
    assert event_cost(story, gone, back, apply(gone, back)) >= 3.8


def test_a_mouse_that_came_to_the_next_field_took_no_detour():
    true, known = begun()
    opened = [replace(each, roofs=0, tiles=true.tiles) for each in (true, known)]
    # It might have come to 17 first, and over the other mouse from there.
    true, known = (replace(each, mice=((24,), (18,), each.mice[2])) for each in opened)
    after = apply(true, Run(0, 24, 25))
    outcome = explainer(known).explain(picture(after, true))
    assert outcome.stories[0].events == (Run(0, 24, 25),)
    assert outcome.certain


def test_a_mouse_that_glare_hides_may_have_entered_a_tower():
    true, known = begun()
    room, _ = beside(true, 0)
    lit = played(true, EndTurn(0), EndTurn(1), EndTurn(2))
    assert room >= 0
    reading = picture(lit, true)
    labels = dict.fromkeys((*COLOURS, TOWER), -26.0) | {TOWER: -24.0}
    reading.fields[TOWERS[3]] = Cell(labels, -900.0)
    story = explainer(known).lens.story(reading, known)
    assert story.asked_for(known, Run(0, OUTSIDE, TOWERS[3]))
    assert not story.asked_for(known, Run(0, TOWERS[0], TOWERS[0] + 7))


def test_a_mouse_that_came_and_fell_before_anybody_saw_it_leaves_no_trace():
    true, known = begun()
    story = explainer(known).lens.story(picture(true, true), known)
    fallen = replace(known, waiting=(1, 2, 2), lost=(1, 0, 0))
    from_its_tower = replace(known, mice=((), *known.mice[1:]), lost=(1, 0, 0))
    assert [story.leaves_no_trace(each) for each in (known, fallen, from_its_tower)] == [
        False,
        True,
        False,
    ]


def test_a_room_that_was_opened_and_covered_again_leaves_no_trace():
    """A diagonal run was told as a way through a room that nobody had opened."""
    true, known = begun()
    room, _ = beside(true, 0)
    story = explainer(known).lens.story(picture(true, true), known)
    lifted = played(known, Uncover(0, room))
    assert not story.leaves_no_trace(lifted, (Uncover(0, room),))
    assert story.leaves_no_trace(known, (Uncover(0, room), Cover(room)))
    assert not story.leaves_no_trace(known, (Cover(room),))


def test_a_mouse_that_came_before_a_large_roof_was_laid_on_is_thought_of():
    true, known = begun("told")
    room, step = beside(true, 0)
    large = next(n for n, fields in enumerate(LAYOUTS[0]) if len(fields) == 4 and n != room)
    lifted = [replace(each, roofs=each.roofs & ~(1 << large | 1 << room)) for each in (true, known)]
    true, known = (replace(each, tiles=true.tiles, used=1) for each in lifted)
    told = (Run(0, OUTSIDE, step), Cover(large))
    reading = picture(played(true, *told), true, far=-120.0)
    outcome = explainer(known).explain(reading)
    assert (outcome.verdict, outcome.stories[0].events) == (Verdict.UNDERSTOOD, told)


def test_what_comes_to_light_after_the_end_is_no_news():
    true, known = begun()
    room, _ = beside(true, 0)
    reading = picture(apply(true, Uncover(0, room)), true)
    story = explainer(known).lens.story(reading, known)
    after = apply(known, Uncover(0, room))
    assert story.news(after)
    assert story.news(replace(after, phase=Phase.FINISHED)) == ()
