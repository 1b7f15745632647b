"""Mistakes at Burg Appenzell: each finds illegal events for a position, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from device.sim.mistakes import some_mistake, story_broken
from device.sim.textures import Rng
from rules.appenzell import (
    GAME,
    TRAP,
    Cover,
    EndTurn,
    Event,
    Place,
    Position,
    Reveal,
    Run,
    Slide,
    Take,
    Uncover,
    actions,
    apply,
)
from rules.appenzell.pieces import (
    AROUND,
    CHEESES,
    OUTSIDE,
    ROOMS,
    SLOTS,
    STEPS,
    TOWERS,
    UNKNOWN,
    distance,
)
from rules.appenzell.position import Phase
from rules.appenzell.routes import earned, empty_rooms, liftable, runs

Events = tuple[Event, ...]
Mistake = Callable[[Position], Iterator[Events]]


def _own_runs(position: Position, seat: int) -> Iterator[Run]:
    sources = [*position.mice[seat], *([OUTSIDE] if position.waiting[seat] else [])]
    for source in sources:
        for to, cost in runs(position, source, 1):
            if cost == 1 and position.tiles[to] != UNKNOWN:
                yield Run(seat, source, to)


def second_mouse(position: Position) -> Iterator[Events]:
    """A second mouse at the start."""
    if position.phase is Phase.PLACE:
        free = [tower for tower in TOWERS if tower not in position.occupied()]
        for seat in range(position.players):
            if position.mice[seat]:
                yield from ((Place(seat, tower),) for tower in free)


def fifth_action(position: Position) -> Iterator[Events]:
    """One action too many."""
    if position.left == 0 and not position.closing:
        seat = position.active
        yield from ((run,) for run in _own_runs(position, seat))
        roofs = liftable(position, seat)
        yield from ((Uncover(seat, room),) for room in range(ROOMS) if roofs >> room & 1)


def second_slide(position: Position) -> Iterator[Events]:
    """Sliding twice in a turn."""
    if position.slid and position.left and not position.closing:
        yield from ((Slide(position.active, slot),) for slot in SLOTS)


def _steps_to(position: Position, wanted: Callable[[int, int], bool]) -> Iterator[Events]:
    if not position.left or position.closing:
        return
    for source in position.mice[position.active]:
        for to in AROUND[source]:
            if wanted(source, to):
                yield (Run(position.active, source, to),)


def diagonal(position: Position) -> Iterator[Events]:
    """A diagonal step."""
    taken = position.occupied()
    yield from _steps_to(
        position,
        lambda source, to: (
            distance(source, to) == 2
            and to not in taken
            and to not in TOWERS
            and not position.covered(to)
            and position.tiles[to] not in (TRAP, UNKNOWN)
        ),
    )


def onto_roof(position: Position) -> Iterator[Events]:
    """A step onto a roof."""
    yield from _steps_to(position, lambda source, to: to in STEPS[source] and position.covered(to))


def onto_trap(position: Position) -> Iterator[Events]:
    """A step onto a trap that lies open."""
    yield from _steps_to(
        position,
        lambda source, to: (
            to in STEPS[source] and not position.covered(to) and position.tiles[to] == TRAP
        ),
    )


def back_to_tower(position: Position) -> Iterator[Events]:
    """A step back into a tower."""
    taken = position.occupied()
    yield from _steps_to(
        position,
        lambda source, to: (
            distance(source, to) == 1 and to in TOWERS and source not in TOWERS and to not in taken
        ),
    )


def onto_mouse(position: Position) -> Iterator[Events]:
    """Two mice on a field."""
    taken = position.occupied()
    yield from _steps_to(
        position,
        lambda source, to: to in STEPS[source] and to in taken and not position.covered(to),
    )


def far_roof(position: Position) -> Iterator[Events]:
    """Lifting a roof that no own mouse touches."""
    if position.left and position.phase is Phase.TURN and not position.closing:
        roofs = position.roofs & ~liftable(position, position.active)
        yield from ((Uncover(position.active, room),) for room in range(ROOMS) if roofs >> room & 1)


def forgotten(position: Position) -> Iterator[Events]:
    """Going on without the cheese that is due."""
    owed = any(earned(position, seat) for seat in range(position.players))
    if owed and position.left and position.phase is Phase.TURN:
        yield from ((run,) for run in _own_runs(position, position.active))


def unearned(position: Position) -> Iterator[Events]:
    """A cheese nobody has two mice on, or one that was taken before."""
    if position.phase is Phase.TURN:
        for seat in range(position.players):
            due = earned(position, seat)
            yield from ((Take(seat, kind),) for kind in CHEESES if kind not in due)


def not_covered(position: Position) -> Iterator[Events]:
    """The next player goes on while empty rooms lie open."""
    if position.phase is Phase.TURN and empty_rooms(position) and not position.closing:
        end = EndTurn(position.active)
        after = apply(position, end)
        if after.phase is Phase.TURN:
            yield from ((end, run) for run in _own_runs(after, after.active))


def covered_mouse(position: Position) -> Iterator[Events]:
    """A roof over a mouse."""
    if position.phase is Phase.TURN:
        room_of = position.setting.room_of
        for at in position.occupied():
            if at not in TOWERS and not position.covered(at):
                yield (Cover(room_of[at]),)


MISTAKES: dict[str, Mistake] = {
    "appenzell.one-mouse": second_mouse,
    "appenzell.too-many-actions": fifth_action,
    "appenzell.second-slide": second_slide,
    "appenzell.run-diagonal": diagonal,
    "appenzell.run-roof": onto_roof,
    "appenzell.run-trap": onto_trap,
    "appenzell.run-tower": back_to_tower,
    "appenzell.field-taken": onto_mouse,
    "appenzell.uncover-far": far_roof,
    "appenzell.cheese-forgotten": forgotten,
    "appenzell.cheese-not-earned": unearned,
    "appenzell.cheese-twice": unearned,
    "appenzell.not-covered": not_covered,
    "appenzell.cover-mouse": covered_mouse,
}


def find_mistake(rng: Rng, position: Position, only: str = "") -> tuple[str, Events] | None:
    """Some mistake possible now, illegal for the reason it is named after and for no table else."""

    def fits(rule: str, events: Events) -> bool:
        return rule in story_broken(GAME, position, events) and not explained(position, events)

    kinds = {only: MISTAKES[only]} if only else MISTAKES
    return some_mistake(rng, position, kinds, fits, 8)


def explained(position: Position, events: Events) -> bool:
    """Whether up to two steps that the rules allow would leave the same table."""
    after = position
    for event in events:
        after = apply(after, event)
    wanted = _seen(after)
    frontier = [position]
    for _ in range(2):
        frontier = [
            apply(each, event)
            for each in frontier
            for event in actions(each)
            if not isinstance(event, Reveal)
        ]
        if any(_seen(each) == wanted for each in frontier):
            return True
    return False


def _seen(position: Position) -> tuple[object, ...]:
    return position.roofs, position.mice, position.cheeses, position.tiles, position.spare
