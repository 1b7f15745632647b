"""The course of a bot game around the seven locks as still moments, with what phones are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import hypot
from typing import TypeAlias

from device.sim import base
from device.sim.base import Asked
from device.sim.seven_locks.bots import Bot, Castle
from device.sim.seven_locks.mischief import (
    AFTER_GUESSES,
    AFTER_TRY,
    BEFORE_MOVE,
    BEFORE_PEARLS,
    KEY_OUT,
    PEARLS,
    Events,
    Mistake,
    find_mistake,
    wrong_claim,
)
from device.sim.seven_locks.scene import (
    BESIDE,
    DIE,
    GONE,
    HOME,
    ROW,
    STRAIGHT_BEFORE,
    Lying,
    Stand,
)
from device.sim.textures import Rng
from rules.seven_locks import (
    Coat,
    Drop,
    Event,
    Guess,
    Last,
    Move,
    Outcome,
    Phase,
    Position,
    Roll,
    SetUp,
    Take,
    Treasure,
    Try,
    Withdraw,
)
from rules.seven_locks.game import GAME
from rules.seven_locks.pieces import COATS, GUESS_AFTER, MEMBERS, PLACES, PLAYERS, Face
from rules.seven_locks.sharing import expected
from rules.values import Json

Act: TypeAlias = base.Act[Position, Event]
Truth: TypeAlias = base.Truth[Position, Event]

# How often the table comes to rest after a step of the turn; with a key out it always does.
SHOW_ROLL, SHOW_PEARLS, SHOW_MOVE, SHOW_KEY = 0.7, 0.4, 0.4, 0.3
MISTAKE = 1 / 14  # at each of four moments of a turn
LATE_MISTAKE = 1 / 3  # once the enchanted key was asked for: there are few turns left
WRONG_CLAIM = 0.4
# Metres nearer the bin and aside, the least way first.
STANDS: list[Stand] = sorted(
    product((0.0, 0.004, 0.008, 0.012, 0.016), (0.0, 0.006, -0.006, 0.012, -0.012, 0.018, -0.018)),
    key=lambda stand: hypot(*stand),
)
# Metres out that people try where a tower hides things; the keys and the die have more room.
FURTHER, MUCH_FURTHER = (0.03, 0.045, 0.06, 0.08, 0.1), (0.12, 0.14)


class Script(base.Script[Position, Event]):
    """Plays a whole game and cuts it into acts."""

    game = GAME

    def __init__(
        self,
        rng: Rng,
        start: Position,
        castle: Castle,
        die: tuple[Face, ...],
        mischief: bool = False,
        in_view: Callable[[Lying, int | str, float], bool] = lambda *_: True,
        head_shown: Callable[[Lying, int, Stand], float] = lambda *_: 1.0,
    ) -> None:
        super().__init__(rng, start, mischief)
        self._in_view = in_view  # whether a seat's coats, the row or the die are seen so far aside
        self._head_shown = head_shown  # how much of the keymaster is seen at a place
        self._behind: set[int] = set()  # places where phones say that a tower hides him
        self._pawn_stand = STRAIGHT_BEFORE
        self._aside = [0.0] * PLAYERS[-1]
        self._die_aside = self._row_aside = 0.0
        self._row_hidden = False  # phones say that towers hide some keys of the row
        self._hidden: list[int] = []  # seats that were told their coats are
        self._castle = castle
        self._bot = Bot(rng, castle, die)
        self._coats = [HOME] * (COATS * start.players)
        self._die: tuple[Face, int] = (self._bot.throw(), 0)
        self._drops = [0] * PLACES

    def acts(self) -> Iterator[Act]:
        """The set-up, then every still moment until the game is over."""
        self._do(SetUp(0, int(self._rng.integers(PLACES))))
        yield self._rest()
        if self._lay_in_view():
            yield self._rest()
        for tower in self._bot.opening():
            self._do(Drop(tower))
        yield self._rest()
        while self._position.phase is Phase.ROLL:
            yield from self._turn()
        if self._position.phase is Phase.LAST:
            yield from self._end()

    def follow_hints(self, asked: Asked) -> None:
        """Coats and keys that the device does not see will be laid where it does, before the first
        pearl, the keymaster be stood and the die be thrown there.
        """
        if hint := asked.get("setup.seven_locks-coats"):
            self._hidden = _numbers(hint)
        if hint := asked.get("setup.seven_locks-behind"):
            self._behind = set(_numbers(hint))
        if "setup.seven_locks-keymaster" in asked:
            self._behind.add(self._position.keymaster)
        self._row_hidden |= "setup.seven_locks-row" in asked
        if "setup.seven_locks-die" in asked and not self._die_aside:
            self._die_aside = self._seen_aside(DIE)

    def _lay_in_view(self) -> bool:
        """Lay everything where the device sees it; whether there was anything to lay."""
        before = self._lying()
        for seat in self._hidden:
            self._aside[seat] = self._seen_aside(seat)
        if self._row_hidden:
            self._row_aside = self._seen_aside(ROW)
        self._pawn_stand = self._seen_stand(self._position.keymaster)
        return bool(self._hidden) or self._lying() != before

    def _seen_stand(self, place: int) -> Stand:
        """How people stand the keymaster before a tower, where the device sees him if it can."""
        if place not in self._behind:
            return STRAIGHT_BEFORE
        lying = self._lying()
        return max(STANDS, key=lambda each: self._head_shown(lying, place, each))

    def _seen_aside(self, what: int | str) -> float:
        """How far out people lay what the device does not see, if it would there."""
        tried = (*FURTHER, *MUCH_FURTHER) if what in (ROW, DIE) else FURTHER
        return next((far for far in tried if self._in_view(self._lying(), what, far)), 0.0)

    # -- the table --------------------------------------------------------------------------

    def _lying(self) -> Lying:
        position = self._position
        return Lying(
            position.standing,
            position.keymaster,
            position.row,
            tuple(self._coats),
            self._die,
            position.bin + position.hand,
            position.key,
            tuple(self._drops),
            tuple(self._aside),
            self._die_aside,
            self._pawn_stand,
            self._row_aside,
        )

    def _do(self, event: Event) -> None:
        super()._do(event)
        match event:
            case Roll(pearls, steps):
                self._die = ((pearls, steps), self._die[1] + 1)
            case Drop(tower) if tower is not None:
                self._drops[tower] += 1
            case Move(place):
                self._pawn_stand = self._seen_stand(place)
            case Coat(seat, True):
                self._carry(seat, HOME, BESIDE)
            case Withdraw(seat, True):
                self._carry(seat, GONE, HOME)
            case Guess(seat, key) if key is not None:
                self._carry(seat, HOME, str(key))
            case Try():
                self._coats = [GONE if each == BESIDE else each for each in self._coats]
        if not isinstance(event, Treasure | SetUp):
            self._steps.append(self._lying())

    def _carry(self, seat: int, old: str, new: str) -> None:
        for number in (COATS * seat, COATS * seat + 1):
            if self._coats[number] == old:
                self._coats[number] = new
                return

    def _breaks(self, position: Position, claim: Event) -> tuple[str, ...]:
        """What the rules say of a claim, also where they cannot tell."""
        return tuple(ruling.rule for ruling in GAME.legal(position, claim).rulings)

    # -- a turn -----------------------------------------------------------------------------

    def _turn(self) -> Iterator[Act]:
        bot = self._bot
        self._do(Roll(*bot.throw()))
        if self._position.phase is Phase.FINISHED:
            yield self._rest()
            return
        if self._chance(SHOW_ROLL):
            yield self._rest()
        yield from self._mistake(BEFORE_PEARLS)
        while self._position.phase is Phase.DROP:
            self._do(Drop(bot.tower(self._position)))
        if self._chance(SHOW_PEARLS):
            yield self._rest()
        if self._position.phase is Phase.MOVE:
            yield from self._mistake(BEFORE_MOVE)
        if self._position.phase is Phase.MOVE:
            self._do(Move(bot.way(self._position)))
            if self._chance(SHOW_MOVE):
                yield self._rest()
        yield from self._unlock()

    def _unlock(self) -> Iterator[Act]:
        """A key is taken, coats are placed, the key is tried."""
        bot = self._bot
        self._do(Take(bot.key(self._position)))
        if self._chance(SHOW_KEY):
            yield self._rest()
        while self._position.phase is Phase.COATS:
            self._do(Coat(self._position.asked[0], bot.joins(self._position)))
        yield self._rest()
        yield from self._mistake(KEY_OUT)
        key = self._position.key
        assert key is not None
        outcome = self._castle.outcome(self._position.keymaster, key)
        self._do(Try(outcome))
        yield from self._share() if outcome is Outcome.FITS else iter((self._rest(),))
        asked = self._position.phase is Phase.GUESS
        while self._position.phase is Phase.GUESS:
            self._do(bot.guess(self._position))
        if self._open:
            yield self._rest()
        if self._position.phase is Phase.ROLL:
            yield from self._mistake(AFTER_TRY)
            # Nobody can see when the asking is over; after another turn it is.
            if len(self._position.opened) >= GUESS_AFTER and not asked:
                yield from self._mistake(AFTER_GUESSES, LATE_MISTAKE)

    def _share(self) -> Iterator[Act]:
        """The pearls of a chamber are counted on a phone."""
        about = self._position
        pearls = expected(about)
        claim = None
        if self._mischief and self._chance(WRONG_CLAIM):
            claim = wrong_claim(self._rng, about, pearls)
        self._do(Treasure(pearls))
        yield self._rest() if claim is None else self._rest(claim, about=about)

    def _end(self) -> Iterator[Act]:
        tower = MEMBERS[self._position.standing][0]
        self._do(Last(self._castle.chambers[tower]))
        yield from self._share()

    # -- mistakes ---------------------------------------------------------------------------

    def _mistake(self, kinds: dict[str, Mistake], share: float = MISTAKE) -> Iterator[Act]:
        """The mistake lies on the table; then it is put right, or what fell stays."""
        if not self._breaks_a_rule(share):
            return
        if self._open:
            yield self._rest()
        found = find_mistake(self._rng, self._position, kinds)
        if found is None:
            return
        name, events, rulings = found
        kept = (self._position, list(self._coats), self._die, list(self._drops), self._pawn_stand)
        for event in events:
            self._do(event)
        act = self._rest()
        yield act.as_mistake(name, rulings)
        if self._stand or name.rpartition(".")[2] in PEARLS:
            yield from self._left(act, events)
            return
        self._position, self._coats, self._die, self._drops, self._pawn_stand = kept
        yield self._put_right(self._position)

    def _left(self, act: Act, events: Events) -> Iterator[Act]:
        """Nobody can take a pearl back: all agree that it stands."""
        if self._stands():
            return
        truth = Truth(events, True, (), self._position, act.truth.since, repair=True, stands=True)
        yield Act(truth, self._lying())


def _numbers(hint: Mapping[str, Json]) -> list[int]:
    """What a hint counts from one, counted from zero."""
    return [int(each) - 1 for each in str(hint["which"]).split(", ")]
