"""Printing what an experiment found, whoever reads it."""

import os
import sys
from pathlib import Path


def say(text: str) -> None:
    """Print the text; a reader who has gone, as ``head`` does, is no error."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # What is left in the buffer has to go somewhere when the interpreter ends.
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
