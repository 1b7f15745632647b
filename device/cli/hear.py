"""What `castellan hear` prints."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from device.hearing.box import load_ear
from device.hearing.files import DepthEar, Report, hear_file
from device.senses.wav import BadSound
from device.table.words import say
from rules.values import Json

Say = Callable[[str], None]


def tell_files(
    files: Sequence[Path], box: Path | None, as_json: bool, out: Say, wrong: Say
) -> bool:
    """Tell the pearls of each file; False when one could not be read, which is told as wrong."""
    ear = None if box is None else load_ear(box)
    rows: list[Json] = []
    good = True
    for path in files:
        try:
            report = hear_file(path, ear)
        except BadSound as fault:
            good = False
            rows.append({"file": str(path), "error": str(fault), "pearls": []})
            if not as_json:
                wrong(str(fault))
            continue
        rows.append(report.to_json())
        if not as_json:
            _print(report, ear, out)
    if as_json:
        out(json.dumps(rows))
    return good


def _print(report: Report, ear: DepthEar | None, out: Say) -> None:
    sound = report.sound
    out(
        f"{report.file}: {sound.seconds:.1f} s, {sound.rate} Hz, {sound.channels} channels, "
        f"{sound.bits} bit; pearls: {len(report.pearls)}"
    )
    for trouble in report.troubles:
        out(f"  {say('en', f'microphone.{trouble}')}")
    for pearl in report.pearls:
        shares = " ".join(f"{share:.2f}" for share in pearl.depths)
        out(f"  {pearl.time:9.3f} s  confidence {pearl.confidence:.2f}  depths {shares}")
    if ear is None and report.pearls:
        out("  (no calibrated box: depths are guessed from the first bounce)")
