"""Pictures of hands at work, kept small until somebody asks what happened on the way."""

from __future__ import annotations

import cv2
import numpy as np

from vision.sample import Picture

# Pictures that are kept at the most; of a longer bustle every second, fourth, ...
MOST = 32
QUALITY = 92  # of the JPEG, of 100: what tells one piece from another must survive it


class RecentFrames:
    """What went by since the last still moment that was read."""

    def __init__(self) -> None:
        self._kept: list[bytes] = []
        self._stride, self._skip = 1, 0

    def clear(self) -> None:
        self._kept, self._stride, self._skip = [], 1, 0

    def add(self, picture: Picture) -> None:
        """One more picture, evenly thinned out if there are too many."""
        if self._skip:
            self._skip -= 1
            return
        written = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        self._kept.append(bytes(written))
        if len(self._kept) == MOST:
            self._kept, self._stride = self._kept[1::2], 2 * self._stride
        self._skip = self._stride - 1

    def pictures(self) -> list[Picture]:
        """All that were kept, oldest first."""
        shown = (cv2.imdecode(np.frombuffer(k, np.uint8), cv2.IMREAD_COLOR) for k in self._kept)
        return [np.asarray(picture, np.uint8) for picture in shown]
