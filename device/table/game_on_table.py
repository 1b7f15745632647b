"""The game on the table: what was agreed, what is written of it, and how it stands."""

from __future__ import annotations

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from device.following.sight import SightState
from device.records.journal import Evidence, Journal
from device.records.resume import Unfinished, folded, start_position, take_up, unfinished
from device.records.stored import HINTS, LAYOUT, PROOFS, StoredGame, agreement, read_notes
from device.table.findings import Findings, Objection
from device.table.layouts import dealt, laid_out
from device.table.notices import Saying
from device.table.permits import Request
from device.table.proofs import proof_name
from device.table.questions import Doubts
from device.table.state import TableState, Wordings, passed
from device.table.surroundings import Surroundings
from device.table.watching import Follower, MakeWatcher, Watching
from rules import games
from rules.errors import CastellanError, UnknownGame
from rules.game import Event, check_level
from rules.referee import Accepted, Amend, Illegal, Play, Record, Void, record_to_json
from rules.refused import Kind, Refused
from rules.values import REFEREE, Facts, Json
from vision.set_up import SetUpFault
from vision.stories.story import Story

log = logging.getLogger(__name__)
SEED_BITS = 32
EVENING = "evening"  # what the web knows a game by, where that is not its own number
MICROSECONDS = 1_000_000  # in a second: a game is dealt by the moment it was begun
Agree = Callable[[Facts], Facts]


class BoxMemory(Protocol):
    """Keeps what was learned of a box from game to game."""

    def facts(self, game: str) -> dict[str, Json]: ...
    def remember(self, game: str, facts: Mapping[str, Json]) -> None: ...


