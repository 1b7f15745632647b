"""The Castle: learning the face of one counter anew."""

from __future__ import annotations

from dataclasses import replace

from vision.castle.profile import Profile
from vision.castle.teach import Lesson, prints_of
from vision.errors import TeachingError


def relearn(profile: Profile, one: Lesson) -> Profile:
    """The profile with the faces this picture shows learned anew; the rest stays as it was."""
    looks, fine = prints_of(profile, one)
    if not looks:
        raise TeachingError("the picture shows no counter to learn anew: lay it as asked")
    return replace(profile.knowing(looks), fine={**profile.fine, **fine})
