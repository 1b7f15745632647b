"""How well the device follows games: simulated ones, and folders of pictures with their truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import TypeAlias

from device.boxes.profiles import teach_from
from device.following.follower import Watcher
from device.following.sight import Finding
from device.sim import base
from device.sim.books import Books, Owed, in_doubt
from device.sim.games import sim_kit, truth_of
from rules import games as rulebook
from rules.game import Event, Position
from rules.values import Answer
from vision.games import eyes_kit
from vision.stories.story import Verdict

Say = Callable[[str], None]
Truth: TypeAlias = base.Truth[Position, Event]
Moment: TypeAlias = base.Moment[Position, Event]
SimTable: TypeAlias = base.SimTable[Position, Event, object]


@dataclass
class Tally:
    """The figures of `castellan bench sim`."""

    turns: int = 0
    understood: int = 0
    asked: int = 0
    wrong: int = 0
    games: int = 0
    scores_right: int = 0
    flawless: int = 0  # games in which no event was told wrongly
    illegal_shown: int = 0
    illegal_flagged: int = 0
    false_alarms: int = 0
    notes: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, int]:
        """Counts only, as printed by --json."""
        return {k: v for k, v in asdict(self).items() if k != "notes"}


class SimRun:
    """One simulated game followed by a watcher that sees nothing but its frames."""

    def __init__(self, sim: SimTable, tally: Tally, watcher: Watcher | None = None) -> None:
        self.sim, self.tally = sim, tally
        self.game, self.words = rulebook.find(sim.game), truth_of(sim.game)
        if watcher is None:
            profile = teach_from(sim.teach_pictures(), sim.game)
            watcher = Watcher(self.game, eyes_kit(sim.game).eyes(profile, sim.seats), sim.start)
        self.watcher = watcher
        self.truth = sim.start
        self.books = Books(self.game, self.words, sim.start)
        self.true: list[Event] = []
        self.path: list[Position] = [sim.start]  # where the game truly stood after each event owed
        self.lent: tuple[list[Owed], int] | None = None
        self.helped: set[int] = set()
        self.flawless = True
        self.count = 0

    def run(self) -> None:
        """Follow the whole game."""
        for moment in self.sim.moments():
            self.follow(moment)
        turns = self.words.turn(self.truth) - len(self._cut_off() - self.helped)
        self.tally.games += 1
        self.tally.turns += turns
        self.tally.understood += turns - len(self.helped)
        right = self.game.score(self.books.position) == self.game.score(self.truth)
        self.tally.scores_right += right
        self.tally.flawless += self.flawless
        if not right:
            self._note(
                f"scores {self.game.score(self.books.position)} but {self.game.score(self.truth)}"
            )

    def _cut_off(self) -> set[int]:
        """The turns still open where a game is cut off: what came next would tell of them."""
        owed = {turn for _, turn in self.books.owed}
        if owed and self.truth.phase == "finished":
            self._answer("at the end")
            return set()
        if owed:
            self.books.set_right(self.true, self.truth)
        return owed

    def follow(self, moment: Moment) -> None:
        """Follow the game from one still moment to the next."""
        if self.sim.tapped and not self.count:
            self.watcher.tap_corners(moment.corners.tolist())
        # Nobody goes on playing while the device has not seen that the game began; but first they
        # do what the phones ask for.
        if self.books.position.phase == "setup" != self.truth.phase and moment.truth.events:
            self._answer("the set-up was not understood")
        self.count += 1
        self._moment(moment)

    def _note(self, text: str) -> None:
        self.tally.notes.append(
            f"{self.sim.level.name} seed {self.sim.seed} moment {self.count}: {text}"
        )

    def _moment(self, moment: Moment) -> None:
        truth = moment.truth
        self._claims(moment)
        if truth.legal:
            self._owe(truth)
        else:
            self._lend(truth)
        flagged: set[str] = set()
        for frame in moment.frames:
            self.sim.hear_until(self.watcher, frame.time)
            finding = self.watcher.see(frame).finding
            if finding is not None:
                self._take(finding, truth, flagged)
        if not truth.legal:
            self._count_flag(truth, flagged)

    def _take(self, finding: Finding, truth: Truth, flagged: set[str]) -> None:
        """Deal with a finding as the people at the table would."""
        if finding.set_up_faults:
            self.sim.follow_hints({fault.key: fault.facts for fault in finding.set_up_faults})
        if finding.verdict is Verdict.ILLEGAL:
            flagged |= {r.rule for r in finding.rulings}
            if truth.legal and not truth.repair:
                self.tally.false_alarms += 1
                self._note(f"false alarm {sorted(flagged)}, true {self.words.brief(truth.events)}")
                self._answer("after a false alarm")
        elif finding.verdict is Verdict.ASK:
            told = [(self.words.brief(s.events), round(s.probability, 2)) for s in finding.stories]
            why = f"asked {told}, true {self.words.brief(e for e, _ in self.books.owed)}"
            self._answer(why, in_doubt(self.words, finding.stories, self.books.owed))
        elif finding.verdict is Verdict.UNDERSTOOD and finding.certain:
            self._accept(finding)

    def _count_flag(self, truth: Truth, flagged: set[str]) -> None:
        """An illegal move was shown: was it flagged with a rule it breaks?"""
        self.tally.illegal_shown += 1
        good = bool(flagged & set(truth.rulings))
        self.tally.illegal_flagged += good
        if not good:
            said = f"missed {truth.rulings} ({truth.mistake}), said {sorted(flagged)}"
            self._note(f"{said}, true {self.words.brief(truth.events)}")

    def _owe(self, truth: Truth) -> None:
        """The events the device has still to find out, each with its turn."""
        owed = [(event, turn) for event, turn, _ in self._in_turns(truth)]
        if truth.stands:
            self._let_stand(truth)
            return
        if truth.repair and self.lent is not None:
            before, count = self.lent
            self.path = self.path[: len(self.path) - count + len(before)]
            self.books.owed = [*before, *owed][count - len(self.books.owed) :]
            self.lent = None
        else:
            self.books.owed += owed
        self._walk(truth, len(owed))
        self.true += truth.events
        self.truth = truth.position
        if self._phones():
            self.watcher.confirm(self.books.position)

    def _let_stand(self, truth: Truth) -> None:
        """All agree on a mistake that nobody can take back, and say so on a phone."""
        self.true += truth.events
        self.truth, self.lent = truth.position, None
        self.books.set_right(self.true, self.truth)
        self.watcher.confirm(self.truth)

    def _lend(self, truth: Truth) -> None:
        """A mistake lies on the table: what was right before it may be found out already."""
        before = list(self.books.owed)
        for event, turn, legal in self._in_turns(truth):
            if not legal:
                break
            self.books.owed.append((event, turn))
        self.lent = (before, len(self.books.owed))
        self._walk(truth, len(self.books.owed) - len(before))

    def _walk(self, truth: Truth, count: int) -> None:
        """Note where the game truly stood after each of the first new events."""
        position = truth.since
        for event in truth.events[:count]:
            position = self.game.apply(position, event)
            self.path.append(position)

    def _claims(self, moment: Moment) -> None:
        """What players tapped about money or a treasure is judged by the rules alone."""
        about = self._when_tapped(moment.truth)
        for claim, rulings in zip(moment.claims, moment.truth.claim_rulings, strict=True):
            if rulings:
                said = {r.rule for r in self.game.legal(about, claim).rulings}
                self.tally.illegal_shown += 1
                self.tally.illegal_flagged += bool(said & set(rulings))

    def _when_tapped(self, truth: Truth) -> Position:
        """The position that phones are asked about: before what only they can tell, if anything."""
        if self.words.tapped_last:
            return truth.position
        position = truth.since
        for event in truth.events:
            if self.words.by_phone(event):
                return position
            position = self.game.apply(position, event)
        return truth.position

    def _accept(self, finding: Finding) -> None:
        """The device is certain: compare. Nobody looks at a phone that does not ask."""
        events = finding.stories[0].events
        if not self.books.take(events, self.truth, self.path):
            self._err(events)
            return
        if finding.late_facts:
            self.books.complete(finding.late_facts)
        if self.books.to_say:
            self._note(f"left open {self.words.brief(events)}")
            self.tally.asked += 1
            self.helped |= self.books.to_say
        self._phones()
        self.watcher.confirm(self.books.position)

    def _err(self, events: Sequence[Event]) -> None:
        """The device goes on from what it told wrongly, until it asks or a phone is refused."""
        self.tally.wrong += 1
        self.flawless = False
        owed = [event for event, _ in self.books.owed]
        self._note(f"wrong {self.words.brief(events)}, true {self.words.brief(owed)}")
        self.helped |= self._open_turns()
        self.books.mistake(events)
        self._phones()
        self.watcher.confirm(self.books.position)

    def _phones(self) -> bool:
        """People tap what only they know; what is refused shows them that the device erred."""
        try:
            return self.books.phones()
        except ValueError as refusal:
            self._answer(f"a phone was refused: {refusal}")
            return False

    def _open_turns(self) -> set[int]:
        return {turn for _, turn in self.books.owed} or {self.words.turn(self.truth)}

    def _in_turns(self, truth: Truth) -> Iterator[tuple[Event, int, bool]]:
        """The true events, each with its turn and whether the rules allow it."""
        position = truth.since
        for event in truth.events:
            legal = self.game.legal(position, event).answer is not Answer.NO
            yield event, self.words.turn(position), legal
            position = self.game.apply(position, event)

    def _answer(self, why: str, turns: set[int] | None = None) -> None:
        """A person tells what happened, in the turns in doubt or in all that are open."""
        self._note(why)
        self.tally.asked += 1
        self.helped |= turns or self._open_turns()
        self.books.set_right(self.true, self.truth)
        self.watcher.confirm(self.truth)


def make_sim(game: str, seed: int, level: str, players: int, mischief: bool = False) -> SimTable:
    """A simulated game of this name."""
    return sim_kit(game).table(seed, level, players, mischief)


def bench_sim(
    games: int,
    level: str,
    *,
    game: str = "kilt",
    mischief: bool = False,
    seed: int = 1,
    say: Say | None = None,
) -> Tally:
    """Follow simulated games from pixels alone and count."""
    tally = Tally()
    players = truth_of(game).players
    for number in range(games):
        sim = make_sim(game, seed + number, level, players[number % len(players)], mischief)
        SimRun(sim, tally).run()
        if say is not None:
            say(f"{number + 1}/{games} {tally.figures()}")
    return tally
