"""The games whose photographs can be followed, each loaded when it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.bench.photo_labels import PhotoLabels


def _kilt() -> PhotoLabels:
    from device.bench.photos_kilt import LABELS

    return LABELS


def _seven_locks() -> PhotoLabels:
    from device.bench.photos_seven_locks import LABELS

    return LABELS


def _solomon() -> PhotoLabels:
    from device.bench.photos_solomon import LABELS

    return LABELS


def _appenzell() -> PhotoLabels:
    from device.bench.photos_appenzell import LABELS

    return LABELS


def _castle() -> PhotoLabels:
    from device.bench.photos_castle import LABELS

    return LABELS


PHOTO_GAMES: Mapping[str, Callable[[], PhotoLabels]] = {
    "kilt": _kilt,
    "seven_locks": _seven_locks,
    "solomon": _solomon,
    "appenzell": _appenzell,
    "castle": _castle,
}
