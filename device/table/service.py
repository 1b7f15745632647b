"""The table: camera, watcher, referee, journal and phones tied together, one direction only.

Nothing changes the position but a record that the journal has acknowledged. The watcher belongs
to the camera's thread alone; whatever phones change is handed to it before the next picture.
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from device.following.sight import Finding, Sight, SightState
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
    is_note,
    told,
)
from device.senses.camera_thread import CameraState
from device.senses.frame import Frame
from device.table import phone_view
from device.table.commands import COMMANDS, ODD, told_event
from device.table.open_table import Switch
from device.table.permits import Request, Wanted, permit
from device.table.questions import Doubts, Fault, Question, rest_of, runner_up, told_by
from device.table.state import TableState, Wordings, passed
from device.table.versions import News
from rules import games
from rules.errors import CastellanError, ImpossibleEvent, UnknownGame
from rules.game import Game, check_level
from rules.referee import Accepted, Amend, Illegal, Play, Void, record_to_json
from rules.refused import Kind, Refused
from rules.rights import Deed, Speaker
from rules.values import REFEREE, Json, Ruling
from vision.stories.story import Story, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from device.following.pearl_book import Notice
    from device.hearing.ears import MicrophoneState
    from device.senses.sound import Samples
    from device.table.simulated import Simulated
    from vision.set_up import SetUpFault
from device.following.pearl_book import Hearing

log = logging.getLogger(__name__)
REMEMBERED_COMMANDS = 2000
SEED_BITS = 32
FIRST = 15  # events of a game during which hints about its set-up are shown
FIRST_SERIAL = 1_000_000  # of questions and open faults, so none looks like a record number
PICTURE_WAIT = 2.0
STAYS = 5.0  # seconds a question stays, unless it is answered or certain what happened
PARTS = {"eyes": "part.eyes", "ears": "part.ears", "panel": "part.panel"}
UNSAVED = {"full": "refused.disk-full", "read-only": "refused.read-only"}
PICTURE_WANTED = 6.0  # seconds a camera picture is kept fresh after somebody looked at it


class Looker(Protocol):
    """What the service needs of a watcher."""

    def see(self, frame: Frame) -> Sight: ...
    def heard_until(self, time: float) -> None: ...
    def confirm(self, position: Any) -> None: ...
    def overlay(self) -> bytes | None: ...
    def knows_corners(self, corners: Any) -> bool: ...
    def tap_corners(self, corners: Any) -> None: ...
    def nothing_happened(self) -> None: ...


class Moments(Protocol):
    """Somebody who remembers the last minute, and keeps it when it was seen wrong."""

    @property
    def at_corrections(self) -> bool: ...
    def begin(self, records: Iterable[Mapping[str, Json]]) -> None: ...
    def frame(self, frame: Frame) -> None: ...
    def event(self, record: Mapping[str, Json], source: str) -> None: ...
    def keep(self, about: Mapping[str, Json], why: str) -> bool: ...


class Keeper(Protocol):
    """Somebody who writes down what the table sees and does."""

    def frame(self, frame: Frame) -> Frame | None: ...
    def event(self, record: Mapping[str, Json], source: str) -> None: ...
    def sound(self, samples: Samples) -> None: ...
    def taught(self, file: Path) -> None: ...


About = Mapping[str, Any]  # what was agreed about a game, as the journal keeps it
EVENING = "evening"  # what the web knows a game by, where that is not its own number


# How a table looks that nobody touches.
RESTING = frozenset({SightState.STILL, SightState.DOUBT, SightState.SETTLED})
MICROSECONDS = 1_000_000  # in a second: a game is dealt by the moment it was begun
EVIDENCE = re.compile(r"evidence-([0-9]{1,9})(-[0-9a-f]{8})?")  # older ones have no random part
MakeWatcher = Callable[[Game[Any, Any], Any, About], Looker | None]
Agree = Callable[[About], About]


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
        self._clock = clock
        self._memory = memory
        self._make_watcher = make_watcher
        self._agree = agree
        self._usual = usual
        self._news = News()
        self._lock = self._news.lock
        self.changes = self._news.changes
        self._touch = self._news.touch
        self._answers: OrderedDict[str, dict[str, Json]] = OrderedDict()
        self._serial = FIRST_SERIAL
        self.sight = SightState.LOOKING.value
        self.seen: str | None = None
        self.camera = CameraState("camera", "off")
        self.microphone: MicrophoneState | None = None
        self.ear_notice: Notice | None = None
        self.hearing: Hearing | None = None
        self.keeper: Keeper | None = None
        self.moments: Moments | None = None
        self.recordings: Switch | None = None
        self.for_host: dict[str, tuple[str, Mapping[str, Json]]] = {}
        self.simulated: Simulated | None = None
        self.unsaved: str | None = None  # why the last event could not be written down
        self.senses = _may_sense(journal)  # whether camera and microphone may be open at all
        self.troubled: tuple[str, ...] = ()  # parts of the device that do not do well
        self.closed = False  # the device stops: nothing is written any more
        self._picture: bytes | None = None
        self._picture_wanted = -PICTURE_WANTED
        self._picture_ready = threading.Condition(self._lock)
        self._moment = 0  # counts changes of what is to be explained, over all games and watchers
        self._begin(stored)
        self._news.publish = self._publish

    def _publish(self) -> None:
        self._state = self._frozen()

    def _begin(self, stored: StoredGame) -> None:
        """Take up a game where its journal ends."""
        kept = self.journal.records(stored.id)
        self.stored, self.referee = folded(stored, (item.record for item in kept))
        self.game, self.start = self.referee.game, self.referee.start
        about = self.stored.about
        notes = told(self.journal.notes(stored.id), about)
        self.names = notes.names
        self.hint_level = notes.hints or about.get(HINTS) or REFEREE
        self.proofs = notes.proofs if notes.proofs is not None else about.get(PROOFS) is not False
        self.layout = self._laid(notes.layout) or self._dealt(round(stored.time * MICROSECONDS))
        self._skipped = notes.skipped
        self.times = {item.number: item.time for item in kept}
        self.abouts = self.journal.abouts(stored.id)
        for number, about in self.abouts.items():
            if about.get("picture") == f"evidence-{number}":
                about["picture"] = proof_name(number, about)
        for item in kept:
            if item.command:
                self._answers[item.command] = {"ok": True, "version": self.version}
        self.doubts = Doubts()
        self._asked = -STAYS  # when the open question was first asked
        self._newer: Doubts | None = None  # what takes its place when it has stood long enough
        self._alleged: Doubts | None = None  # a mistake seen only once so far
        self.requests: tuple[Request, ...] = ()  # what waits for somebody's yes
        self.set_up_faults: tuple[SetUpFault, ...] = ()  # what is wrong before the first event
        self._looked: tuple[float, int] | None = None  # when a still moment was read to its end
        self._errands: list[Callable[[Looker], None]] = []
        self._listened: float | None = None
        self._look_anew()
        self.sight = self._blind() if self._watcher is None else SightState.LOOKING.value
        self._wordings = Wordings()
        self._unfinished: tuple[Unfinished, ...] | None = None
        self._learned = self.game.learned(self.start)
        self._begin_moments()
        self._publish()

    def _look_anew(self) -> None:
        """Another watcher for what is known now; what an earlier one still finds is dropped."""
        self._watcher = self._make_watcher(self.game, self.referee.position, self.stored.about)
        self._moment += 1
        self._based = self._moment  # the moment the watcher knows

    def _blind(self) -> str:
        """Why nobody looks: the box is not known, or not yet."""
        simulated = self.simulated
        preparing = simulated is not None and simulated.preparing == self.game.name
        return "preparing" if preparing else "untaught"

    @property
    def recording(self) -> bool:
        """Whether everything seen and heard is being written down."""
        return self.keeper is not None

    def keeping(self) -> list[tuple[str, Mapping[str, Json]]]:
        """What everybody should hear of what is kept here: keys of the words and their facts."""
        news = self.journal.news()
        if self._skipped:
            news.append(("journal.strange", {"count": self._skipped}))
        if self.recording:
            news.append(("keeping.recording", {}))
        if not self.senses:
            news.append(("keeping.senses-off", {}))
        news += [(PARTS.get(name, "part.other"), {"part": name}) for name in self.troubled]
        return news

    def note_troubled(self, parts: tuple[str, ...]) -> None:
        """Which parts of the device do not do well."""
        with self.changes():
            if parts != self.troubled:
                self.troubled = parts
                self._touch()

    def note_for_host(self, about: str, told: tuple[str, Mapping[str, Json]] | None) -> None:
        """What the host alone should hear about something, as words and facts; None: no more."""
        with self.changes():
            known = self.for_host.pop(about, None)
            if told is not None:
                self.for_host[about] = told
            if told != known:
                self._touch()

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
        if self.keeper is not None:
            kept = self.keeper.frame(frame)
            if kept is None:
                return None
            frame = kept
        if self.moments is not None:
            self.moments.frame(frame)
        watcher, moment = self._prepared_watcher()
        if watcher is None:
            return None
        sight = self._look(watcher, frame)
        with self.changes():
            if self.closed:
                return None
            self._note(sight.state.value)
            if sight.done:
                self._looked = sight.time, moment
            if moment == self._moment:
                self._judge_sight(sight)
            if self._newer is not None:
                self._doubt(self._newer)
        self._refresh_picture(watcher)
        return sight

    def _prepared_watcher(self) -> tuple[Looker | None, int]:
        """The watcher, told of everything that changed since the last picture."""
        with self._lock:
            watcher, moment, position = self._watcher, self._moment, self.referee.position
            listened = self._listened  # before what was heard by then is handed over
            errands, self._errands = self._errands, []
        if watcher is not None:
            if moment != self._based:
                self._tell_position(watcher, position, moment)
            for errand in errands:
                errand(watcher)
            if listened is not None:
                watcher.heard_until(listened)
        return watcher, moment

    def _tell_position(self, watcher: Looker, position: Any, moment: int) -> None:
        """A watcher that cannot follow what was told is replaced by one that begins there."""
        try:
            watcher.confirm(position)
        except Exception:
            with self._lock:
                self._look_anew()
            raise
        self._based = moment

    def _look(self, watcher: Looker, frame: Frame) -> Sight:
        """A fault in reading one picture is told; whoever shows the pictures goes on."""
        try:
            return watcher.see(frame)
        except Exception:
            with self.changes():
                self._note("trouble")
            raise

    @property
    def looked(self) -> float | None:
        """When the table at rest was last looked at to the end, by what is known now."""
        looked = self._looked
        return looked[0] if looked is not None and looked[1] == self._moment else None

    def note_seen(self, game: str | None) -> None:
        """Which taught game the camera shows: "" none of them, None while that is not asked."""
        with self.changes():
            if game != self.seen:
                self.seen = game
                self._touch()

    def note_teaching(self, teaching: bool) -> None:
        """A box is being taught, and the table is not looked at meanwhile; or no more."""
        with self.changes():
            waiting = SightState.LOOKING.value if self._watcher is not None else self._blind()
            self._note("teaching" if teaching else waiting)

    def box_changed(self, game: str) -> None:
        """A box was taught: look at its game with new eyes, from the start if none was played."""
        with self.changes():
            if game != self.game.name:
                self._touch()
            elif self.referee.records:
                self._look_anew()
                self._note(SightState.LOOKING.value)
            else:
                seats = range(int(self.stored.about["players"]))
                told: dict[str, Any] = {"names": [self.names.get(seat, "") for seat in seats]}
                told |= {HINTS: self.hint_level, PROOFS: self.proofs}
                self.new_game({**self.stored.about, **told, "box": {}})

    def note_table(self, simulated: Simulated) -> None:
        """The table is a simulated one."""
        with self.changes():
            self.simulated = simulated
            self._touch()

    def note_simulated(self, waits: str = "", preparing: str | None = None) -> None:
        """What the people at a simulated table wait for, or which box is being prepared."""
        with self.changes():
            known = self.simulated
            if known is not None:
                box = known.preparing if preparing is None else preparing
                self.simulated = replace(known, waits=waits, preparing=box)
            if self.simulated != known:
                self._touch()

    def note_camera(self, state: CameraState) -> None:
        """The camera works, is lost, is black ..."""
        with self.changes():
            self.camera = state
            self._touch()

    def _note(self, state: str) -> None:
        if state != self.sight:
            self.sight = state
            self._touch()

    def _judge_sight(self, sight: Sight) -> None:
        if sight.finding is not None:
            self._judge(sight.finding)
        elif sight.state not in RESTING:
            self._alleged = None
        elif self._alleged is not None:
            self._doubt(self._alleged)

    def _judge(self, finding: Finding) -> None:
        story = finding.stories[0] if finding.stories else None
        faults = finding.set_up_faults
        if faults is not None and faults != self.set_up_faults:
            self.set_up_faults = faults
            self._touch()
        match finding.verdict:
            case Verdict.UNDERSTOOD if story is not None and finding.certain:
                self._accept(story, finding)
            case Verdict.UNDERSTOOD if story is not None:
                self._doubt(Doubts(likely=story))
            case Verdict.ASK:
                self._ask(finding)
            case Verdict.ILLEGAL if story is not None:
                self._allege(self._objection(story, finding.rulings, finding.picture))
                return
        self._alleged = None

    def _allege(self, doubts: Doubts) -> None:
        """A mistake is told once it lies there at a second look: hands may only have paused."""
        again = doubts in (self.doubts, self._newer, self._alleged)
        self._alleged = doubts
        if again:
            self._doubt(doubts)

    def _accept(self, story: Story, finding: Finding) -> None:
        """A story that is certain becomes events; an empty one says the table is as known."""
        about: dict[str, Json] = {"by": "camera", **runner_up(finding)}
        try:
            self.tell_story(story, finding.picture, about)
            self._reveal(finding)
            self._set_doubts(Doubts(likely=rest_of(finding.likely, story)))
        except Objection as objection:
            self._object(replace(story, events=objection.left), objection.rulings, finding.picture)
        except ImpossibleEvent as fault:
            log.error("a story was not written down: %s", fault)
        except JournalFailed as fault:
            self._note_failure(fault)
            self._moment += 1  # have the watcher find it again, for when there is room

    def _note_failure(self, fault: JournalFailed) -> None:
        """Tell the phones that nothing is saved, until something is again."""
        log.error("not saved: %s", fault)
        if self.unsaved != fault.why:
            self.unsaved = fault.why
            self._touch()

    def _reveal(self, finding: Finding) -> None:
        """Something built unseen shows itself now: complete the event it was built in."""
        for fact in finding.late_facts:
            entries = [(e, fact.complete(e.event)) for e in reversed(self.referee.history)]
            entry, whole = next((each for each in entries if each[1] is not None), (None, None))
            if entry is None or whole == entry.event:
                continue
            record, change = self.referee.amend(entry.number, whole)
            # What would not fit was misread; nobody is troubled with it.
            if len(change.misfits) <= len(self.referee.misfits):
                self.write(record, Evidence({"by": "camera"}, finding.picture))

    def _ask(self, finding: Finding) -> None:
        stories = finding.stories[:3]
        for doubts in (self.doubts, self._newer):
            asked = None if doubts is None else doubts.question
            if doubts is not None and asked and told_by(asked.stories) == told_by(stories):
                self._doubt(doubts)
                return
        question = Question(self._next_id("q"), stories, finding.picture)
        self._doubt(Doubts(question=question))

    def _object(self, story: Story, rulings: tuple[Ruling, ...], picture: bytes | None) -> None:
        self._set_doubts(self._objection(story, rulings, picture))

    def _objection(
        self, story: Story, rulings: tuple[Ruling, ...], picture: bytes | None
    ) -> Doubts:
        """A fault that lies on the table; the one that is known, if it is the same."""
        for doubts in (self.doubts, self._newer, self._alleged):
            known = None if doubts is None else doubts.fault
            if doubts is not None and known and known.story.events == story.events:
                return doubts
        self._serial += 1
        log.info("illegal: %s", ", ".join(ruling.rule for ruling in rulings))
        return Doubts(fault=Fault(self._serial, story, rulings, picture))

    def _refresh_picture(self, watcher: Looker) -> None:
        if time.monotonic() - self._picture_wanted > PICTURE_WANTED:
            return
        picture = watcher.overlay()
        with self._picture_ready:
            self._picture = picture
            self._picture_ready.notify_all()

    # --- what changes the game ---

    def keep(self, keeper: Keeper | None) -> None:
        """Let somebody write down what happens from now on, and what happened before."""
        with self.changes():
            self.keeper = keeper
            for item in self.journal.records(self.stored.id):
                self._keep(dict(item.record))
            self._touch()

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

    def write(self, record: Any, evidence: Evidence, command: str | None = None) -> int:
        """The only door to the position: first the journal, then the referee."""
        self._check_open()
        data = record_to_json(self.game, record)
        if evidence.picture is not None:
            evidence = replace(evidence, about={**evidence.about, "mark": secrets.token_hex(4)})
        stored = self.journal.append(self.stored.id, data, evidence, command)
        self._keep_if_wrong(record, str(evidence.about.get("by", "phone")))
        self.unsaved = None
        phase = self.referee.position.phase
        self.referee.commit(record)
        secret = isinstance(record, Play) and self.game.secret(record.event)
        secret = secret and self.referee.position.phase == phase
        about = dict(evidence.about)
        if evidence.picture is not None:
            about.setdefault("picture", proof_name(stored.number, about))
        self._note_record(stored.number, stored.time, about)
        self._keep(data, str(about.get("by", "phone")))
        self._moment += 1
        self.requests = ()
        self._set_doubts(Doubts())
        self._touch(game=True, secret=secret)
        self._remember()
        return stored.number

    def _note_record(self, number: int, when: float, about: dict[str, Any]) -> None:
        """Keep what is known about a record; states made before must not change."""
        self.times = {**self.times, number: when}
        self.abouts = {**self.abouts, number: about}

    def write_quietly(self, record: Any, evidence: Evidence) -> int:
        """Write what only the microphone tells; no phone is made stale by what it cannot see."""
        self._check_open()
        data = record_to_json(self.game, record)
        stored = self.journal.append(self.stored.id, data, evidence, None)
        self.referee.commit(record)
        self._note_record(stored.number, stored.time, dict(evidence.about))
        self._keep(data, str(evidence.about.get("by", "microphone")))
        self._moment += 1
        self._touch()
        return stored.number

    def _check_open(self) -> None:
        if self.closed:
            raise Refused(Kind.BUSY, "refused.stopping")

    def note_microphone(self, state: MicrophoneState) -> None:
        """The microphone works, is lost, is silent ..."""
        with self.changes():
            self.microphone = state
            self._touch()

    def show_hearing(self) -> None:
        """The calibration went on: tell the phones."""
        with self.changes():
            self._touch()

    def note_ear(self, notice: Notice | None) -> None:
        """Something the ear has to say to everybody, until it says something else."""
        with self.changes():
            if notice != self.ear_notice:
                self.ear_notice = notice
                self._touch()

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
            start_position(about)
            about = {**about, "rules": games.find(str(about["game"])).version}
            # A game in which nothing happened was none: who came for it came for the next one.
            if not self.referee.records:
                about[EVENING] = self.evening()
        except CastellanError as fault:
            log.info("no new game: %s", fault)
            raise Refused(Kind.BAD, "refused.field", {"field": _named(fault)}) from fault
        self.keeper = None  # a recording holds one game
        self._begin(self.journal.start_game(self._agree(about)))
        self._touch(game=True)

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
        self.keeper = None  # a recording holds one game
        self._begin(take_up(self.journal, wanted[0]))
        self._touch(game=True)

    def ask(self, stories: Iterable[Story]) -> None:
        """Ask the phones which story is meant, after a claim that fits several."""
        question = Question(self._next_id("q"), tuple(stories), None, "question.which")
        self._set_doubts(Doubts(question=question))

    def dismiss(self) -> None:
        """None of the answers is true: forget the question and keep looking."""
        self._set_doubts(Doubts())
        self._moment += 1
        self._keep({"record": "dismiss"})

    def confirm(self) -> None:
        """Nothing happened that is not told: forget the question, and what was believed."""
        self._set_doubts(Doubts())
        self._errands.append(lambda watcher: watcher.nothing_happened())
        self._moment += 1
        self._keep({"record": "confirm"})

    def note_listened(self, until: float) -> None:
        """Up to when the microphone has heard everything, for eyes that wait for it."""
        self._listened = until

    def before_next_frame(self, errand: Callable[[Any], None]) -> None:
        """Tell the watcher something before it sees its next picture."""
        with self._lock:
            self._errands.append(errand)

    def knows_corners(self, corners: Json) -> bool:
        """Whether a board can have its corners there, as far as anybody looks."""
        watcher = self._watcher
        return watcher is None or watcher.knows_corners(corners)

    def take_corners(self, corners: Json) -> None:
        """The host tapped the board's corners in the camera picture."""
        self._errands.append(lambda watcher: watcher.tap_corners(corners))
        self._keep({"record": "corners", "corners": corners})

    def _keep(self, record: Mapping[str, Json], source: str = "phone") -> None:
        for each in (self.keeper, self.moments):
            if each is not None:
                each.event(record, source)

    def remember(self, moments: Moments) -> None:
        """Let somebody remember the last minute, from now on."""
        with self.changes():
            self.moments = moments
            self._begin_moments()

    def _begin_moments(self) -> None:
        if self.moments is not None:
            self.moments.begin([dict(item.record) for item in self.journal.records(self.stored.id)])

    def saw_wrong(self, why: str) -> None:
        """Keep the last minute, for whoever mends the eyes."""
        if self.moments is None or not self.moments.keep(self.stored.about, why):
            raise Refused(Kind.STALE, "refused.no-moment")

    def _keep_if_wrong(self, record: Any, by: str) -> None:
        """A correction by hand of what the camera told says that it saw wrong."""
        moments = self.moments
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
        if not story.events:
            self.confirm()
            return
        try:
            self.tell_story(story, picture, about, command)
        except Objection as objection:
            self._object(replace(story, events=objection.left), objection.rulings, picture)

    def set_hints(self, level: str) -> None:
        """The host chose how much the device tells."""
        self.journal.note(self.stored.id, {HINTS: check_level(level)})
        self.hint_level = level
        self._touch()

    def set_senses(self, on: bool) -> None:
        """The host opens camera and microphone, or closes them until they are wanted again."""
        self.journal.note(DEVICE, {SENSES: ON if on else OFF})
        self.senses = on
        self._touch()

    def set_proofs(self, shown: bool) -> None:
        """The host chose whether players see the pictures that prove events."""
        self.journal.note(self.stored.id, {PROOFS: shown})
        self.proofs = shown
        self._touch()

    def passed(self, number: int) -> bool:
        """Whether undo passes over a record."""
        return passed(self.referee, self.abouts, number)

    def forget(self, request: Request) -> None:
        """A request was answered."""
        self.requests = tuple(each for each in self.requests if each is not request)
        self._touch()

    def _ask_for(self, command: Mapping[str, Json], speaker: Speaker, wanted: Wanted) -> None:
        """Show a request on the phones concerned; each phone has one open at a time."""
        request = Request(self._next_id("r"), dict(command), speaker, wanted.asked, wanted.record)
        others = [each for each in self.requests if not each.is_of(speaker)]
        self.requests = (*others, request)
        self._touch()

    def rename(self, seat: int, name: str) -> None:
        """A player gave a name, or an empty one to take it back."""
        if self.names.get(seat) == name:
            return
        self.journal.note(self.stored.id, {"seat": seat, "name": name})
        self.names[seat] = name
        self._touch()

    def _doubt(self, doubts: Doubts) -> None:
        """Another doubt; a question that people may just be reading goes first."""
        asked = self.doubts.question
        stays = asked is not None and self._clock() - self._asked < STAYS
        if stays and doubts.question is not asked:
            self._newer = doubts
        else:
            self._set_doubts(doubts)

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
        self._touch(game=True)

    def _set_doubts(self, doubts: Doubts) -> None:
        self._newer = self._alleged = None
        if doubts.question is not None and doubts.question is not self.doubts.question:
            self._asked = self._clock()
        if doubts != self.doubts:
            asked = doubts.question or doubts.fault or self.doubts.question or self.doubts.fault
            self.doubts = doubts
            self._touch(game=asked is not None)

    def _next_id(self, letter: str) -> str:
        self._serial += 1
        return f"{letter}{self._serial}"

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
            abouts=self.abouts,
            times=self.times,
            sight=self.sight,
            seen=self.seen,
            camera=self.camera,
            microphone=self.microphone,
            calibration=None if hearing is None else hearing.to_json(),
            deniable=hearing is not None and hearing.deniable,
            notices=tuple(self._notices()),
            for_host=tuple(self.for_host.values()),
            simulated=simulated,
            recording=self.recording,
            senses=self.senses,
            list_unfinished=lambda: self.unfinished,
            wordings=self._wordings,
        )

    def _notices(self) -> Iterator[tuple[str, Mapping[str, Json]]]:
        """What everybody should know now."""
        if self.unsaved is not None:
            yield f"journal.{self.unsaved}", {}
        elif self.journal.on_reserve:
            yield "journal.reserve", {}
        yield from self.keeping()
        begun = len(self.referee.records)
        for fault in self.set_up_faults:  # what will be hard to see is told for a while longer
            if not begun or (fault.hint and begun <= FIRST):
                yield fault.key, fault.facts
        if self.ear_notice is not None:
            yield self.ear_notice.key, self.ear_notice.facts

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

    def evening(self) -> str:
        """Which game is on the table, also after a restart."""
        return str(self.stored.about.get(EVENING) or f"{self.stored.id} of {self.stored.time}")

    def usual(self, game: str) -> Mapping[str, Json]:
        """The options a game is played by here unless the host chooses others."""
        return self._usual(game)

    def seats(self) -> int:
        """How many seats the game has."""
        return int(self.stored.about["players"])

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
                self._note_failure(fault)
                raise Refused(Kind.BUSY, UNSAVED.get(fault.why, "refused.crashed")) from fault
            answer: dict[str, Json] = {"ok": True, "version": self.version, **news}
            self._answers[name] = answer
            while len(self._answers) > REMEMBERED_COMMANDS:
                self._answers.popitem(last=False)
            return answer

    def _oldest(self, command: Mapping[str, Json]) -> int:
        """The oldest version a command may have seen: all choose in secret at the same time."""
        if command.get("do") == "claim" and self._is_secret(command.get("event")):
            return self._news.open_version
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
            permit(Deed.SEE_CAMERA, speaker)
            return self._camera_picture()
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

    def _camera_picture(self) -> bytes | None:
        with self._picture_ready:
            fresh = time.monotonic() - self._picture_wanted < PICTURE_WANTED
            self._picture_wanted = time.monotonic()
            if not fresh or self._picture is None:
                self._picture_ready.wait(PICTURE_WAIT)
            return self._picture


class Objection(CastellanError, ValueError):
    """A story cannot go on by the rules; `left` are the events not written."""

    def __init__(self, left: tuple[Any, ...], rulings: tuple[Ruling, ...]) -> None:
        super().__init__(f"not allowed: {[ruling.rule for ruling in rulings]}")
        self.left = left
        self.rulings = rulings


def _may_sense(journal: Journal) -> bool:
    """Whether camera and microphone may be opened; switched off they stay so over a restart."""
    said = [n[SENSES] for n in journal.notes(DEVICE) if SENSES in n and is_note(n)]
    return not said or said[-1] == ON


def proof_name(number: int, about: Mapping[str, Json]) -> str:
    """The name of a record's picture; its random part keeps it from being guessed."""
    mark = about.get("mark")
    return f"evidence-{number}-{mark}" if mark else f"evidence-{number}"


def _mapping(value: Any) -> dict[str, Json]:
    return dict(value) if isinstance(value, Mapping) else {}


def _named(fault: Exception) -> str:
    return "game" if isinstance(fault, UnknownGame) else "options"
