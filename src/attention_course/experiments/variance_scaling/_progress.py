"""A progress bar that keeps out of the way of short runs and of files."""

import time
from typing import Self, TextIO

WAIT = 1.0
"""Seconds before the bar first appears."""

PAUSE = 0.1
"""Seconds between two drawings of it."""

CELLS = 40


def nobody(_: float) -> None:
    """Report to nobody."""


class ProgressBar:
    """A bar on a terminal, shown once a run has taken a second and gone when it ends.

    Parameters
    ----------
    stream
        Where to draw; nothing is ever drawn on a stream that is not a terminal.

    Examples
    --------
    >>> import io
    >>> with ProgressBar(io.StringIO()) as bar:
    ...     bar.show(0.5)
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._terminal = stream.isatty()
        self._due = time.monotonic() + WAIT
        self._drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            self._draw(" " * (CELLS + len("[] 100 %")) + "\r")

    def show(self, fraction: float) -> None:
        """Draw the bar at `fraction` of its length, from 0 to 1, if one is due."""
        now = time.monotonic()
        if self._terminal and now >= self._due:
            self._due = now + PAUSE
            self._drawn = True
            self._draw(f"[{'#' * int(CELLS * fraction):<{CELLS}}]{100 * fraction:4.0f} %")

    def _draw(self, text: str) -> None:
        self._stream.write("\r" + text)
        self._stream.flush()
