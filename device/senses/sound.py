"""Sound as every microphone gives it: 48 kHz mono."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

RATE = 48_000


Samples: TypeAlias = NDArray[np.float32]
