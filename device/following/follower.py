"""Follows one game through the frames of one camera: the way of a frame, from still to decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

import numpy as np

from device.following.belief import Belief, Moment
from device.following.crop import Crop, Seen, concerned, crop
from device.following.decide import Decider
from device.following.proof import jpeg, proof
from device.following.recent_frames import RecentFrames
from device.following.sight import Finding, Sight, SightState
from device.senses.frame import Frame
from rules.game import E, Game, P
from vision.errors import PiecesNotFound
from vision.eyes import Eyes, Reading
from vision.geometry import View
from vision.hands import Hands
from vision.place import Place
from vision.sample import Picture
from vision.still import MOST_STILLS, Dark, Moving, Still, Stillness
from vision.stories.beam import Explainer
from vision.stories.story import Verdict
from vision.taps import fault_of_taps

Taps = Sequence[Sequence[float]]


class Watcher(Generic[P, E]):
    """A frame comes in, a sight goes out; a finding comes when the table is at rest."""

    def __init__(self, game: Game[P, E], eyes: Eyes, position: P) -> None:
        self.game, self.eyes = game, eyes
        self.stillness, self.place, self.hands = Stillness(), Place(eyes), Hands(eyes)
        self.belief: Belief[P, E] = Belief(game, eyes, position)
        self.decider: Decider[P, E] = Decider(game, eyes, self.belief)
        self._passing = RecentFrames()
        self._moment: Moment | None = None
        self._picture: Picture | None = None
        self._seen: Seen | None = None  # the latest picture that was read
        self._settled: Seen | None = None  # the latest one that shows what is certain

    # -- the way of a frame -------------------------------------------------------------------

    def see(self, frame: Frame) -> Sight:
        """Still, placed, free of hands, read, explained, decided: or what is waited for."""
        self._picture = frame.image
        still = self.stillness.take(frame)
        if isinstance(still, Dark):
            return self._dark(frame)
        self.eyes.hands.begin_frame(frame.time)
        if isinstance(still, Moving):
            return self._passing_by(frame)
        if self._moment is None:
            self._moment = self.belief.begin()
        if self._moment.done or self._moment.read >= MOST_STILLS:
            return Sight(frame.time, self._resting_state(), done=True)
        view = self.place.find(still)
        if view is None:
            return Sight(frame.time, SightState.NO_BOARD)
        if self.hands.over(still, view):
            self.hands.note(frame.time, frame.small, view)
            return Sight(frame.time, SightState.HAND)
        if self.eyes.hands.must_wait(frame.time, still.picture, view):
            return Sight(frame.time, SightState.HAND, self._before_hands_leave())
        return self._read(still, view, self._moment)

    def _dark(self, frame: Frame) -> Sight:
        self._leave_moment()
        self._moment = None
        return Sight(frame.time, SightState.DARK)

    def _passing_by(self, frame: Frame) -> Sight:
        """Hands are at work: keep what they show, and begin the next still moment."""
        self.hands.note(frame.time, frame.small, self.place.view)
        if self._moment is not None and self._moment.read:
            self._passing.clear()
        self._passing.add(frame.image)
        self._leave_moment()
        self._moment = self.belief.begin()
        return Sight(frame.time, SightState.MOVING, self._before_hands_leave())

    def _leave_moment(self) -> None:
        if self._moment is not None:
            self.hands.leave(self._moment.read > 0)

    def _before_hands_leave(self) -> Finding | None:
        return self.decider.before_hands_leave(self.position)

    def _read(self, still: Still, view: View, moment: Moment) -> Sight:
        """Read, explain and decide; a clear picture is what later ones are compared with."""
        moment.read, moment.small = moment.read + 1, still.small
        self._seen = still.picture, view
        try:
            look = self._look_at_set_up if self._is_setting_up() else self._look_at_game
            finding = look(still.picture, view, moment)
        except PiecesNotFound:
            return Sight(still.time, SightState.LOOKING)
        if finding.clear:
            self.hands.keep(still.small, view, again=moment.read > 1)
        finding = replace(finding, crop=self._crop(finding))
        if finding.verdict is Verdict.UNDERSTOOD and finding.certain:
            self._settled = self._seen
        return Sight(still.time, self._resting_state(), finding)

    def _look_at_set_up(self, picture: Picture, view: View, moment: Moment) -> Finding:
        seen = self.eyes.look_at_set_up(picture, view, self.explainer.start.players)
        return self.decider.set_up(seen, self.position, moment, lambda: self._proof(picture, view))

    def _look_at_game(self, picture: Picture, view: View, moment: Moment) -> Finding:
        outcome = self.belief.explain(picture, view, self._passing.pictures, moment)
        return self.decider.play(outcome, moment, lambda: self._proof(picture, view))

    def _proof(self, picture: Picture, view: View) -> bytes | None:
        return proof(picture, view, self.eyes.facts)

    def _crop(self, finding: Finding) -> Crop | None:
        """What the finding is about, before and after."""
        if finding.picture is None or self._seen is None:
            return None
        asked = finding.stories if finding.verdict is Verdict.ASK else finding.stories[:1]
        positions = [self.position, *(story.position for story in asked)]
        spots = concerned(self.game.kinds, self.eyes, positions, finding.rulings)
        return crop(spots, self._seen, self._settled)

    def _resting_state(self) -> SightState:
        if self.place.view is None:
            return SightState.NO_BOARD
        if self.belief.illegal is not None or len(self.explainer.beam) > 1:
            return SightState.DOUBT
        return SightState.SETTLED

    def _is_setting_up(self) -> bool:
        return self.eyes.setting_up(self.position)

    # -- what others tell ---------------------------------------------------------------------

    def confirm(self, position: P) -> None:
        """The position is certain now."""
        if position == self.position:
            return
        setting_up, moment = self._is_setting_up(), self._moment
        shown = not setting_up and moment is not None and self.belief.shows(position, moment)
        if setting_up and moment is not None and moment.small is not None and self.view is not None:
            # The set-up was confirmed, perhaps by phone: take this picture as the reference.
            self.hands.start_from(moment.small, self.view)
        if shown or setting_up:
            self._settled = self._seen
        self.belief.confirm(position, shown)
        self.decider.confirmed(len(self.explainer.beam) > 1)
        self.eyes.confirm(position)
        if not any(branch.events for branch in self.explainer.beam):
            self.eyes.hands.nothing_happened()
        # Told while hands were at work, this picture is still to be read; and one of the set-up
        # may show more than that.
        if (moment is not None and not moment.read) or (
            setting_up and self.eyes.read_again_after_set_up
        ):
            self._begin_again()
        elif moment is not None:
            moment.done = True

    def _begin_again(self) -> None:
        self._moment = None
        self.stillness.begin_again()
        self.hands.begin_again()

    def nothing_happened(self) -> None:
        """Nothing happened that is not confirmed, whatever was believed of the latest picture."""
        self.belief.nothing_happened()
        self.decider.confirmed(open_stories=False)
        if self._moment is not None:
            self._moment.done = True
        self.eyes.hands.nothing_happened()

    def tap_corners(self, corners: Taps) -> None:
        """The board's four corners, as tapped on the picture: far left, far right, near ..."""
        self.place.tap(np.array(corners, dtype=np.float64))

    def knows_corners(self, corners: Taps) -> bool:
        """Whether a board can have its corners there; any thread may ask."""
        picture, pixels = self._picture, np.array(corners, dtype=np.float64)
        if picture is None:
            return False
        return not fault_of_taps(pixels, picture.shape, self.eyes.facts.extent)

    def listen(self) -> None:
        """A microphone listens from now on."""
        self.eyes.hands.listen()

    def heard(self, time: float, sure: float) -> None:
        """The microphone heard something that may be a pearl."""
        self.eyes.hands.heard(time, sure)

    def heard_until(self, time: float) -> None:
        """The microphone has heard everything up to then."""
        self.eyes.hands.heard_until(time)

    # -- what others ask ----------------------------------------------------------------------

    @property
    def position(self) -> P:
        """The latest position that is certain."""
        return self.explainer.start

    @property
    def explainer(self) -> Explainer:
        """The stories that are believed."""
        return self.belief.explainer

    @property
    def view(self) -> View | None:
        """Where the board is in the latest picture, if it was found."""
        return self.place.view

    @property
    def reading(self) -> Reading | None:
        """The latest picture that was read, for whoever wants to look closer."""
        return self.belief.reading

    def overlay(self) -> bytes | None:
        """The latest picture with what is believed drawn on it."""
        if self._picture is None:
            return None
        shown = self._picture
        if self.view is not None:
            shown = self.eyes.draw(shown, self.view, self.explainer.beam[0].position)
        return jpeg(shown)
