"""What a correction would change besides its own event, told before anything is changed."""

from __future__ import annotations

from dataclasses import replace

from device.table import phone_view
from device.table.commands import Command, correction
from device.table.permits import Wanted
from device.table.questions import Doubts
from device.table.state import TableState, Wordings
from rules.rights import Speaker
from rules.values import Json

SHOWN = ("view", "score", "due")  # of the state as its phone would see it then


def preview(
    table: TableState, command: Command, speaker: Speaker, language: str
) -> dict[str, Json]:
    """The table as one phone would see it, and the later events that would fit no more.

    Who needs somebody's yes is told whom he asks, and no more.
    """
    try:
        record = correction(table, command, speaker)
    except Wanted as wanted:
        return phone_view.asking(table, wanted, language)
    after = replace(
        table, referee=table.referee.after(record), doubts=Doubts(), wordings=Wordings()
    )
    then = phone_view.build(after, speaker, language)
    known = {misfit.number for misfit in table.referee.misfits}
    new = {misfit.number for misfit in after.referee.misfits} - known
    lines = then["misfits"] if isinstance(then["misfits"], list) else []
    misfits: list[Json] = [
        each for each in lines if isinstance(each, dict) and each["number"] in new
    ]
    return {**{name: then[name] for name in SHOWN}, "misfits": misfits}
