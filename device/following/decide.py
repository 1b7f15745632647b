"""From what explains a picture to a finding: understood, ask, illegal or wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic

from device.following.belief import UNCLEAR, Belief, Moment
from device.following.sight import Finding
from rules.game import E, Game, P
from vision.eyes import Eyes, SetUpSeen
from vision.stories.beam import SURE
from vision.stories.story import Outcome, Story, Verdict, told_apart

# Still moments in a row that nothing explains before somebody is asked.
PUZZLES = 1
# Log likelihood: a reading that leaves more than this unexplained is no reference for later ones.
CLEAR_SIGHT = -8.0
CHOICES = 3  # answers of a question, the likeliest

Shot = Callable[[], bytes | None]  # what proves a finding, made only where it is needed


class Decider(Generic[P, E]):
    """Says what to do about a picture; counts how long a doubt has lasted."""

    def __init__(self, game: Game[P, E], eyes: Eyes, belief: Belief[P, E]) -> None:
        self._game, self._eyes, self._belief = game, eyes, belief
        self._doubts = 0  # still moments that left more than one story
        self._puzzles = 0  # still moments that nothing explained

    def confirmed(self, open_stories: bool) -> None:
        """The position is certain; `open_stories`: more than one goes on from there."""
        self._puzzles = 0
        if not open_stories:
            self._doubts = 0

    # -- while hands are at work --------------------------------------------------------------

    def before_hands_leave(self, position: P) -> Finding | None:
        """What is clear while hands are still at work, if no doubt is open."""
        if self._belief.is_open:
            return None
        event = self._eyes.hands.event_before_they_leave(position)
        if event is None:
            return None
        return Finding(Verdict.UNDERSTOOD, (self._only(position, event),), certain=True)

    def _only(self, position: P, event: E) -> Story:
        """The one story that is believed from now on."""
        after = self._game.apply(position, event)
        self._belief.explainer.expect(event, after)
        return Story((event,), 1.0, after)

    # -- the set-up ---------------------------------------------------------------------------

    def set_up(self, seen: SetUpSeen, position: P, moment: Moment, shot: Shot) -> Finding:
        """What a picture of the set-up comes to; a fault holds it up, a hint does not."""
        faults = tuple(seen.faults)
        if seen.event is None or not all(fault.hint for fault in faults):
            return Finding(Verdict.WAIT, set_up_faults=faults, clear=seen.complete)
        self._belief.reading, moment.done = seen.reading, True
        story = self._only(position, seen.event)
        rulings = self._game.legal(position, seen.event).rulings
        if rulings:
            self._belief.illegal = story.position
            return Finding(Verdict.ILLEGAL, (story,), rulings, True, shot(), clear=True)
        rivals = [Story((e,), 0.0, self._game.apply(position, e)) for e in seen.rivals]
        share = 1.0 / (1 + len(rivals))
        stories = tuple(replace(each, probability=share) for each in (story, *rivals))
        verdict = Verdict.ASK if rivals else Verdict.UNDERSTOOD
        return Finding(verdict, stories, (), not rivals, shot(), set_up_faults=faults, clear=True)

    # -- the game -----------------------------------------------------------------------------

    def play(self, outcome: Outcome | None, moment: Moment, shot: Shot) -> Finding:
        """What a picture of the game comes to; without an outcome another one is waited for."""
        if outcome is None:
            return Finding(Verdict.WAIT)
        hints = self._eyes.visibility_hints()
        found = self._found(outcome, moment, shot)
        clear = found.verdict is not Verdict.WAIT and outcome.fit > CLEAR_SIGHT
        return replace(found, clear=clear, set_up_faults=None if hints is None else tuple(hints))

    def _found(self, outcome: Outcome, moment: Moment, shot: Shot) -> Finding:
        if outcome.verdict is Verdict.WAIT:
            return self._puzzled(outcome, moment, shot)
        if outcome.verdict is Verdict.ILLEGAL:
            return Finding(Verdict.ILLEGAL, outcome.stories, outcome.rulings, True, shot())
        return self._understood(outcome, moment, shot)

    def _puzzled(self, outcome: Outcome, moment: Moment, shot: Shot) -> Finding:
        """Nothing explains the whole picture: wait for a better one, and in the end ask."""
        if moment.read == 1:
            self._puzzles += 1
        if self._puzzles > PUZZLES:
            return _question(told_apart(self._eyes.lens, outcome.stories), shot())
        if outcome.verdict is Verdict.WAIT:
            return Finding(Verdict.WAIT)
        return Finding(Verdict.UNDERSTOOD, outcome.stories, (), False, shot())

    def _understood(self, outcome: Outcome, moment: Moment, shot: Shot) -> Finding:
        best = outcome.stories[0]
        if not self._eyes.lens.is_provable(best.position):
            return Finding(Verdict.UNDERSTOOD, outcome.stories, (), False, shot())
        if outcome.fit < UNCLEAR:
            return self._puzzled(outcome, moment, shot)
        self._puzzles = 0
        if best.probability >= SURE:
            return self._certain(outcome, moment, shot)
        if moment.read == 1:
            self._doubts += 1
        return self._doubtful(outcome.stories, moment, shot())

    def _certain(self, outcome: Outcome, moment: Moment, shot: Shot) -> Finding:
        best = outcome.stories[0]
        self._doubts, moment.done = 0, True
        if not best.events:
            self._eyes.hands.nothing_happened()
        late = tuple(self._eyes.late_facts(self._belief.reading, best.position))
        picture = shot() if best.events else None
        return Finding(Verdict.UNDERSTOOD, outcome.stories, (), True, picture, late_facts=late)

    def _doubtful(self, stories: tuple[Story, ...], moment: Moment, shot: bytes | None) -> Finding:
        """More than one story is likely: tell what they agree on, wait for a while, then ask."""
        best, explainer = stories[0], self._belief.explainer
        agreed = explainer.agreed(stories)
        if agreed is not None and moment.read >= 2:
            return _agreed(agreed, stories, shot)
        patience, enough = self._eyes.lens.patience(stories)
        tired = self._doubts > patience
        if tired and best.probability >= enough:
            self._doubts, moment.done = 0, True
            return Finding(Verdict.UNDERSTOOD, stories, (), True, shot)
        if tired and (agreed := explainer.agreed(stories, enough)):
            self._doubts = 0
            return _agreed(agreed, stories, shot)
        if tired or best.position.phase == "finished":
            return self._asked(stories, enough, shot)
        return Finding(Verdict.UNDERSTOOD, stories, (), False, shot)

    def _asked(self, stories: Sequence[Story], enough: float, shot: bytes | None) -> Finding:
        """A question; none where stories differ only in what nobody saw: that is told as open."""
        distinct = told_apart(self._eyes.lens, stories)
        if len(distinct) < len(stories) and distinct[0].probability >= enough:
            self._doubts = 0
            return Finding(Verdict.UNDERSTOOD, tuple(distinct), (), True, shot)
        return _question(distinct, shot)


def _question(distinct: Sequence[Story], shot: bytes | None) -> Finding:
    return Finding(Verdict.ASK, tuple(distinct[:CHOICES]), (), False, shot)


def _agreed(agreed: Story, stories: tuple[Story, ...], shot: bytes | None) -> Finding:
    """What nearly all stories have in common is certain; the best of them is likely."""
    told = (agreed, *stories)
    return Finding(Verdict.UNDERSTOOD, told, (), True, shot, likely=stories[0])
