"""Which legal story, from the position we know, explains what was seen?

A story is a sequence of events. Stories grow event by event along what the rules allow; the
picture weighs them. A few are kept (the beam) from picture to picture, so that a later one can
settle what an earlier one left open. When no legal story fits, the same search is made over what
hands could do, and the rules say what was wrong.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from rules.game import Game
from rules.values import Answer, Ruling
from vision.stories.story import (
    KEEP,
    Branch,
    Event,
    Glimpses,
    Lens,
    Outcome,
    Position,
    Score,
    Story,
    Verdict,
    joined,
)

# Weights, fits and costs are log likelihoods.
# Unfinished stories that are grown at a time, and the same where nothing fits so far.
WIDTH, WIDE = 24, 100
# An unfinished story this far behind the best is not grown.
REACH = 40.0
# Stories kept from picture to picture.
BEAM = 8
# Of two stories that look the same the one that knows more is kept, if not less likely by more.
AS_LIKELY = 3.0
# Share of the best story above which there is no question: wrong at most once in forty.
SURE = 0.975
# Each event costs a little: of two stories that fit alike the simpler one wins.
EVENT_COST = 0.4
# People break rules more rarely than they keep them.
ILLEGAL_COST = 5.0
# A belief this far behind the best one counts as unlikely.
UNLIKELY_BELIEF = -4.0
# A legal story that leaves more than the second unexplained does not fit; one that leaves less than
# the first needs no more events.
FAIR_FIT, POOR_FIT = -1.0, -3.0
# A picture that leaves more than this unexplained shows no table at rest: a hand hides something.
HOPELESS = -15.0
# An illegal story this far behind the best is not grown.
ILLEGAL_REACH = 25.0
# Lead required of an illegal story over every legal one.
CLEARLY = 1.5
# A legal story with less lead than this over an illegal one is not sure.
CERTAIN_LEAD = math.log(SURE / (1 - SURE))
# Lead required of an illegal story after an unconfirmed event, or a mistake just taken back.
CLEARLY_AFTER_DOUBT = 6.0
MAX_EVENTS = 9  # of one story: more than any turn has
# Glimpses break ties; they add and take off at most this, so a table at rest outvotes them.
GLIMPSED_MOST = 8.0


class Explainer:
    """Keeps the beam of stories of one game."""

    def __init__(self, game: Game, lens: Lens, position: Position) -> None:
        self.game, self.lens = game, lens
        self.start = position
        self.beam = [Branch(position)]
        self._alleged: tuple[Event, ...] = ()  # the latest illegal story that was told

    def confirm(self, position: Position) -> bool:
        """The position is certain now; stories that go through it stay.

        False if no story led there, not even with crests or the like left open.
        """
        kept = [b for branch in self.beam if (b := self._after(branch, position)) is not None]
        kept += self._overtaken(kept, position)
        fits = bool(kept) or any(self.lens.looks_same(b.position, position) for b in self.beam)
        self.start, self._alleged = position, ()
        self.beam = kept or [Branch(position)]
        return fits

    def _overtaken(self, kept: Sequence[Branch], position: Position) -> list[Branch]:
        """The likeliest story, if it looks the same as what was confirmed but knew less of it.

        Without it only a far less likely one, which happened to go on like that, would be left.
        """
        best = max(self.beam, key=lambda branch: branch.weight)
        if not kept or best.weight <= max(branch.weight for branch in kept):
            return []
        return [Branch(position, (), best.weight)] * self.lens.looks_same(best.position, position)

    def _after(self, branch: Branch, position: Position) -> Branch | None:
        """What is left of a branch's events once this position is reached."""
        here = self.start
        for count in range(len(branch.events) + 1):
            if here == position:
                left = branch.events[count:]
                # Nothing is left open of what was confirmed, in whatever order.
                common = max(0, branch.common - count) if left else Branch.common
                settled = max(0, branch.settled - count)
                return replace(branch, events=left, common=common, settled=settled, other=())
            if count < len(branch.events):
                here = self.game.apply(here, branch.events[count])
        return None

    def expect(self, event: Event, after: Position) -> None:
        """One event happened for certain, though it is not confirmed: the only story left."""
        self.beam = [Branch(after, (event,))]

    def agreed(self, stories: Sequence[Story], least: float = SURE) -> Story | None:
        """The first events on which nearly all stories agree, if there are any."""
        best, length = stories[0], 0
        for length in range(len(best.events), 0, -1):
            head = best.events[:length]
            share = sum(
                s.probability
                for s in stories
                if s.events[:length] == head
                and (
                    not s.common < length < s.settled or length == len(best.events) == len(s.events)
                )
            )
            if share >= least and self.lens.is_provable(after := self._replayed(head)):
                return Story(head, share, after)
        return None

    def explain(self, reading: Any, glimpses: Glimpses | None = None) -> Outcome:
        """Weigh all stories against a picture and say what to think of it.

        What was seen on the way is asked only where the picture leaves a doubt.
        """
        rivals = [branch.position for branch in self.beam]
        scores = [self.lens.story(reading, position, rivals) for position in rivals]
        ranked = self._ranked(scores, WIDTH)
        if self._undone(ranked[0]):
            self.beam = [Branch(self.start)]
            return self.explain(reading, glimpses)
        if scores[ranked[0].origin].unexplained(ranked[0].position) < POOR_FIT:
            ranked = self._ranked(scores, WIDE)
        stories = self._glimpsed(self._told_apart(ranked), glimpses)
        best = stories[0] = self._revealed(stories[0], glimpses)
        strain = scores[best.origin].unexplained(best.position)
        doubted = self.beam[best.origin].weight < UNLIKELY_BELIEF
        traceless = self._traceless(scores[best.origin], best)
        if strain < POOR_FIT or doubted or traceless:
            # If this belief is unlikely, look for a mistake after the likeliest one instead.
            broken, likely = self._illegal(scores, 0 if doubted else best.origin, best, glimpses)
            if broken is not None:
                return broken
            if likely and doubted:  # a mistake, or the unlikely belief was right
                return self._waiting(stories, strain)
            hidden = scores[best.origin].hides_order
            if likely and traceless and not hidden and strain > HOPELESS:
                # A mistake, or this unusual story: a later picture may tell.
                return replace(self._settle(stories, strain), certain=False)
        if strain < HOPELESS:
            return self._waiting(stories, strain)
        return self._settle(stories, strain)

    def _waiting(self, stories: Sequence[Branch], strain: float) -> Outcome:
        """No story to build on: wait for a better picture."""
        waiting = self._outcome(list(stories[:BEAM]), strain)
        return replace(waiting, verdict=Verdict.WAIT, certain=False)

    def _undone(self, best: Branch) -> bool:
        """True if the story reverses unconfirmed events: a piece fell over and was put back."""
        believed = self.beam[best.origin].events
        return bool(believed) and self.lens.takes_back(best.events)

    def _traceless(self, score: Score, best: Branch) -> bool:
        """Whether part of a story left no trace in the picture: other events may have happened."""
        new = best.events[len(self.beam[best.origin].events) :]
        return score.leaves_no_trace(best.position, new)

    def _glimpsed(self, stories: list[Branch], glimpses: Glimpses | None) -> list[Branch]:
        """Stories weighed also by glimpses, where more than one story or order is likely."""
        near = [b for b in stories[: 2 * BEAM] if b.weight > stories[0].weight - GLIMPSED_MOST]
        if glimpses is None or (len(near) < 2 and not near[0].other):
            return stories
        return sorted(self._weighed(near, glimpses), key=lambda b: -b.weight)

    def _weighed(self, branches: Sequence[Branch], glimpses: Glimpses) -> list[Branch]:
        """Stories in their best order, with what glimpses say of it added to their weight."""
        orders = [self._orders(branch) for branch in branches]
        every = [order for each in orders for order in each]
        values = glimpses.weigh([self._path(self.beam[order.origin], order) for order in every])
        least = max(values) - GLIMPSED_MOST
        weighed = iter(
            replace(b, weight=b.weight - b.glimpsed + max(least, value), glimpsed=max(least, value))
            for b, value in zip(every, values, strict=True)
        )
        return [max(islice(weighed, len(each)), key=lambda b: b.weight) for each in orders]

    def _orders(self, branch: Branch) -> list[Branch]:
        """A story in every order that is known of it."""
        known = len(self.beam[branch.origin].events)
        if not branch.other or branch.other[:known] != branch.events[:known]:
            return [branch]
        turned = replace(branch, events=branch.other, other=branch.events)
        return [branch, replace(turned, position=self._replayed(turned.events))]

    def _revealed(self, best: Branch, glimpses: Glimpses | None) -> Branch:
        """The best story with what only showed for a moment filled in."""
        start = self.beam[best.origin]
        new = best.events[len(start.events) :]
        shown = glimpses.reveal(self._path(start, best), new) if glimpses is not None else new
        if shown == new:
            return best
        events = (*start.events, *shown)
        try:
            return replace(best, events=events, position=self._replayed(events))
        except ValueError:  # what showed cannot be: misread
            return best

    def _path(self, start: Branch, branch: Branch) -> list[Position]:
        """The positions a story comes through, from its beginning on."""
        path = [start.position]
        for event in branch.events[len(start.events) :]:
            path.append(self.game.apply(path[-1], event))
        return path

    def _ranked(self, scores: Sequence[Score], width: int) -> list[Branch]:
        """All stories from all beliefs, best first; those that come to the same are one."""
        grown: dict[Any, Branch] = {}
        for number, (branch, score) in enumerate(zip(self.beam, scores, strict=True)):
            stories = self._grow(branch, score, width)
            for story in (*stories, *self._reordered(stories, branch, score)):
                key = self.lens.key(story.position)
                known, grew = grown.get(key), replace(story, origin=number)
                grown[key] = grew if known is None else joined(known, grew)
        return sorted(grown.values(), key=lambda b: -b.weight)

    def _reordered(
        self, stories: Iterable[Branch], start: Branch, score: Score
    ) -> Iterable[Branch]:
        """The likeliest stories with two turns the other way round, where that is legal."""
        for story in sorted(stories, key=lambda b: -b.weight)[:BEAM]:
            turns = self._turns(start.position, story.events[len(start.events) :])
            for n in range(len(turns) - 1):
                order = [*turns[:n], turns[n + 1], turns[n], *turns[n + 2 :]]
                turned = tuple(event for turn in order for event in turn)
                after = self._legally(start.position, turned)
                if after is not None:
                    fit = score.fit(after)
                    better = fit - story.fit + score.prior(after) - score.prior(story.position)
                    events = (*start.events, *turned)
                    weight = story.weight + better
                    yield replace(story, position=after, events=events, weight=weight, fit=fit)

    def _turns(self, position: Position, events: Iterable[Event]) -> list[list[Event]]:
        """Events turn by turn."""
        turns: list[list[Event]] = [[]]
        for event in events:
            turns[-1].append(event)
            position = self.game.apply(position, event)
            if self.lens.at_rest(position):
                turns.append([])
        return [turn for turn in turns if turn]

    def _legally(self, position: Position, events: Iterable[Event]) -> Position | None:
        """Where events lead, if nothing is wrong with them."""
        try:
            after, broken = self._judged(position, events)
        except ValueError:
            return None
        return None if broken else after

    def _told_apart(self, ranked: list[Branch]) -> list[Branch]:
        """Join stories that differ only in what cannot be seen, the best of each first.

        Of stories about equally likely keep the one with the most known facts.
        """
        joined: dict[tuple[Event, ...], Branch] = {}
        for branch in ranked[: 4 * WIDTH]:
            key, events = self.lens.observable(branch.events), self._seen_of(branch)
            known = joined.get(key)
            likely = known is None or branch.weight > known.weight - AS_LIKELY
            if likely and (known is None or (known.events == key and events != key)):
                position = self._replayed(events) if events != branch.events else branch.position
                other = self._other_order(branch, events)
                joined[key] = replace(
                    known or branch, events=events, position=position, other=other
                )
        return self._different(joined.values())

    def _other_order(self, branch: Branch, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """The other order of a story's new events, as far as it can be seen."""
        known = len(self.beam[branch.origin].events)
        if branch.other[:known] != branch.events[:known]:
            return ()
        return (*events[:known], *self.lens.observable(branch.other)[known:])

    def _seen_of(self, branch: Branch) -> tuple[Event, ...]:
        """A story without what cannot be seen; what all beliefs agree on stays."""
        events = list(self.lens.observable(branch.events))
        for n, event in enumerate(self.beam[branch.origin].events):
            beliefs = [self.lens.observable(other.events) for other in self.beam]
            pairs = zip(self.beam, beliefs, strict=True)
            alike = {b.events[n] for b, seen in pairs if seen[n : n + 1] == (events[n],)}
            if alike <= {event, events[n]}:
                events[n] = event
        return tuple(events)

    def _replayed(self, events: Iterable[Event]) -> Position:
        return self._applied(self.start, events)

    def _grow(self, start: Branch, score: Score, width: int) -> list[Branch]:
        """All stories from a branch that the rules allow, as far as the picture leads."""
        first = self._begun(start, score)
        found, frontier = [first], [first]
        for _ in range(MAX_EVENTS):
            grown = [b for branch in frontier for b in self._steps(branch, start, score)]
            if not grown:
                break
            promise = {id(b): b.weight + score.still_possible(b.position) for b in grown}
            grown.sort(key=lambda b: -promise[id(b)])
            edge = max(b.weight for b in (*grown, *found)) - REACH
            frontier = self._that_look_different(grown, width)
            frontier = [b for b in frontier if promise[id(b)] > edge]
            found += frontier
            best = max(found, key=lambda b: b.weight)
            if score.unexplained(best.position) > FAIR_FIT:
                # Something fits: begun turns may still fit better, and whole ones go on only
                # where they are more usual so far than what fits, or have shown less so far.
                usual, shown = score.prior(best.position), self._shown(best)
                frontier = [
                    b
                    for b in frontier
                    if not self.lens.at_rest(b.position)
                    or score.prior(b.position) > usual
                    or self._shown(b) < shown
                ]
        return found

    def _shown(self, branch: Branch) -> int:
        """How many events of a story something was to be seen of."""
        return len(self.lens.observable(branch.events))

    def _that_look_different(self, branches: Iterable[Branch], most: int) -> list[Branch]:
        """The first stories of those that look alike."""
        first: dict[tuple[Event, ...], Branch] = {}
        for branch in branches:
            first.setdefault(self.lens.observable(branch.events), branch)
            if len(first) == most:
                break
        return list(first.values())

    @staticmethod
    def _begun(start: Branch, score: Score) -> Branch:
        """A story to which nothing was added since the picture before."""
        return replace(start, weight=start.weight + score.base, fit=score.base)

    def _steps(self, branch: Branch, start: Branch, score: Score) -> Iterable[Branch]:
        for events in score.steps(branch.position):
            after = branch.position
            for event in events:
                after = self.game.apply(after, event)
            yield self._branch(branch, start, score, events, after, 0.0)

    def _branch(
        self,
        branch: Branch,
        start: Branch,
        score: Score,
        step: tuple[Event, ...],
        after: Position,
        illegal: float,
    ) -> Branch:
        fit = score.fit(after)
        events = (*branch.events, *step)
        wrong = branch.illegal + illegal
        step_cost = branch.step_cost + score.step_cost(step)
        cost = EVENT_COST * (len(events) - len(start.events)) + wrong + step_cost - start.step_cost
        weight = start.weight + fit + score.prior(after) - cost
        same = score.same_order(step)
        common = min(branch.common, len(branch.events) + same)
        settled = len(events) if same < len(step) else branch.settled
        grown = Branch(after, events, weight, fit, wrong, common=common, step_cost=step_cost)
        return replace(grown, settled=settled)

    def _settle(self, ranked: list[Branch], strain: float) -> Outcome:
        """Keep the likely branches, and say how sure the best one is."""
        top = ranked[0].weight
        kept = [b for b in ranked[:BEAM] if b.weight > top - KEEP]
        self.beam = [replace(b, weight=b.weight - top, glimpsed=0.0) for b in kept]
        return self._outcome(kept, strain)

    def _outcome(self, kept: list[Branch], strain: float) -> Outcome:
        top = kept[0].weight
        total = sum(math.exp(b.weight - top) for b in kept)
        stories = tuple(
            Story(b.events, math.exp(b.weight - top) / total, b.position, b.common, b.settled)
            for b in kept
        )
        certain = stories[0].probability >= SURE
        return Outcome(Verdict.UNDERSTOOD, stories, fit=strain, certain=certain, weight=top)

    # -- when the rules were broken -----------------------------------------------------------

    def _illegal(
        self, scores: Sequence[Score], origin: int, best: Branch, glimpses: Glimpses | None
    ) -> tuple[Outcome | None, bool]:
        """The best story of what hands could do, if it is clearly better than any legal one; and
        whether it is about as likely.
        """
        start, score = self.beam[origin], scores[origin]
        so_far = best if origin == best.origin else start
        free = self._free_stories(so_far, start, score)
        # A game's eyes tell whether traceless events may have come in another order as well.
        if so_far is best and score.hides_order and self._traceless(score, best):
            free = self._wrong_order(best, start, score) + free
        grown = [replace(b, origin=origin) for b in free]
        lawful = [best, *[b for b in grown if not b.illegal][:BEAM]]
        rivals = [b for b in grown if b.illegal][:BEAM]
        if not rivals:
            return None, False
        if glimpses is not None:
            weighed = self._weighed([*lawful, *rivals], glimpses)
            lawful, rivals = weighed[: len(lawful)], weighed[len(lawful) :]
        best = max(lawful, key=lambda b: b.weight)
        wrong = max(rivals, key=lambda b: b.weight)
        strain = score.unexplained(wrong.position)
        unexplained = scores[best.origin].unexplained(best.position)
        unsure = start.events or self._put_right(best)
        clearly = CLEARLY_AFTER_DOUBT if unsure else CLEARLY
        likely = wrong.weight > best.weight - CERTAIN_LEAD and strain > POOR_FIT
        if wrong.weight < best.weight + clearly or strain < 3 * POOR_FIT:
            return None, likely
        if unexplained < POOR_FIT and strain < unexplained + CLEARLY:
            return None, likely  # it explains nothing that stood out
        story = Story(wrong.events, 1.0, wrong.position)
        rulings = self._rulings(start, wrong)
        self._alleged = wrong.events
        return Outcome(Verdict.ILLEGAL, (story,), rulings, strain, True, wrong.weight), True

    def _put_right(self, best: Branch) -> bool:
        """True if the player only took the mistake back: the story is the correct beginning of the
        last illegal one.
        """
        begun = (self._alleged[:count] for count in range(1, len(self._alleged)))
        seen = self.lens.observable(best.events)
        return any(self.lens.observable(events) == seen for events in begun)

    def _free_stories(self, best: Branch, start: Branch, score: Score) -> list[Branch]:
        """What hands could have done, best first: a mistake at once, or after legal events."""
        found = frontier = [
            *self._told_so_far(best, start, score),
            *self._beginnings(self._grow(start, score, WIDTH)),
        ]
        for _ in range(5):
            grown = [b for branch in frontier for b in self._free_steps(branch, start, score)]
            if not grown:
                break
            frontier = self._different(grown)[: 2 * WIDTH]
            found = found + frontier
            edge = max(b.weight for b in found) - ILLEGAL_REACH
            frontier = [b for b in frontier if b.weight > edge]
        return self._different(found)

    def _wrong_order(self, best: Branch, start: Branch, score: Score) -> list[Branch]:
        """A story with two events the other way round, where that breaks a rule.

        In the end it looks the same: only what was seen on the way tells.
        """
        found, new = [], best.events[len(start.events) :]
        for n in range(len(new) - 1):
            order = (*new[:n], new[n + 1], new[n], *new[n + 2 :])
            try:
                after, broken = self._judged(start.position, order)
            except ValueError:
                continue
            if broken:
                cost = ILLEGAL_COST + self.lens.mistake_cost(r.rule for r in broken)
                begun = self._begun(start, score)
                found.append(self._branch(begun, start, score, order, after, cost))
        return found

    def _told_so_far(self, best: Branch, start: Branch, score: Score) -> Iterable[Branch]:
        """A story after each of its events; what it costs as a whole, every part of it costs."""
        so_far = self._begun(start, score)
        for event in best.events[len(start.events) :]:
            after = self.game.apply(so_far.position, event)
            so_far = self._branch(so_far, start, score, (event,), after, 0.0)
            more = max(0.0, best.step_cost - so_far.step_cost)
            yield replace(so_far, step_cost=so_far.step_cost + more, weight=so_far.weight - more)

    def _beginnings(self, branches: Iterable[Branch]) -> list[Branch]:
        """The likeliest stories of every length that look different."""
        lengths: dict[int, list[Branch]] = {}
        for branch in sorted(branches, key=lambda b: -b.weight):
            lengths.setdefault(len(branch.events), []).append(branch)
        return [b for each in lengths.values() for b in self._that_look_different(each, BEAM)]

    def _different(self, branches: Iterable[Branch]) -> list[Branch]:
        """Stories that come to different things, best first."""
        first: dict[Hashable, Branch] = {}
        for branch in sorted(branches, key=lambda b: -b.weight):
            key = self.lens.key(branch.position)
            known = first.get(key)
            first[key] = branch if known is None else joined(known, branch)
        return list(first.values())

    def _free_steps(self, branch: Branch, start: Branch, score: Score) -> Iterable[Branch]:
        """What hands could do next and the picture likes, judged by the rules."""
        tried = []
        for free in score.free_steps(branch.position):
            step = free if isinstance(free, tuple) else (free,)
            try:
                after = self._applied(branch.position, step)
            except ValueError:
                continue
            fit = score.fit(after)
            if fit > branch.fit - 2:
                tried.append((fit, step, after))
        tried.sort(key=lambda item: -item[0])
        # Judging may be dear: only what the picture likes is judged.
        for _, step, after in tried[: WIDTH // 2]:
            broken = self._judged(branch.position, step)[1]
            cost = ILLEGAL_COST * bool(broken) + self.lens.mistake_cost(r.rule for r in broken)
            yield self._branch(branch, start, score, step, after, cost)

    def _applied(self, position: Position, step: Iterable[Event]) -> Position:
        for event in step:
            position = self.game.apply(position, event)
        return position

    def _judged(
        self, position: Position, step: Iterable[Event]
    ) -> tuple[Position, tuple[Ruling, ...]]:
        """The position after a step, and what is wrong with it."""
        broken: tuple[Ruling, ...] = ()
        for event in step:
            legality = self.game.legal(position, event)
            broken += legality.rulings if legality.answer is Answer.NO else ()
            position = self.game.apply(position, event)
        return position, broken

    def _rulings(self, start: Branch, wrong: Branch) -> tuple[Ruling, ...]:
        return self._judged(start.position, wrong.events[len(start.events) :])[1]
