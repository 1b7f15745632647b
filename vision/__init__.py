"""Pictures in, evidence out: where the board lies, when the table is still, what lies where.

Used as a library it reads the cells of any board: see docs/vision-library.md.
"""

from vision.boards.cell_places import BadBoard, Grid, Outlines
from vision.boards.cell_sure import CellReading
from vision.boards.reader import BoardReader, BoardReading, NotTaught
from vision.errors import BoardNotFound

__all__ = [
    "BadBoard",
    "BoardNotFound",
    "BoardReader",
    "BoardReading",
    "CellReading",
    "Grid",
    "NotTaught",
    "Outlines",
]
