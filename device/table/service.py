"""The table: camera, watcher, referee, journal and phones tied together, one direction only.

Nothing changes the position but a record that the journal has acknowledged. The watcher belongs
to the camera's thread alone; whatever phones change is handed to it before the next picture.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping

from device.following.sight import Sight, SightState
from device.records.stored import HINTS, PROOFS
from device.records.trouble import JournalFailed
from device.senses.frame import Frame
from device.table import doubt_view, ending, phone_view
from device.table.commands import COMMANDS, told_event
from device.table.game_on_table import GameOnTable
from device.table.permits import Request, Wanted, permit
from device.table.preview import preview
from device.table.proofs import proof
from device.table.questions import Doubts
from device.table.watching import Corners, Errand, Follower
from device.table.witnesses import Moments, Recorder
from rules.refused import Kind, Refused
from rules.rights import Deed, Speaker
from rules.values import Facts, Json
from vision.stories.story import Story

log = logging.getLogger(__name__)
REMEMBERED_COMMANDS = 2000
UNSAVED = {"full": "refused.disk-full", "read-only": "refused.read-only"}


class TableService(GameOnTable):
    """One table. Any thread may call it; web pages see it as their `Table`."""

    def close(self) -> None:
        """The device stops: what is being written is finished, and nothing more is taken."""
        with self._lock:
            self.closed = True

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
        """A fault in one picture is shown on the phones; the camera's thread goes on."""
        try:
            return watcher.see(frame)
        except Exception:
            with self.changes():
                self._note("trouble")
            raise

    @property
    def looked(self) -> float | None:
        """When the table at rest was last looked at to the end, by what is known now."""
        return self._watching.looked

    def note_teaching(self, teaching: bool) -> None:
        """Whether a box is being taught; the table is not looked at meanwhile."""
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

    # --- what changes the game ---

    def keep(self, recorder: Recorder | None) -> None:
        """Start a recorder; it first gets what happened before."""
        with self.changes():
            self.witnesses.record(recorder, self._records())
            self.touch()

    def _records(self) -> Iterator[Facts]:
        return (item.record for item in self.journal.records(self.stored.id))

    def ask(self, stories: Iterable[Story]) -> None:
        """Ask the phones which story is meant, after a claim that fits several."""
        self._findings.ask_which(stories)

    def dismiss(self) -> None:
        """None of the answers is true: forget the question and keep looking."""
        self._findings.set(Doubts())
        self._watching.explain_anew()
        self.witnesses.event({"record": "dismiss"})

    def confirm(self) -> None:
        """Nothing happened beyond the journal: forget the question and what was believed."""
        self._findings.set(Doubts())
        self._watching.before_next_frame(lambda watcher: watcher.nothing_happened())
        self._watching.explain_anew()
        self.witnesses.event({"record": "confirm"})

    def note_listened(self, until: float) -> None:
        """Up to when the microphone has heard everything, for eyes that wait for it."""
        self._watching.note_listened(until)

    def before_next_frame(self, errand: Errand) -> None:
        """Tell the watcher something before it sees its next picture."""
        with self._lock:
            self._watching.before_next_frame(errand)

    def knows_corners(self, corners: Corners) -> bool:
        """Whether a board can have its corners there; True if nothing looks."""
        return self._watching.knows_corners(corners)

    def take_corners(self, corners: Corners) -> None:
        """The host tapped the board's corners in the camera picture."""
        self._watching.before_next_frame(lambda watcher: watcher.tap_corners(corners))
        self.witnesses.event({"record": "corners", "corners": [[*each] for each in corners]})

    def remember(self, moments: Moments) -> None:
        """Remember the last minute from now on."""
        with self.changes():
            self.witnesses.moments = moments
            self.witnesses.begin(self._records())

    def saw_wrong(self, why: str) -> None:
        """Keep the last minute, so that somebody can mend the eyes."""
        if not self.witnesses.keep(self.stored.about, why):
            raise Refused(Kind.STALE, "refused.no-moment")

    def settle(
        self, story: Story, picture: bytes | None, about: Mapping[str, Json], command: str
    ) -> None:
        """A player said which story is true; if it breaks a rule, that is the next thing open."""
        if story.events:
            self._findings.settle(story, picture, about, command)
        else:
            self.confirm()

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

    # --- what the phones ask (web.table.Table) ---

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

    def judge(self, event: Mapping[str, Json], speaker: Speaker, language: str) -> dict[str, Json]:
        """How the referee would judge an event if it were told now; nothing changes."""
        state = self.state
        return phone_view.verdict(state, told_event(state, event, speaker), speaker.seat, language)

    def preview(
        self, command: Mapping[str, Json], speaker: Speaker, language: str
    ) -> dict[str, Json]:
        """What a correction would change; nothing changes."""
        return preview(self.state, command, speaker, language)

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
            before = len(self.referee.records)
            try:
                handler(self, command, speaker)
                news = phone_view.done(self._frozen(), before, speaker, language)
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
        """The oldest version a command may have seen: all choose in secret at the same time, and
        bots may be directed at any.
        """
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

    def picture(self, name: str, speaker: Speaker) -> bytes | None:
        """The camera with what was recognised, or what proves an event, question or fault."""
        if name == "camera":
            permit(Deed.SEE_CAMERA if self.people is None else Deed.DIRECT, speaker)
            return self._watching.picture()
        state = self.state
        if not phone_view.shows_proofs(state, speaker):
            raise Refused(Kind.FORBIDDEN, "refused.no-proofs")
        open_pictures = state.doubts.pictures()
        if name in open_pictures:
            return open_pictures[name] if doubt_view.may_see(state, speaker.seat) else None
        return proof(self.journal, state, name)
