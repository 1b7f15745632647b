"""The course of a bot game of The Castle as still moments, with what phones are told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

from device.sim import base
from device.sim.castle.bots import Bot, deal
from device.sim.castle.map import DEPTH, WIDTH
from device.sim.castle.mischief import find_mistake, wrong_claim, wrong_counter
from device.sim.castle.scene import Lying, lying_of
from device.sim.textures import Rng
from rules.castle import (
    Ally,
    Choose,
    Done,
    Enter,
    Event,
    Fight,
    Found,
    HitCounter,
    Name,
    Phase,
    Position,
    Roll,
    Search,
    Step,
    TurnUp,
)
from rules.castle.demo import SIM_CONSTITUTIONS
from rules.castle.game import GAME
from rules.castle.pieces import DISCIPLINES, ELF, ENTRANCES, GOLD, TRAPS, WITCH_STRIKES
from rules.castle.position import castle_of

Act: TypeAlias = base.Act[Position, Event]

ROUNDS = 6
MOST_MOMENTS = 44
PAUSE_IN_TURN = 0.2
MISTAKE_A_TURN = 1 / 6
WRONG_COUNTER = 0.12
WRONG_CLAIM = 0.08
SHOWN = (*TRAPS, ELF, "dwarf")


def set_up(rng: Rng, position: Position) -> Iterator[Event]:
    """The set-up as phones are told it: dice, characters, entrances."""
    gates = [ENTRANCES[i] for i in rng.permutation(len(ENTRANCES))]
    seat = 0
    while position.phase is not Phase.PREPARE:
        event: Event = Ally(())
        if position.phase is Phase.FIRST:
            event, seat = Roll(seat, 6 - seat), seat + 1
        elif position.phase is Phase.CHOOSE:
            kind = DISCIPLINES[int(rng.integers(3))]
            chooser = position.order[len(position.members)]
            event = Choose(chooser, kind, SIM_CONSTITUTIONS[kind][0])
        elif position.phase is Phase.ENTRANCE:
            waiting = next(party.seats[0] for party in position.parties if party.start < 0)
            event = Enter(waiting, gates.pop())
        yield event
        position = GAME.apply(position, event)


class Script(base.Script[Position, Event]):
    """Plays a whole game and cuts it into acts."""

    game = GAME

    most = MOST_MOMENTS

    def __init__(self, rng: Rng, start: Position, mischief: bool = False) -> None:
        super().__init__(rng, start, mischief)
        self._bot = Bot(rng, ROUNDS)
        self._monsters, self._treasures = deal(rng, start)
        # What each party has taken without telling.
        self._silent: dict[int, list[str]] = {}
        self._die = (6, *self._thrown())
        self._count = 0

    def acts(self) -> Iterator[Act]:
        """The table as set up, then every still moment until the game is over."""
        yield self._show()
        while self._position.phase is not Phase.FINISHED and self._count < self.most:
            fresh = self._position.phase is Phase.PREPARE and not self._position.due
            if fresh and self._breaks_a_rule(MISTAKE_A_TURN):
                yield from self._mistake()
            yield from self._go_on()
        if self._open or self._mischief:
            yield self._show(0.5 if self._mischief else 0.0)

    def _thrown(self) -> tuple[float, float, float]:
        """Where a die comes to rest: beside the map, now and then far from there."""
        side = 1 if self._chance(0.5) else -1
        x = float(self._rng.uniform(-0.18, 0.18))
        y = side * (DEPTH / 2 + float(self._rng.uniform(0.020, 0.045)))
        if self._chance(0.2):
            x = side * (WIDTH / 2 + 0.03)
            y = float(self._rng.uniform(-0.05, 0.05)) + 0.07
        return x, y, float(self._rng.uniform(0, 6.28))

    # -- one event after the other ------------------------------------------------------------

    def _go_on(self) -> Iterator[Act]:
        """The next event, and a still moment if the table comes to rest after it."""
        position = self._position
        roll = self._bot.die(position)
        if roll is not None:
            yield from self._throw(roll)
            return
        due = position.due[0].what if position.due else ""
        if due == "turn":
            self._turn_up()
            yield self._show()
            return
        event = Done(position.due[0].seat) if due else self._bot.choose(position)
        if isinstance(event, Search):
            yield from self._search(event)
            return
        if isinstance(event, Done) and any(isinstance(each, Step) for each in self._open):
            yield self._show()  # who ends a turn lets go of the table
        self._do(event)
        if isinstance(event, Step):
            if self._position.parties[position.active].state == "out":
                self._name(event.seat, position.active, GOLD)
            after = self._position
            waits = bool(after.due)
            stopped = after.phase is not Phase.MOVE or after.active != position.active
            if not waits and (stopped or self._chance(PAUSE_IN_TURN)):
                yield self._show()

    def _turn_up(self) -> None:
        position = self._position
        due = position.due[0]
        kind = self._monsters[castle_of(position).name(due.area)]
        self._do(TurnUp(due.seat, kind, SIM_CONSTITUTIONS[kind][0]))

    def _name(self, seat: int, party: int, kinds: Collection[str]) -> None:
        """Tell the phone what counters are that were taken in silence."""
        kept = self._silent.get(party, [])
        for kind in [each for each in kept if each in kinds]:
            kept.remove(kind)
            self._do(Name(seat, kind))

    def _own_up(self) -> None:
        """A witch strikes what the phones were not told as well, and her victims say so."""
        for number, party in enumerate(self._position.parties):
            if party.asked is not None:
                self._name(party.seats[0], number, WITCH_STRIKES[party.asked[0]])

    def _throw(self, roll: Roll) -> Iterator[Act]:
        self._do(roll)
        self._own_up()
        self._die = (roll.die, *self._thrown())
        slip = wrong_counter(self._rng, self._position) if self._mischief else None
        if slip is None or not self._chance(WRONG_COUNTER):
            yield self._show()
            return
        yield from self._slip(*slip)

    def _slip(self, event: HitCounter, rulings: tuple[str, ...]) -> Iterator[Act]:
        """The counter lies wrong after a throw; then it is put right."""
        since, events, right = self._base, tuple(self._open), self._position
        self._do(event)
        yield self._show().as_mistake(rulings[0], rulings)
        if not self._stands():
            yield self._put_right(right, since, *events)

    def _search(self, event: Search) -> Iterator[Act]:
        """A counter is turned over: what must be shown is told, the rest vanishes in silence."""
        area = castle_of(self._position).name(self._position.parties[self._position.active].at)
        kind = self._treasures[area]
        shown = kind in SHOWN
        if shown and any(not isinstance(each, Done | Fight) for each in self._open):
            yield self._show()
        party = self._position.active
        self._do(event)
        self._do(Found(event.seat, kind if shown else None))
        if not shown:
            self._silent.setdefault(party, []).append(kind)
        yield self._show()

    def _lying(self) -> Lying:
        return lying_of(self._position, self._die)

    def _show(self, wrongly: float = WRONG_CLAIM) -> Act:
        """The table comes to rest; somebody may tell something wrong."""
        self._count += 1
        wrong = self._mischief and self._chance(wrongly)
        claim = wrong_claim(self._rng, self._position) if wrong else None
        return self._rest() if claim is None else self._rest(claim)

    def _mistake(self) -> Iterator[Act]:
        """The mistake lies on the table; then it is put right."""
        found = find_mistake(self._rng, self._position)
        if found is None:
            return
        if self._open:
            yield self._show()
        name, story, rulings = found
        before = self._position
        for event in story:
            self._do(event)
        yield self._show(0.0).as_mistake(name, rulings)
        if not self._stands():
            yield self._put_right(before)
