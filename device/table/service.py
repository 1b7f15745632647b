"""The table: camera, watcher, referee, journal and phones tied together, one direction only.

Nothing changes the position but a record that the journal has acknowledged. The watcher belongs
to the camera's thread alone; whatever phones change is handed to it before the next picture.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from device.following.sight import Sight, SightState
from device.records.journal import Evidence, Journal, JournalFailed
from device.records.resume import Unfinished, folded, start_position, take_up, unfinished
from device.records.stored import (
    DEVICE,
    HINTS,
    LAYOUT,
    OFF,
    ON,
    PROOFS,
    SENSES,
    StoredGame,
    agreement,
    is_note,
    read_notes,
)
from device.senses.camera_thread import CameraState
from device.senses.frame import Frame
from device.table import ending, phone_view
from device.table.commands import COMMANDS, ODD, told_event
from device.table.findings import Findings, Objection
from device.table.notices import Notices, Told
from device.table.open_table import Switch
from device.table.permits import Request, Wanted, permit
from device.table.questions import Doubts
from device.table.state import TableState, Wordings, passed
from device.table.versions import News
from device.table.watching import Corners, Errand, Follower, MakeWatcher, Watching
from device.table.witnesses import Moments, Recorder, Witnesses
from rules import games
from rules.errors import CastellanError, UnknownGame
from rules.game import Event, check_level
from rules.referee import Accepted, Amend, Illegal, Play, Record, Void, record_to_json
from rules.refused import Kind, Refused
from rules.rights import Deed, Speaker
from rules.values import REFEREE, Facts, Json
from vision.set_up import SetUpFault
from vision.stories.story import Story

if TYPE_CHECKING:
    from device.following.pearl_book import Notice
    from device.hearing.ears import MicrophoneState
    from device.table.simulated import People, Simulated
from device.following.pearl_book import Hearing

log = logging.getLogger(__name__)
REMEMBERED_COMMANDS = 2000
SEED_BITS = 32
UNSAVED = {"full": "refused.disk-full", "read-only": "refused.read-only"}


EVENING = "evening"  # what the web knows a game by, where that is not its own number
MICROSECONDS = 1_000_000  # in a second: a game is dealt by the moment it was begun
EVIDENCE = re.compile(r"evidence-([0-9]{1,9})(-[0-9a-f]{8})?")  # older ones have no random part
Agree = Callable[[Facts], Facts]


class BoxMemory(Protocol):
    """Keeps what was learned of a box from game to game."""

    def facts(self, game: str) -> dict[str, Json]: ...
    def remember(self, game: str, facts: Mapping[str, Json]) -> None: ...


class TableService:
    """One table. Any thread may call it; web pages see it as their `Table`."""

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
        self.journal = journal
        self._memory = memory
        self._make_watcher = make_watcher
        self._agree = agree
        self._usual = usual
        self._news = News()
        self._lock = self._news.lock
        self.changes = self._news.changes
        self.touch = self._news.touch
        self._answers: OrderedDict[str, dict[str, Json]] = OrderedDict()
        self.sight = SightState.LOOKING.value
        self.seen: str | None = None
        self.camera = CameraState("camera", "off")
        self.microphone: MicrophoneState | None = None
        self.hearing: Hearing | None = None
        self.recordings: Switch | None = None
        self.simulated: Simulated | None = None
        self.people: People | None = None  # at a simulated table
        self.senses = _may_sense(journal)  # whether camera and microphone may be open at all
        self.closed = False  # the device stops: nothing is written any more
        self.notices = Notices()
        self.witnesses = Witnesses()
        self._findings = Findings(self, clock)
        self._watching = Watching(self._lock)
        self._begin(stored)
        self._news.publish = self._publish

    def _publish(self) -> None:
        self._state = self._frozen()

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
        self.layout = self._laid(notes.layout) or self._dealt(round(stored.time * MICROSECONDS))
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

    def _waiting(self) -> str:
        """How the table looks before its next picture."""
        return self._blind() if self._watching.watcher is None else SightState.LOOKING.value

    def _blind(self) -> str:
        """Why nobody looks: the box is not known, or not yet."""
        simulated = self.simulated
        preparing = simulated is not None and simulated.preparing == self.game.name
        return "preparing" if preparing else "untaught"

    @property
    def recorder(self) -> Recorder | None:
        """Who records the game, if anybody does."""
        return self.witnesses.recorder

    @property
    def ear_notice(self) -> Notice | None:
        """What the ear has to say to everybody."""
        return self.notices.ear

    @property
    def recording(self) -> bool:
        """Whether everything seen and heard is being written down."""
        return self.recorder is not None

    def keeping(self) -> list[Told]:
        """What everybody should hear of what is kept here: keys of the words and their facts."""
        return [*self.notices.of_device(self.journal, self.recording, self.senses)]

    def note_troubled(self, parts: tuple[str, ...]) -> None:
        """Which parts of the device do not do well."""
        with self.changes():
            if parts != self.notices.troubled:
                self.notices.troubled = parts
                self.touch()

    def note_for_host(self, about: str, told: Told | None) -> None:
        """What the host alone should hear about something, as words and facts; None: no more."""
        with self.changes():
            if self.notices.tell_host(about, told):
                self.touch()

    def close(self) -> None:
        """The device stops: what is being written is finished, and nothing more is taken."""
        with self._lock:
            self.closed = True

    @property
    def version(self) -> int:
        """Grows with whatever phones can see."""
        return self._news.version

    # --- what the camera thread does ---

    def see(self, frame: Frame) -> Sight | None:
        """One picture: look, understand, judge, write down, tell."""
        seen = self.witnesses.frame(frame)
        if seen is None:
            return None
        watching = self._watching
        watcher, moment = watching.prepare(lambda: self.referee.position, self._look_anew)
        if watcher is None:
            return None
        sight = self._look(watcher, seen)
        with self.changes():
            if self.closed:
                return None
            self._note(sight.state.value)
            watching.note_looked(sight, moment)
            if moment == watching.moment:
                self._findings.take(sight)
            self._findings.catch_up()
        watching.draw(watcher)
        return sight

    def _look(self, watcher: Follower, frame: Frame) -> Sight:
        """A fault in reading one picture is told; whoever shows the pictures goes on."""
        try:
            return watcher.see(frame)
        except Exception:
            with self.changes():
                self._note("trouble")
            raise

    @property
    def doubts(self) -> Doubts:
        """What is not in the journal yet."""
        return self._findings.doubts

    @property
    def set_up_faults(self) -> tuple[SetUpFault, ...]:
        """What is wrong with how the table is laid out."""
        return self._findings.set_up_faults

    @property
    def looked(self) -> float | None:
        """When the table at rest was last looked at to the end, by what is known now."""
        return self._watching.looked

    def note_seen(self, game: str | None) -> None:
        """Which taught game the camera shows: "" none of them, None while that is not asked."""
        with self.changes():
            if game != self.seen:
                self.seen = game
                self.touch()

    def note_teaching(self, teaching: bool) -> None:
        """A box is being taught, and the table is not looked at meanwhile; or no more."""
        with self.changes():
            self._note("teaching" if teaching else self._waiting())

    def box_changed(self, game: str) -> None:
        """A box was taught: look at its game with new eyes, from the start if none was played."""
        with self.changes():
            if game != self.game.name:
                self.touch()
            elif self.referee.records:
                self._look_anew()
                self._note(SightState.LOOKING.value)
            else:
                names: list[Json] = [self.names.get(seat, "") for seat in range(self.seats())]
                chosen: dict[str, Json] = {HINTS: self.hint_level, PROOFS: self.proofs}
                self.new_game({**self.stored.about, "names": names, **chosen, "box": {}})

    def note_table(self, simulated: Simulated) -> None:
        """The table is a simulated one."""
        with self.changes():
            self.simulated = simulated
            self.touch()

    def note_simulated(
        self, waits: str = "", preparing: str | None = None, pace: float | None = None
    ) -> None:
        """What the people at a simulated table wait for, how fast they play, or which box is being
        prepared.
        """
        with self.changes():
            known = self.simulated
            if known is not None:
                box = known.preparing if preparing is None else preparing
                pace = known.pace if pace is None else pace
                self.simulated = replace(known, waits=waits, preparing=box, pace=pace)
            if self.simulated != known:
                self.touch()

    def note_camera(self, state: CameraState) -> None:
        """The camera works, is lost, is black ..."""
        with self.changes():
            self.camera = state
            self.touch()

    def _note(self, state: str) -> None:
        if state != self.sight:
            self.sight = state
            self.touch()

    def note_unsaved(self, fault: JournalFailed) -> None:
        """Tell the phones that nothing is saved, until something is again."""
        log.error("not saved: %s", fault)
        if self.notices.unsaved != fault.why:
            self.notices.unsaved = fault.why
            self.touch()

    # --- what changes the game ---

    def keep(self, recorder: Recorder | None) -> None:
        """Let somebody write down what happens from now on, and what happened before."""
        with self.changes():
            self.witnesses.record(recorder, self._records())
            self.touch()

    def _records(self) -> Iterator[Facts]:
        return (item.record for item in self.journal.records(self.stored.id))

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
        self._watching.explain_anew()
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

    def note_microphone(self, state: MicrophoneState) -> None:
        """The microphone works, is lost, is silent ..."""
        with self.changes():
            self.microphone = state
            self.touch()

    def show_hearing(self) -> None:
        """The calibration went on: tell the phones."""
        with self.changes():
            self.touch()

    def note_ear(self, notice: Notice | None) -> None:
        """Something the ear has to say to everybody, until it says something else."""
        with self.changes():
            if notice != self.notices.ear:
                self.notices.ear = notice
                self.touch()

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

    def ask(self, stories: Iterable[Story]) -> None:
        """Ask the phones which story is meant, after a claim that fits several."""
        self._findings.ask_which(stories)

    def dismiss(self) -> None:
        """None of the answers is true: forget the question and keep looking."""
        self._findings.set(Doubts())
        self._watching.explain_anew()
        self.witnesses.event({"record": "dismiss"})

    def confirm(self) -> None:
        """Nothing happened that is not told: forget the question, and what was believed."""
        self._findings.set(Doubts())
        self._watching.before_next_frame(lambda watcher: watcher.nothing_happened())
        self._watching.explain_anew()
        self.witnesses.event({"record": "confirm"})

    def explain_anew(self) -> None:
        """Have the watcher begin again at the position, and drop what it still finds."""
        self._watching.explain_anew()

    def note_listened(self, until: float) -> None:
        """Up to when the microphone has heard everything, for eyes that wait for it."""
        self._watching.note_listened(until)

    def before_next_frame(self, errand: Errand) -> None:
        """Tell the watcher something before it sees its next picture."""
        with self._lock:
            self._watching.before_next_frame(errand)

    def knows_corners(self, corners: Corners) -> bool:
        """Whether a board can have its corners there, as far as anybody looks."""
        return self._watching.knows_corners(corners)

    def take_corners(self, corners: Corners) -> None:
        """The host tapped the board's corners in the camera picture."""
        self._watching.before_next_frame(lambda watcher: watcher.tap_corners(corners))
        self.witnesses.event({"record": "corners", "corners": [[*each] for each in corners]})

    def remember(self, moments: Moments) -> None:
        """Let somebody remember the last minute, from now on."""
        with self.changes():
            self.witnesses.moments = moments
            self.witnesses.begin(self._records())

    def saw_wrong(self, why: str) -> None:
        """Keep the last minute, for whoever mends the eyes."""
        moments = self.witnesses.moments
        if moments is None or not moments.keep(self.stored.about, why):
            raise Refused(Kind.STALE, "refused.no-moment")

    def _keep_if_wrong(self, record: Record[Event], by: str) -> None:
        """A correction by hand of what the camera told says that it saw wrong."""
        moments = self.witnesses.moments
        if moments is None or not moments.at_corrections or by != "phone":
            return
        if isinstance(record, Void | Amend) and self._was_seen(record.target):
            moments.keep(self.stored.about, f"corrected: {record_to_json(self.game, record)}")

    def _was_seen(self, number: int) -> bool:
        return self.abouts.get(self.referee.origin(number), {}).get("by") == "camera"

    def settle(
        self, story: Story, picture: bytes | None, about: Mapping[str, Json], command: str
    ) -> None:
        """A player said which story is true; if it breaks a rule, that is the next thing open."""
        if story.events:
            self._findings.settle(story, picture, about, command)
        else:
            self.confirm()

    def set_hints(self, level: str) -> None:
        """The host chose how much the device tells."""
        self.journal.note(self.stored.id, {HINTS: check_level(level)})
        self.hint_level = level
        self.touch()

    def set_senses(self, on: bool) -> None:
        """The host opens camera and microphone, or closes them until they are wanted again."""
        self.journal.note(DEVICE, {SENSES: ON if on else OFF})
        self.senses = on
        self.touch()

    def set_proofs(self, shown: bool) -> None:
        """The host chose whether players see the pictures that prove events."""
        self.journal.note(self.stored.id, {PROOFS: shown})
        self.proofs = shown
        self.touch()

    def passed(self, number: int) -> bool:
        """Whether undo passes over a record."""
        return passed(self.referee, self.abouts, number)

    def forget(self, request: Request) -> None:
        """A request was answered."""
        self.requests = tuple(each for each in self.requests if each is not request)
        self.touch()

    def _ask_for(self, command: Mapping[str, Json], speaker: Speaker, wanted: Wanted) -> None:
        """Show a request on the phones concerned; each phone has one open at a time."""
        request = Request(
            self._findings.next_id("r"), dict(command), speaker, wanted.asked, wanted.record
        )
        others = [each for each in self.requests if not each.is_of(speaker)]
        self.requests = (*others, request)
        self.touch()

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

    def _dealt(self, seed: int) -> Json:
        """A set-up for people to lay out, as all phones show it; None if the game has none."""
        event = self.game.deal(self.start, seed)
        return None if event is None else self.game.event_to_json(event)

    def _laid(self, kept: Json) -> Json:
        """What was to be laid out, if it is a set-up of this game; a foreign journal holds any."""
        try:
            event = self.game.event_from_json(kept)
            self.game.apply(self.start, event)
        except ODD:
            return None
        return self.game.event_to_json(event)

    def deal(self) -> None:
        """Another set-up to be laid out."""
        self.lay(self._dealt(secrets.randbits(SEED_BITS)))

    def lay(self, layout: Json) -> None:
        """What is to be laid out was changed on a phone, and is so on all of them."""
        self.journal.note(self.stored.id, {LAYOUT: layout})
        self.layout = layout
        self.touch(game=True)

    # --- what the phones ask (web.table.Table) ---

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
            notices=tuple(self._notices()),
            for_host=tuple(self.notices.for_host.values()),
            simulated=simulated,
            recording=self.recording,
            senses=self.senses,
            list_unfinished=lambda: self.unfinished,
            wordings=self._wordings,
        )

    def _notices(self) -> Iterator[Told]:
        """What everybody should know now."""
        if self.notices.unsaved is not None:
            yield f"journal.{self.notices.unsaved}", {}
        elif self.journal.on_reserve:
            yield "journal.reserve", {}
        yield from self.keeping()
        faults, begun = self._findings.set_up_faults, len(self.referee.records)
        yield from self.notices.of_table(faults, begun)

    def snapshot(self, speaker: Speaker, language: str) -> dict[str, Json]:
        """Everything one phone may see, worded."""
        return phone_view.build(self.state, speaker, language)

    def choices(
        self,
        number: int,
        speaker: Speaker,
        language: str,
        purpose: str = "amend",
    ) -> list[dict[str, Json]]:
        """Events that may replace an entry, go before it, or come now."""
        return phone_view.choices(self.state, number, speaker, language, purpose)

    def ending(self, speaker: Speaker, language: str) -> dict[str, Json] | None:
        """What a game that is over has to tell one phone."""
        return ending.told(self.state, speaker, language)

    def evening(self) -> str:
        """Which game is on the table, also after a restart."""
        return str(self.stored.about.get(EVENING) or f"{self.stored.id} of {self.stored.time}")

    def usual(self, game: str) -> Mapping[str, Json]:
        """The options a game is played by here unless the host chooses others."""
        return self._usual(game)

    def seats(self) -> int:
        """How many seats the game has."""
        return self.stored.agreed.players

    def judge(self, event: Mapping[str, Json], speaker: Speaker, language: str) -> dict[str, Json]:
        """How the referee would judge an event if it were told now; nothing changes."""
        state = self.state
        return phone_view.verdict(state, told_event(state, event, speaker), speaker.seat, language)

    def do(
        self, command: Mapping[str, Json], speaker: Speaker, language: str = "en"
    ) -> dict[str, Json]:
        """Carry out one command once; Refused when it cannot be, and then nothing changed."""
        name, number = str(command.get("id")), command.get("version")
        with self.changes():
            if name in self._answers:
                return self._answers[name]
            self._check_open()
            handler = COMMANDS.get(str(command.get("do")))
            if handler is None:
                facts: dict[str, Json] = {"command": str(command.get("do"))[:64]}
                raise Refused(Kind.BAD, "refused.unknown-command", facts)
            if not isinstance(number, int) or not self._oldest(command) <= number <= self.version:
                raise Refused(Kind.STALE, "refused.stale", {"version": self.version})
            told = len(self.referee.records)
            try:
                handler(self, command, speaker)
                news = phone_view.done(self._frozen(), told, speaker, language)
            except Wanted as wanted:
                self._ask_for(command, speaker, wanted)
                news = phone_view.asking(self._frozen(), wanted, language)
            except JournalFailed as fault:
                self.note_unsaved(fault)
                raise Refused(Kind.BUSY, UNSAVED.get(fault.why, "refused.crashed")) from fault
            answer: dict[str, Json] = {"ok": True, "version": self.version, **news}
            self._answers[name] = answer
            while len(self._answers) > REMEMBERED_COMMANDS:
                self._answers.popitem(last=False)
            return answer

    def _oldest(self, command: Mapping[str, Json]) -> int:
        """The oldest version a command may have seen: all choose in secret at the same time,
        and bots may be directed at any."""
        if command.get("do") == "claim" and self._is_secret(command.get("event")):
            return self._news.open_version
        if command.get("do") == "direct":
            return 0
        return self._news.game_version

    def _is_secret(self, data: Json) -> bool:
        try:
            return self.game.secret(self.game.event_from_json(data))
        except ValueError:
            return False

    def listen(self, callback: Callable[[int], None]) -> Callable[[], None]:
        """Call back with every new version, until the answer is called."""
        return self._news.listen(callback)

    def picture(self, name: str, speaker: Speaker) -> bytes | None:
        """The camera with what was recognised, or what proves an event, question or fault."""
        if name == "camera":
            permit(Deed.SEE_CAMERA if self.people is None else Deed.DIRECT, speaker)
            return self._watching.picture()
        state = self.state
        if not phone_view.shows_proofs(state, speaker):
            raise Refused(Kind.FORBIDDEN, "refused.no-proofs")
        open_pictures = phone_view.open_pictures(state.doubts)
        if name in open_pictures:
            return open_pictures[name]
        named = EVIDENCE.fullmatch(name)
        if named is None or state.abouts.get(int(named[1]), {}).get("picture") != name:
            return None
        found = self.journal.evidence(state.stored.id, int(named[1]))
        return None if found is None else found.picture


def _may_sense(journal: Journal) -> bool:
    """Whether camera and microphone may be opened; switched off they stay so over a restart."""
    said = [n[SENSES] for n in journal.notes(DEVICE) if SENSES in n and is_note(n)]
    return not said or said[-1] == ON


def proof_name(number: int, about: Mapping[str, Json]) -> str:
    """The name of a record's picture; its random part keeps it from being guessed."""
    mark = about.get("mark")
    return f"evidence-{number}-{mark}" if mark else f"evidence-{number}"


def _mapping(value: Json) -> dict[str, Json]:
    return dict(value) if isinstance(value, Mapping) else {}


def _named(fault: Exception) -> str:
    return "game" if isinstance(fault, UnknownGame) else "options"
