"""What is believed of the table, and which earlier pictures later ones are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from rules.game import E, Game, P
from vision.eyes import Eyes, Passing, Reading
from vision.geometry import View
from vision.sample import Picture
from vision.still import Small
from vision.stories.beam import POOR_FIT, Explainer
from vision.stories.story import Branch, Outcome, Verdict

# All in log likelihood, as stories are weighed.
# A story that leaves more than this unexplained is never certain.
UNCLEAR = -10.0
# A position that a person told is believed to be the one in the picture, unless it leaves more than
# this unexplained, and so much more than the best story that was found.
TOLD_FIT, SAME_FIT = -8.0, 1.0
# What it costs to drop an unconfirmed story: about as much as a broken rule.
DROP_BELIEF_COST = 4.0


@dataclass
class Moment:
    """One still moment: what was believed before it, and what became of its pictures."""

    beam: Sequence[Branch]
    memory: object
    unexplained: float = 0.0  # what that left unexplained
    fitted: tuple[list[Branch], Reading] | None = None  # an earlier picture of it that went on
    read: int = 0  # pictures
    small: Small | None = None  # the latest of them
    done: bool = False  # nothing more will be read


class Belief(Generic[P, E]):
    """The stories that are kept, and the readings they come from."""

    def __init__(self, game: Game[P, E], eyes: Eyes, position: P) -> None:
        self._eyes = eyes
        self.explainer = Explainer(game, eyes.lens, position)
        self.reading: Reading | None = None  # of the latest picture
        self.illegal: P | None = None  # where the mistake leads that lies on the table
        self._memory: object = None  # of the latest picture that was explained
        self._sure_memory: object = None  # of the latest one that left nothing open
        self._unexplained = 0.0  # what the story that is believed leaves unexplained
        self._puzzling = 0.0  # what the best story leaves unexplained of a puzzling picture

    @property
    def is_open(self) -> bool:
        """Whether more than what is confirmed is believed."""
        return len(self.explainer.beam) > 1 or bool(self.explainer.beam[0].events)

    def begin(self) -> Moment:
        """Another still moment begins."""
        return Moment(list(self.explainer.beam), self._memory, self._unexplained)

    # -- what is confirmed --------------------------------------------------------------------

    def confirm(self, position: P, shown: bool) -> None:
        """The position is certain; `shown`: the latest picture can be explained by it."""
        fits = self.explainer.confirm(position) or position == self.illegal or shown
        # The latest picture shows a mistake: it is a reference only if the players let that stand.
        other = self.illegal is not None and not (shown or position == self.illegal)
        if not fits:
            self._memory = None
        elif self.reading is not None and not other:
            self._memory = self.reading.memory
        self.illegal = None
        if not self.explainer.beam[0].events:
            self._sure_memory = self._memory

    def nothing_happened(self) -> None:
        """The table lies as it was confirmed, whatever was believed of the latest picture."""
        self.explainer.beam, self.illegal = [Branch(self.explainer.start)], None
        if self.reading is not None:
            self._memory = self._sure_memory = self.reading.memory

    def shows(self, position: P, moment: Moment) -> bool:
        """Whether this position explains the latest picture."""
        if self.reading is None:
            return False
        story = self._eyes.lens.story(self.reading, moment.beam[0].position)
        return bool(story.unexplained(position) > min(TOLD_FIT, self._puzzling - SAME_FIT))

    # -- what pictures show -------------------------------------------------------------------

    def explain(
        self, picture: Picture, view: View, passing: Passing, moment: Moment
    ) -> Outcome | None:
        """What explains a picture; None if an earlier one of the same moment says more."""
        outcome = self._explained(picture, view, passing, moment.beam, moment.memory)
        fits_still = outcome.fit >= min(POOR_FIT, moment.unexplained - SAME_FIT)
        if outcome.verdict is Verdict.UNDERSTOOD and fits_still:
            moment.fitted = self.explainer.beam, self._read
        elif outcome.verdict is not Verdict.ILLEGAL and moment.fitted is not None:
            self.explainer.beam, self.reading = moment.fitted
            return None
        elif outcome.verdict is not Verdict.WAIT or not fits_still:
            # If a legal and an illegal story both fit, ignore what was only assumed so far.
            outcome = self._from_confirmed(picture, view, passing, moment, outcome)
        self._take(outcome, moment)
        return outcome

    def _take(self, outcome: Outcome, moment: Moment) -> None:
        """Believe the part of a finding that is clear."""
        understood, waits = (outcome.verdict is each for each in (Verdict.UNDERSTOOD, Verdict.WAIT))
        self._unexplained = outcome.fit if understood else 0.0
        self._puzzling = outcome.fit if waits else 0.0
        if waits:
            return
        self.illegal = None if understood else outcome.stories[0].position
        if understood and outcome.fit >= UNCLEAR:
            self._memory = self._read.memory
        elif understood:  # what is compared with an older picture goes on from that belief
            self.explainer.beam = list(moment.beam)

    @property
    def _read(self) -> Reading:
        assert self.reading is not None
        return self.reading

    def _explained(
        self, picture: Picture, view: View, passing: Passing, beam: Sequence[Branch], memory: object
    ) -> Outcome:
        self.explainer.beam = list(beam)
        beliefs = [branch.position for branch in beam]
        self.reading = self._eyes.read(picture, view, beliefs, memory)
        glimpses = self._eyes.glimpses(picture, view, passing, beliefs)
        return self.explainer.explain(self.reading, glimpses)

    def _from_confirmed(
        self, picture: Picture, view: View, passing: Passing, moment: Moment, so_far: Outcome
    ) -> Outcome:
        """The unconfirmed story no longer fits: explain the picture from the confirmed position.

        What was found so far, if that explains it no better. Where the picture shows a mistake
        after the unconfirmed story, the new one must also be likelier.
        """
        if not all(branch.events for branch in moment.beam):
            return so_far
        beam, reading = self.explainer.beam, self.reading
        confirmed = [Branch(self.explainer.start)]
        outcome = self._explained(picture, view, passing, confirmed, self._sure_memory)
        likely = (
            so_far.verdict is not Verdict.ILLEGAL
            or outcome.weight > so_far.weight + DROP_BELIEF_COST
        )
        if outcome.verdict is Verdict.UNDERSTOOD and outcome.fit >= POOR_FIT and likely:
            return outcome
        self.explainer.beam, self.reading = beam, reading
        return so_far
