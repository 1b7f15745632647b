"""From frames to findings: locate, wait for stillness, read, explain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import cv2
import numpy as np

from device.following.recent_frames import Passing
from device.senses.frame import Frame
from rules.game import Game
from rules.values import Ruling
from vision.again import Again
from vision.errors import BoardNotFound, PiecesNotFound
from vision.eyes import Eyes, LateFact
from vision.geometry import View, solve_view
from vision.locate import Anchor, anchor, find_board, follow
from vision.markers import find_markers
from vision.rest import Rest, same_reach
from vision.set_up import SetUpFault
from vision.still import StillGate, is_dark
from vision.stories.beam import POOR_FIT, SURE, Explainer
from vision.stories.story import Branch, Outcome, Story, Verdict, told_apart
from vision.taps import corner_points, shape_fault, view_of_taps

# Moments in a row that nothing explains before somebody is asked.
PUZZLES = 1
# A story that leaves more than this unexplained is never certain.
UNCLEAR = -10.0
# Pictures of one still moment that are averaged at the most.
MOST_STILLS = 4
# A position somebody told is believed to be the one in the picture unless it fits worse than this,
# and so much worse than the best that was found.
TOLD_STRAIN, SAME_FIT = -8.0, 1.0
# A reading that leaves more than this unexplained is no reference for later pictures.
CLEAR_SIGHT = -8.0
# Still frames after which something that looks like a hand is looked at all the same.
HAND_PATIENCE = 30
# Still moments after which a hand that is always there is the light, or something left lying.
HAND_MOMENTS = 2
# What it costs, in log likelihood, to drop an unconfirmed story: about as much as a broken rule.
DROP_BELIEF_COST = 4.0
EVIDENCE_WIDTH = 640
# Metres around the board, and above it, that a proof shows; a proof of Kilt Castle shows its cards.
PROOF_MARGIN, PROOF_HEIGHT = 0.03, 0.06

__all__ = ["Finding", "Sight", "SightState", "Story", "Verdict", "Watcher"]


class SightState(StrEnum):
    """What the eyes are doing."""

    LOOKING = "looking"
    NO_BOARD = "no-board"
    DARK = "dark"
    MOVING = "moving"
    HAND = "waiting-for-hand"
    STILL = "still"
    DOUBT = "doubt"
    SETTLED = "settled"


@dataclass(frozen=True)
class Finding:
    """What a still moment means.

    Understood and certain: the first story's events happened. Understood, not certain: it is the
    likeliest of several. `likely` is what probably happened after what is certain.
    """

    verdict: Verdict
    stories: tuple[Story, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    certain: bool = False
    picture: bytes | None = None
    likely: Story | None = None
    late_facts: tuple[LateFact, ...] = ()
    unexplained: float = 0.0
    set_up_faults: tuple[SetUpFault, ...] | None = None  # None: not looked for


@dataclass(frozen=True)
class Sight:
    """What one frame came to; `done`: of this still moment nothing more will be read."""

    time: float
    state: SightState
    finding: Finding | None = None
    done: bool = False


@dataclass
class _Moment:
    """A table at rest: its frames so far and what was believed before it."""

    total: Any
    count: int
    beam: Any
    memory: Any
    unexplained: float = 0.0  # what that left unexplained
    fitted: tuple[Any, Any] | None = field(default=None, repr=False)  # beliefs and reading since
    read: int = 0
    waited: int = 0
    hand: Any = field(default=None, repr=False)
    done: bool = False
    vain: bool = False  # it looks like an earlier one in which no board was found
    small: Any = field(default=None, repr=False)  # as it was last read


class Watcher:
    """Follows one game through the frames of one camera."""

    def __init__(self, game: Game[Any, Any], eyes: Eyes, position: Any) -> None:
        self.game, self.eyes, self.position = game, eyes, position
        self.explainer = Explainer(game, eyes.lens, position)
        self.view: View | None = None
        self._anchor: Anchor | None = None
        self._makeshift: Anchor | None = None  # of a search, while the marks before show nowhere
        self._last_view: View | None = (
            None  # the latest view that was found: the board may be there yet
        )
        self._gate = StillGate()
        self._rest: Rest | None = None
        self._memory: Any = None
        self._sure_memory: Any = None  # of the latest picture that left nothing open
        self._reading: Any = None
        self._moment: _Moment | None = None
        self._picture: Any = None
        self._passing = Passing()
        self._corners: Any = None
        self._again = Again()  # when to look for a board that is not there
        self._doubts = 0
        self._puzzles = 0
        self._unexplained = 0.0  # what the story that is believed leaves unexplained
        self._puzzling = 0.0  # what the best story leaves unexplained of the latest picture
        self._unread = 0
        self._reach: Any = None  # where something like a hand was in the latest unread moment
        self._illegal: Any = None

    # -- what others tell ---------------------------------------------------------------------

    def tap_corners(self, corners: Sequence[Sequence[float]]) -> None:
        """The board's four corners, as tapped on the picture: far left, far right, near ..."""
        self._corners = np.array(corners, dtype=np.float64)

    def confirm(self) -> None:
        """Nothing happened that is not told, whatever was believed of the latest picture."""
        self.explainer.beam = [Branch(self.position)]
        self._illegal, self._puzzles, self._doubts = None, 0, 0
        if self._reading is not None:
            self._memory = self._sure_memory = self._reading.memory
        if self._moment is not None:
            self._moment.done = True
        self.eyes.nothing_happened()

    def listen(self) -> None:
        """A microphone listens from now on."""
        self.eyes.listen()

    def heard(self, time: float, sure: float) -> None:
        """The microphone heard something that may be a pearl."""
        self.eyes.heard(time, sure)

    def heard_until(self, time: float) -> None:
        """The microphone has heard everything up to then."""
        self.eyes.heard_until(time)

    def knows_corners(self, corners: Sequence[Sequence[float]]) -> bool:
        """Whether a board can have its corners there; any thread may ask."""
        picture, pixels = self._picture, np.array(corners, dtype=np.float64)
        if picture is None:
            return False
        wide, deep = self.eyes.facts.extent
        if shape_fault(pixels, picture.shape):
            return False
        size = (picture.shape[1], picture.shape[0])
        return view_of_taps(pixels, size, wide, deep) is not None

    def rebase(self, position: Any) -> None:
        """The position is certain now, by whoever's word."""
        if position == self.position:
            return
        shown = self._shows(position)
        fits = self.explainer.rebase(position) or position == self._illegal or shown
        # The latest picture shows an illegal move: it is a reference only if the players let that
        # stand.
        other = self._illegal is not None and not (shown or position == self._illegal)
        if not fits:
            self._memory = None
        elif self._reading is not None and not other:
            self._memory = self._reading.memory
        moment = self._moment
        if self._setting_up() and moment is not None and moment.read and self.view is not None:
            # The set-up was confirmed, perhaps by phone: take this picture as the reference.
            self._rest = Rest(moment.small, self.view)
        begun = self._setting_up() and self.eyes.read_again_after_set_up
        self.position, self._illegal, self._puzzles = position, None, 0
        self.eyes.confirm(position)
        if not any(branch.events for branch in self.explainer.beam):
            self.eyes.nothing_happened()
        if len(self.explainer.beam) == 1:
            self._doubts = 0
        if not self.explainer.beam[0].events:
            self._sure_memory = self._memory
        if moment is not None and not moment.read:
            self._moment = None  # told while hands were at work: this picture is still to be read
        elif moment is not None:
            moment.done = True
        if begun:  # the same still picture may show more than the set-up
            self._moment = None

    def _shows(self, position: Any) -> bool:
        """Whether the latest picture can be explained by this position, whoever told it."""
        if self._reading is None or self._moment is None or self._setting_up():
            return False
        story = self.eyes.lens.story(self._reading, self._moment.beam[0].position)
        return bool(story.unexplained(position) > min(TOLD_STRAIN, self._puzzling - SAME_FIT))

    @property
    def reading(self) -> Any:
        """The latest picture that was read, for whoever wants to look closer."""
        return self._reading

    def overlay(self) -> bytes | None:
        """The latest picture with what is believed drawn on it."""
        if self._picture is None:
            return None
        shown = self._picture
        if self.view is not None:
            shown = self.eyes.draw(shown, self.view, self.explainer.beam[0].position)
        return _jpeg(shown)

    # -- frames -------------------------------------------------------------------------------

    def see(self, frame: Frame) -> Sight:
        """Take one frame in; a finding comes when the table is at rest."""
        self._picture = frame.image
        small = frame.small
        if is_dark(small):
            self._count_unread(self._moment)
            self._moment = None
            return Sight(frame.time, SightState.DARK)
        self.eyes.begin_frame(frame.time)
        if self._gate.moving(small):
            self._note_hand(frame.time, small)
            if self._moment is not None and self._moment.read:
                self._passing.clear()
            self._passing.add(frame.image)
            self._count_unread(self._moment)
            self._moment = self._begin(frame)
            return Sight(frame.time, SightState.MOVING, self._at_once())
        if self._moment is None:
            self._moment = self._begin(frame)
        self._add(self._moment, frame)
        if self._moment.done or self._moment.read >= MOST_STILLS:
            return Sight(frame.time, self._resting_state(), done=True)
        return self._look(frame, small, self._moment)

    def _count_unread(self, moment: _Moment | None) -> None:
        """Remember how many still moments were not read because of a hand that may be none."""
        if moment is not None and moment.hand is not None and not moment.read:
            self._unread = self._unread + 1 if self._reaches_again(moment.hand) else 1
            self._reach = moment.hand

    def _begin(self, frame: Frame) -> _Moment:
        return _Moment(frame.image, 1, list(self.explainer.beam), self._memory, self._unexplained)

    def _add(self, moment: _Moment, frame: Frame) -> None:
        if moment.count < MOST_STILLS:
            moment.total = np.add(moment.total, frame.image, dtype=np.uint16)
            moment.count += 1

    def _resting_state(self) -> SightState:
        if self.view is None:
            return SightState.NO_BOARD
        if self._illegal is not None or len(self.explainer.beam) > 1:
            return SightState.DOUBT
        return SightState.SETTLED

    def _look(self, frame: Frame, small: Any, moment: _Moment) -> Sight:
        if self.view is None and self._corners is None and not self._worth_it(frame, moment):
            return Sight(frame.time, SightState.NO_BOARD)
        picture = np.asarray(moment.total // moment.count, dtype=np.uint8)
        if not self._find(picture, frame):
            return Sight(frame.time, SightState.NO_BOARD)
        assert self.view is not None
        if self._waits_for_hand(small, moment):
            self._note_hand(frame.time, small)
            moment.waited += 1
            return Sight(frame.time, SightState.HAND)
        if self.eyes.must_wait(frame.time, picture, self.view):
            return Sight(frame.time, SightState.HAND, self._at_once())
        moment.read, moment.small = moment.read + 1, small
        try:
            finding = (self._set_up if self._setting_up() else self._play)(picture, moment)
        except PiecesNotFound:
            return Sight(frame.time, SightState.LOOKING)
        # A picture with something unexplained may show a hand: it is no reference for later ones.
        if self._laid_out(finding) and finding.unexplained > CLEAR_SIGHT:
            self._rest, self._unread = self._at_rest(small, moment), 0
        return Sight(frame.time, self._resting_state(), finding)

    def _laid_out(self, finding: Finding) -> bool:
        """True if every piece was found, even if one must still be moved."""
        waits = finding.verdict is Verdict.WAIT
        return not waits or (self._setting_up() and self.eyes.laid_out)

    def _at_rest(self, small: Any, moment: _Moment) -> Rest:
        """The table as it lies now; one still moment may be read more than once."""
        assert self.view is not None
        if self._rest is None:
            return Rest(small, self.view)
        again = replace(self._rest, small=small, view=self.view)
        return self._rest.next(small, self.view) if moment.read == 1 else again

    def _waits_for_hand(self, small: Any, moment: _Moment) -> bool:
        """Whether a hand is over the board that must leave first.

        What reaches in for too long, or time and again, is no hand.
        """
        hand = self._hand(small) if moment.waited < HAND_PATIENCE else None
        if hand is None or (self._unread >= HAND_MOMENTS and self._reaches_again(hand)):
            return False
        moment.hand = hand
        return True

    def _reaches_again(self, hand: Any) -> bool:
        """True if this is the same object as last time.

        Where hands may rest on the table it must also be at the same place, and at exactly the
        same while the rules ask for a hand.
        """
        if not self.eyes.hands_may_rest:
            return True
        exactly = self.eyes.hands_expected()
        return self._reach is not None and same_reach(self._reach, hand, exactly)

    def _hand(self, small: Any) -> Any:
        """Where a hand is over the board, as far as an earlier picture tells."""
        if self._rest is None or self.view is None:
            return None
        facts = self.eyes.facts
        wide = facts.hand_area or facts.size
        hand = self._rest.hand_over(small, self.view, wide / 2, self.eyes.covers(self.view))
        return self.eyes.over_piece(small, self._rest, self.view) if hand is None else hand

    def _note_hand(self, now: float, small: Any) -> None:
        """Let the eyes know where a hand is, or that this cannot be seen."""
        if self._rest is not None and self.view is not None:
            self.eyes.hand_seen(now, small, self._rest, self.view)
        else:
            self.eyes.lost_view(now)

    def _at_once(self) -> Finding | None:
        """What is clear while hands are still at work, if no doubt is open."""
        if len(self.explainer.beam) > 1 or self.explainer.beam[0].events:
            return None
        event = self.eyes.event_before_hands_leave(self.position)
        if event is None:
            return None
        after = self.game.apply(self.position, event)
        self.explainer.expect(event, after)
        return Finding(Verdict.UNDERSTOOD, (Story((event,), 1.0, after),), (), True)

    def _worth_it(self, frame: Frame, moment: _Moment) -> bool:
        """Whether a board that was not found is to be looked for in this picture."""
        if not moment.vain and self._again.other(frame.time, frame.small):
            return True
        moment.vain = True
        return self._again.due(frame.time, frame.small)

    def _find(self, picture: Any, frame: Frame) -> bool:
        """Keep the view up to date: tapped corners, followed marks, or a search."""
        size = (picture.shape[1], picture.shape[0])
        if self._corners is not None:
            wide, deep = self.eyes.facts.extent
            points = corner_points(wide, deep)
            self.view, self._corners = solve_view(points, self._corners, size), None
            self._anchor = self._anchored(picture, self.view)
            return True
        last = self.view or self._last_view
        followed = None if last is None else self._followed(picture, last)
        if followed is not None:
            self.view = self._last_view = followed
            return True
        if not self._again.due(frame.time, frame.small):
            return False
        return self._search(picture, frame)

    def _followed(self, picture: Any, last: View) -> View | None:
        """The view by the marks it was followed by; they fix the board's place better than a
        search does, which may see little of it past a hand.
        """
        view = None if self._anchor is None else follow(self._anchor, picture, last)
        if view is not None or self._makeshift is None:
            self._makeshift = None
            return view
        return follow(self._makeshift, picture, last)

    def _search(self, picture: Any, frame: Frame) -> bool:
        try:
            found = self._found(picture)
            again = None if self._anchor is None else follow(self._anchor, picture, found)
            if again is None:
                self._makeshift = self._anchored(picture, found)
                self._anchor = self._anchor or self._makeshift
        except BoardNotFound:
            self.view = None
            self._again.in_vain(frame.time, frame.small)
            return False
        self.view = self._last_view = again or found
        self._again.found(frame.time)
        return True

    def _found(self, picture: Any) -> View:
        """The view by printed markers if they are there, else by the board's own print."""
        try:
            return find_markers(picture, self.eyes.facts.size)
        except BoardNotFound:
            # Where little of a board shows, its print alone fixes no lens.
            last = self._last_view
            known = None if last is None or self.eyes.covers(last) is None else last
            return find_board(picture, self.eyes.board, self.eyes.facts.print_size, known)

    def _anchored(self, picture: Any, view: View) -> Anchor:
        """Marks to follow, beside the part of the board on which everything may change."""
        self._last_view = view
        facts = self.eyes.facts
        covers = self.eyes.covers(view) or ()
        return anchor(picture, view, facts.print_size, facts.moving_part, covers)

    def _setting_up(self) -> bool:
        return self.eyes.setting_up(self.position)

    def _set_up(self, picture: Any, moment: _Moment) -> Finding:
        assert self.view is not None
        found = self.eyes.set_up(picture, self.view, self.position.players)
        faults = self._set_up_faults(picture)
        if found is None or not all(fault.hint for fault in faults):
            return Finding(Verdict.WAIT, set_up_faults=faults)
        event, self._reading = found
        after = self.game.apply(self.position, event)
        self.explainer.expect(event, after)
        legality = self.game.legal(self.position, event)
        story = Story((event,), 1.0, after)
        moment.done = True
        if legality.rulings:
            self._illegal = after
            return Finding(
                Verdict.ILLEGAL, (story,), legality.rulings, True, self._evidence(picture)
            )
        rivals = self._rival_set_ups()
        if rivals:
            share = 1.0 / (1 + len(rivals))
            stories = tuple(replace(each, probability=share) for each in (story, *rivals))
            shot = self._evidence(picture)
            return Finding(Verdict.ASK, stories, (), False, shot, set_up_faults=faults)
        shot = self._evidence(picture)
        return Finding(Verdict.UNDERSTOOD, (story,), (), True, shot, set_up_faults=faults)

    def _rival_set_ups(self) -> list[Story]:
        """Other set-ups that fit the picture about as well."""
        rivals = self.eyes.rivals
        return [Story((e,), 0.0, self.game.apply(self.position, e)) for e in rivals]

    def _set_up_faults(self, picture: Any) -> tuple[SetUpFault, ...]:
        """What is clearly wrong with the set-up, or hard to see."""
        assert self.view is not None
        return tuple(self.eyes.set_up_faults(picture, self.view, self.position.players))

    def _play(self, picture: Any, moment: _Moment) -> Finding:
        outcome = self._explained(picture, moment.beam, moment.memory)
        fits_still = outcome.fit >= min(POOR_FIT, moment.unexplained - SAME_FIT)
        if outcome.verdict is Verdict.UNDERSTOOD and fits_still:
            moment.fitted = self.explainer.beam, self._reading
        elif outcome.verdict is not Verdict.ILLEGAL and moment.fitted is not None:
            # An earlier picture of the same table did go on from what was believed.
            self.explainer.beam, self._reading = moment.fitted
            return Finding(Verdict.WAIT)
        elif outcome.verdict is not Verdict.WAIT or not fits_still:
            # If a legal and an illegal story both fit, ignore what was only assumed so far.
            outcome = self._explain_from_confirmed(picture, moment, outcome) or outcome
        self._unexplained = outcome.fit if outcome.verdict is Verdict.UNDERSTOOD else 0.0
        hints = self.eyes.visibility_hints()
        told = None if hints is None else tuple(hints)
        self._puzzling = outcome.fit if outcome.verdict is Verdict.WAIT else 0.0
        finding = self._finding(outcome, moment, picture)
        return replace(finding, unexplained=outcome.fit, set_up_faults=told)

    def _explained(self, picture: Any, beam: Sequence[Branch], memory: Any) -> Outcome:
        self.explainer.beam = list(beam)
        beliefs = [branch.position for branch in beam]
        assert self.view is not None
        self._reading = self.eyes.read(picture, self.view, beliefs, memory)
        return self.explainer.explain(self._reading, self._glimpses(picture, beliefs))

    def _explain_from_confirmed(
        self, picture: Any, moment: _Moment, so_far: Outcome
    ) -> Outcome | None:
        """The unconfirmed story no longer fits: explain the picture from the confirmed position.

        None if that explains it no better. Where the picture shows a mistake after the unconfirmed
        story, only if that is less likely.
        """
        if not all(branch.events for branch in moment.beam):
            return None
        beam, reading = self.explainer.beam, self._reading
        outcome = self._explained(picture, [Branch(self.explainer.start)], self._sure_memory)
        likely = (
            so_far.verdict is not Verdict.ILLEGAL
            or outcome.weight > so_far.weight + DROP_BELIEF_COST
        )
        if outcome.verdict is Verdict.UNDERSTOOD and outcome.fit >= POOR_FIT and likely:
            return outcome
        self.explainer.beam, self._reading = beam, reading
        return None

    def _glimpses(self, picture: Any, beliefs: Sequence[Any]) -> Any:
        """What was seen on the way here."""
        assert self.view is not None
        return self.eyes.glimpses(picture, self.view, self._passing.pictures, beliefs)

    def _finding(self, outcome: Outcome, moment: _Moment, picture: Any) -> Finding:
        if outcome.verdict is Verdict.WAIT:
            return self._puzzled(outcome, moment, picture)
        if outcome.verdict is Verdict.ILLEGAL:
            self._illegal = outcome.stories[0].position
            return Finding(
                Verdict.ILLEGAL, outcome.stories, outcome.rulings, True, self._evidence(picture)
            )
        self._illegal = None
        if outcome.fit >= UNCLEAR:
            self._memory = self._reading.memory
        else:  # what is compared with an older picture goes on from what was believed then
            self.explainer.beam = list(moment.beam)
        return self._understood(outcome, moment, picture)

    def _puzzled(self, outcome: Outcome, moment: _Moment, picture: Any) -> Finding:
        """Nothing explains the whole picture: wait for a better one, and in the end ask."""
        if moment.read == 1:
            self._puzzles += 1
        if self._puzzles <= PUZZLES and outcome.verdict is Verdict.WAIT:
            return Finding(Verdict.WAIT)
        if self._puzzles <= PUZZLES:
            return Finding(Verdict.UNDERSTOOD, outcome.stories, (), False, self._evidence(picture))
        distinct = told_apart(self.explainer.lens, outcome.stories)
        return Finding(Verdict.ASK, tuple(distinct[:3]), (), False, self._evidence(picture))

    def _understood(self, outcome: Outcome, moment: _Moment, picture: Any) -> Finding:
        best = outcome.stories[0]
        if not self.explainer.lens.is_provable(best.position):
            return Finding(Verdict.UNDERSTOOD, outcome.stories, (), False, self._evidence(picture))
        if outcome.fit < UNCLEAR:
            return self._puzzled(outcome, moment, picture)
        self._puzzles = 0
        if best.probability >= SURE:
            self._doubts, moment.done = 0, True
            if not best.events:
                self.eyes.nothing_happened()
            shot = self._evidence(picture) if best.events else None
            late = tuple(self.eyes.late_facts(self._reading, best.position))
            return Finding(Verdict.UNDERSTOOD, outcome.stories, (), True, shot, late_facts=late)
        if moment.read == 1:
            self._doubts += 1
        agreed = self.explainer.agreed(outcome.stories)
        shot = self._evidence(picture)
        if agreed is not None and moment.read >= 2:
            return Finding(
                Verdict.UNDERSTOOD, (agreed, *outcome.stories), (), True, shot, likely=best
            )
        patience, enough = self.explainer.lens.patience(outcome.stories)
        if self._doubts > patience and best.probability >= enough:
            self._doubts, moment.done = 0, True
            return Finding(Verdict.UNDERSTOOD, outcome.stories, (), True, shot)
        if self._doubts > patience and (agreed := self.explainer.agreed(outcome.stories, enough)):
            self._doubts = 0
            told = (agreed, *outcome.stories)
            return Finding(Verdict.UNDERSTOOD, told, (), True, shot, likely=best)
        if self._doubts > patience or best.position.phase == "finished":
            return self._asked(outcome.stories, enough, shot)
        return Finding(Verdict.UNDERSTOOD, outcome.stories, (), False, shot)

    def _asked(self, stories: Sequence[Story], enough: float, shot: bytes | None) -> Finding:
        """A question; none where stories differ only in what nobody saw: that is told as open."""
        distinct = told_apart(self.explainer.lens, stories)
        if len(distinct) < len(stories) and distinct[0].probability >= enough:
            self._doubts = 0
            return Finding(Verdict.UNDERSTOOD, tuple(distinct), (), True, shot)
        return Finding(Verdict.ASK, tuple(distinct[:3]), (), False, shot)

    def _evidence(self, picture: Any) -> bytes | None:
        """What proves a finding, small enough for a phone: of the picture only where the game is.

        Who sits at the table is nobody's proof; without a view nothing is kept.
        """
        if self.view is None:
            return None
        facts = self.eyes.facts
        (wide, deep), least = facts.extent, max(facts.hand_area, facts.proof_area)
        left, top, right, bottom = _box(self.view, max(wide, least), max(deep, least))
        shot = picture[top:bottom, left:right]
        if not shot.size:
            return None
        scale = min(1.0, EVIDENCE_WIDTH / shot.shape[1])
        size = max(1, round(scale * shot.shape[1])), max(1, round(scale * shot.shape[0]))
        return _jpeg(cv2.resize(shot, size, interpolation=cv2.INTER_AREA))


def _box(view: View, wide: float, deep: float) -> tuple[int, int, int, int]:
    """The part of a picture that holds what lies and stands on so much of the table."""
    corners = [
        (x * (wide / 2 + PROOF_MARGIN), y * (deep / 2 + PROOF_MARGIN), z)
        for x in (-1, 1)
        for y in (-1, 1)
        for z in (0.0, PROOF_HEIGHT)
    ]
    pixels = view.project(np.array(corners))
    left, top = np.floor(pixels.min(axis=0))
    right, bottom = np.ceil(pixels.max(axis=0))
    across, down = np.clip([left, right], 0, view.width), np.clip([top, bottom], 0, view.height)
    return int(across[0]), int(down[0]), int(across[1]), int(down[1])


def _jpeg(picture: Any) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])