class GameOnTable(Surroundings):
    """One game after another, each as its journal tells it."""

    def __init__(
        self,
        journal: Journal,
        stored: StoredGame,
        make_watcher: MakeWatcher,
        agree: Agree = lambda about: about,
        memory: BoxMemory | None = None,
        clock: Callable[[], float] = time.monotonic,
        usual: Callable[[str], Mapping[str, Json]] = lambda _: {},
    ) -> None:
        super().__init__(journal)
        self._memory = memory
        self._make_watcher = make_watcher
        self._agree = agree
        self._usual = usual
        self._answers: OrderedDict[str, dict[str, Json]] = OrderedDict()  # by the command
        self.closed = False  # the device stops: nothing is written any more
        self._findings = Findings(self, clock)
        self._watching = Watching(self._lock)
        self._begin(stored)
        self._news.publish = self._publish

    def _begin(self, stored: StoredGame) -> None:
        """Take up a game where its journal ends."""
        kept = self.journal.records(stored.id)
        self.stored = stored
        self.referee = folded(stored, (item.record for item in kept))
        self.game, self.start = self.referee.game, self.referee.start
        agreed = stored.agreed
        notes = read_notes(self.journal.notes(stored.id), agreed.players, agreed.names)
        self.names = notes.names
        self.hint_level = notes.hints or agreed.hints or REFEREE
        self.proofs = notes.proofs if notes.proofs is not None else agreed.proofs is not False
        seed = round(stored.time * MICROSECONDS)
        kept_layout = laid_out(self.game, self.start, notes.layout)
        self.layout = kept_layout or dealt(self.game, self.start, seed)
        self.notices.skipped = notes.skipped
        self.times = {item.number: item.time for item in kept}
        self.abouts = self.journal.abouts(stored.id)
        for number, about in self.abouts.items():
            if about.get("picture") == f"evidence-{number}":
                about["picture"] = proof_name(number, about)
        for item in kept:
            if item.command:
                self._answers[item.command] = {"ok": True, "version": self.version}
        self._findings.begin()
        self.requests: tuple[Request, ...] = ()  # what waits for somebody's yes
        self.again: frozenset[int] = frozenset()  # seats that want the same game once more
        self._watching.begin(self._new_watcher())
        self.sight = self._waiting()
        self._wordings = Wordings()
        self._unfinished: tuple[Unfinished, ...] | None = None
        self._learned = self.game.learned(self.start)
        self.witnesses.begin(item.record for item in kept)
        self._publish()

    def _new_watcher(self) -> Follower | None:
        return self._make_watcher(self.game, self.referee.position, self.stored.agreed)

    def _look_anew(self) -> None:
        with self._lock:
            self._watching.replace(self._new_watcher())

    def explain_anew(self) -> None:
        """Have the watcher begin again at the position, and drop what it still finds."""
        self._watching.explain_anew()

    def _waiting(self) -> str:
        """How the table looks before its next picture."""
        return self._blind() if self._watching.watcher is None else SightState.LOOKING.value

    def _blind(self) -> str:
        """Why nobody looks: the box is not known, or not yet."""
        simulated = self.simulated
        preparing = simulated is not None and simulated.preparing == self.game.name
        return "preparing" if preparing else "untaught"

    @property
    def doubts(self) -> Doubts:
        """What is not in the journal yet."""
        return self._findings.doubts

    @property
    def set_up_faults(self) -> tuple[SetUpFault, ...]:
        """What is wrong with how the table is laid out."""
        return self._findings.set_up_faults

    # --- what is written ---

    def tell_story(
        self,
        story: Story,
        picture: bytes | None,
        about: Mapping[str, Json],
        command: str | None = None,
        stands: bool = False,
    ) -> None:
        """Write a story's events one by one; each is durable and judged before the next."""
        facts: dict[str, Json] = {**about, "probability": story.probability}
        for at, event in enumerate(story.events):
            outcome = self.referee.propose(event)
            if isinstance(outcome, Accepted):
                record = outcome.record
            elif stands and isinstance(outcome, Illegal):
                record = self.referee.stand(event)
            else:
                rulings = outcome.rulings if isinstance(outcome, Illegal) else ()
                raise Objection(story.events[at:], rulings)
            number = self.write(record, Evidence(facts, picture), command)
            if picture is not None:
                facts["picture"], picture = self.abouts[number]["picture"], None

    def write(self, record: Record[Event], evidence: Evidence, command: str | None = None) -> int:
        """The only door to the position: first the journal, then the referee."""
        self._check_open()
        data = record_to_json(self.game, record)
        if evidence.picture is not None:
            evidence = replace(evidence, about={**evidence.about, "mark": secrets.token_hex(4)})
        stored = self.journal.append(self.stored.id, data, evidence, command)
        self._keep_if_wrong(record, str(evidence.about.get("by", "phone")))
        self.notices.unsaved = None
        phase = self.referee.position.phase
        self.referee.commit(record)
        secret = isinstance(record, Play) and self.game.secret(record.event)
        secret = secret and self.referee.position.phase == phase
        about = dict(evidence.about)
        if evidence.picture is not None:
            about.setdefault("picture", proof_name(stored.number, about))
        self._note_record(stored.number, stored.time, about)
        self.witnesses.event(data, str(about.get("by", "phone")))
        self.explain_anew()
        self.requests = ()
        self._findings.set(Doubts())
        self.touch(game=True, secret=secret)
        self._remember()
        return stored.number

    def _note_record(self, number: int, when: float, about: dict[str, Json]) -> None:
        """Keep what is known about a record; states made before must not change."""
        self.times = {**self.times, number: when}
        self.abouts = {**self.abouts, number: about}

    def write_quietly(self, record: Record[Event], evidence: Evidence) -> int:
        """Write what only the microphone tells; no phone is made stale by what it cannot see."""
        self._check_open()
        data = record_to_json(self.game, record)
        stored = self.journal.append(self.stored.id, data, evidence, None)
        self.referee.commit(record)
        self._note_record(stored.number, stored.time, dict(evidence.about))
        self.witnesses.event(data, str(evidence.about.get("by", "microphone")))
        self._watching.explain_anew()
        self.touch()
        return stored.number

    def _check_open(self) -> None:
        if self.closed:
            raise Refused(Kind.BUSY, "refused.stopping")

    def _keep_if_wrong(self, record: Record[Event], by: str) -> None:
        """A correction by hand of what the camera told says that it saw wrong."""
        if by != "phone" or not self.witnesses.keeps_corrections:
            return
        if isinstance(record, Void | Amend) and self._was_seen(record.target):
            why = f"corrected: {record_to_json(self.game, record)}"
            self.witnesses.keep(self.stored.about, why)

    def _was_seen(self, number: int) -> bool:
        return self.abouts.get(self.referee.origin(number), {}).get("by") == "camera"

    def _remember(self) -> None:
        """Keep what the game has taught about the box; a full disk must not stop the game."""
        learned = self.game.learned(self.referee.position)
        if self._memory is None or learned == self._learned:
            return
        self._learned = learned
        try:
            self._memory.remember(self.game.name, learned)
        except OSError as fault:
            log.error("what was learned of the box is not kept: %s", fault)

    # --- games ---

    def new_game(self, about: Mapping[str, Json]) -> None:
        """Begin another game at this table, with what is known of its box."""
        if self._memory is not None:
            known = self._memory.facts(str(about.get("game")))
            about = {**about, "box": {**known, **_mapping(about.get("box"))}}
        chosen = {**self.usual(str(about.get("game"))), **_mapping(about.get("options"))}
        about = {**about, "options": chosen}
        try:
            start_position(agreement(about))
            about = {**about, "rules": games.find(str(about["game"])).version}
            # A game in which nothing happened was none: who came for it came for the next one.
            if not self.referee.records:
                about[EVENING] = self.evening()
        except CastellanError as fault:
            log.info("no new game: %s", fault)
            raise Refused(Kind.BAD, "refused.field", {"field": _named(fault)}) from fault
        self.witnesses.recorder = None  # a recording holds one game
        self._begin(self.journal.start_game(self._agree(about)))
        self.touch(game=True)

    @property
    def unfinished(self) -> tuple[Unfinished, ...]:
        """Earlier games that can be gone on with; only the game on the table ever changes."""
        if self._unfinished is None:
            found = () if self.simulated is not None else unfinished(self.journal, self.stored.id)
            self._unfinished = found
        return self._unfinished

    def go_on(self, number: int) -> None:
        """Put an earlier game on the table; the one that lies there can be gone on with later."""
        wanted = [each.stored for each in self.unfinished if each.stored.id == number]
        if not wanted:
            raise Refused(Kind.STALE, "refused.no-such-game")
        self.witnesses.recorder = None  # a recording holds one game
        self._begin(take_up(self.journal, wanted[0]))
        self.touch(game=True)

    def evening(self) -> str:
        """Which game is on the table, also after a restart."""
        return str(self.stored.about.get(EVENING) or f"{self.stored.id} of {self.stored.time}")

    def usual(self, game: str) -> Mapping[str, Json]:
        """The options a game is played by here unless the host chooses others."""
        return self._usual(game)

    def seats(self) -> int:
        """How many seats the game has."""
        return self.stored.agreed.players

    # --- what people choose while it is played ---

    def set_hints(self, level: str) -> None:
        """The host chose how much the device tells."""
        self.journal.note(self.stored.id, {HINTS: check_level(level)})
        self.hint_level = level
        self.touch()

    def set_proofs(self, shown: bool) -> None:
        """The host chose whether players see the pictures that prove events."""
        self.journal.note(self.stored.id, {PROOFS: shown})
        self.proofs = shown
        self.touch()

    def passed(self, number: int) -> bool:
        """Whether undo passes over a record."""
        return passed(self.referee, self.abouts, number)

    def want_again(self, seats: frozenset[int]) -> None:
        """These seats want the same game once more."""
        self.again = seats
        self.touch()

    def rename(self, seat: int, name: str) -> None:
        """A player gave a name, or an empty one to take it back."""
        if self.names.get(seat) == name:
            return
        self.journal.note(self.stored.id, {"seat": seat, "name": name})
        self.names[seat] = name
        self.touch()

    def deal(self) -> None:
        """Another set-up to be laid out."""
        self.lay(dealt(self.game, self.start, secrets.randbits(SEED_BITS)))

    def lay(self, layout: Json) -> None:
        """What is to be laid out was changed on a phone, and is so on all of them."""
        self.journal.note(self.stored.id, {LAYOUT: layout})
        self.layout = layout
        self.touch(game=True)

    # --- how it stands ---

    def _publish(self) -> None:
        self._state = self._frozen()

    @property
    def state(self) -> TableState:
        """How the table stands; while somebody changes it, how it stood before."""
        state = self._state
        if state.version != self.version and self._lock.acquire(blocking=False):
            try:
                self._publish()
            finally:
                self._lock.release()
        return self._state

    def _frozen(self) -> TableState:
        """The state of this version."""
        hearing, simulated = self.hearing, self.simulated
        return TableState(
            version=self.version,
            stored=self.stored,
            referee=self.referee.frozen(),
            names=dict(self.names),
            hint_level=self.hint_level,
            proofs=self.proofs,
            layout=self.layout,
            doubts=self.doubts,
            requests=self.requests,
            again=self.again,
            abouts=self.abouts,
            times=self.times,
            sight=self.sight,
            seen=self.seen,
            camera=self.camera,
            microphone=self.microphone,
            calibration=None if hearing is None else hearing.to_json(),
            deniable=hearing is not None and hearing.deniable,
            notices=(*self._of_device(), *self._of_table()),
            for_host=tuple(self.notices.for_host.values()),
            simulated=simulated,
            recording=self.recording,
            senses=self.senses,
            list_unfinished=lambda: self.unfinished,
            wordings=self._wordings,
        )

    def _of_table(self) -> Iterator[Saying]:
        faults, begun = self._findings.set_up_faults, len(self.referee.records)
        return self.notices.of_table(faults, begun)


def _mapping(value: Json) -> dict[str, Json]:
    return dict(value) if isinstance(value, Mapping) else {}


def _named(fault: Exception) -> str:
    return "game" if isinstance(fault, UnknownGame) else "options"
