"""The one source of every colour that carries meaning in the course."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Colour:
    """A role with its colour on a light and on a dark page, as #RRGGBB."""

    role: str
    light: str
    dark: str


QUERY = Colour("query", "#0B5FA5", "#7AB8F5")
KEY = Colour("key", "#B04600", "#F5A662")
VALUE = Colour("value", "#00704A", "#5BD6A2")
WEIGHTS = Colour("weights", "#7A3E9D", "#CFA6F2")
MASKED = Colour("masked", "#6B6B6B", "#9E9E9E")

PALETTE = (QUERY, KEY, VALUE, WEIGHTS, MASKED)
