"""STIX Two Math, cut down to what formulas of a course need and served with the book."""

import logging
from functools import cache
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from fontTools import subset  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

# A fixed set, not the characters found on the pages: pages are read in parallel and one at a
# time, and the font must come out the same either way.
RANGES = (
    (0x20, 0x7E),  # Latin, digits, brackets
    (0xA0, 0xA0),
    (0xAC, 0xAC),
    (0xAF, 0xB1),  # macron, degree, plus-minus
    (0xB7, 0xB7),
    (0xD7, 0xD7),
    (0x2C6, 0x2C7),  # hat, check
    (0x2D8, 0x2DC),  # breve, dot, tilde
    (0x391, 0x3A9),  # Greek
    (0x3B1, 0x3C9),
    (0x3D5, 0x3D5),
    (0x3F5, 0x3F5),
    (0x2013, 0x2016),
    (0x2026, 0x2026),
    (0x2032, 0x2033),
    (0x2061, 0x2064),  # invisible operators
    (0x20D7, 0x20D7),  # vector arrow
    (0x210B, 0x210B),  # letters missing from the alphabets below
    (0x2110, 0x2113),
    (0x2115, 0x2115),
    (0x211B, 0x211B),
    (0x211D, 0x211D),
    (0x2124, 0x2124),
    (0x212C, 0x212C),
    (0x2130, 0x2131),
    (0x2133, 0x2133),
    (0x210E, 0x210E),
    (0x2190, 0x2194),  # arrows
    (0x21A6, 0x21A6),
    (0x21D0, 0x21D4),
    (0x2200, 0x220B),  # operators
    (0x220F, 0x2213),
    (0x2216, 0x221A),
    (0x221D, 0x221E),
    (0x2223, 0x222B),
    (0x2234, 0x2235),
    (0x223C, 0x223C),
    (0x2243, 0x2248),
    (0x2254, 0x2254),
    (0x225C, 0x225C),
    (0x2260, 0x2265),
    (0x226A, 0x226B),
    (0x2282, 0x2287),
    (0x2295, 0x2299),
    (0x22A4, 0x22A5),
    (0x22C5, 0x22C6),
    (0x22EE, 0x22F1),  # dots
    (0x2308, 0x230B),  # ceiling, floor
    (0x23DE, 0x23DF),  # braces over and under
    (0x25A1, 0x25A1),
    (0x25CB, 0x25CB),
    (0x27E8, 0x27E9),
    (0x27F5, 0x27FA),  # long arrows
    (0xFE00, 0xFE00),  # chooses between script and calligraphic
    (0x1D400, 0x1D4CF),  # bold, italic, bold italic, script
    (0x1D538, 0x1D551),  # blackboard capitals
    (0x1D6A8, 0x1D71B),  # Greek: bold, italic
    (0x1D736, 0x1D74E),  # and small bold italic
    (0x1D7CE, 0x1D7D9),  # digits: bold, blackboard 0 and 1
)

_COPYRIGHT_AND_LICENCE = [0, 1, 2, 3, 4, 5, 6, 13, 14]
FILE_NAME = "stix-two-math.woff2"


@cache
def math_font() -> bytes:
    """Return the font as woff2; the same bytes at every call, everywhere.

    Returns
    -------
    bytes
        STIX Two Math restricted to `RANGES`, with its table of mathematical constants and its
        stretched brackets.
    """
    options = subset.Options()
    options.flavor = "woff2"
    # Browsers build formulas from the MATH table; the forms for subscripts (ssty) would double
    # the file and Chromium does not use them.
    options.layout_features = []
    options.drop_tables += ["GDEF", "GPOS", "GSUB"]
    options.name_IDs = _COPYRIGHT_AND_LICENCE
    options.hinting = False
    options.recalc_timestamp = False
    source = distribution("ziamath").locate_file("ziamath/fonts/STIXTwoMath-Regular.ttf")
    woff2 = BytesIO()
    with subset.load_font(str(source), options) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=[code for low, high in RANGES for code in range(low, high + 1)])
        subsetter.subset(font)
        _narrow_tall_radicals(font)
        subset.save_font(font, woff2, options)
    return woff2.getvalue()


def _narrow_tall_radicals(font: "TTFont") -> None:
    """Give every size of the radical sign the width of the smallest.

    Chromium reserves the width of the widest for each, which leaves a hole behind every √.
    """
    plain = font.getBestCmap()[0x221A]
    width, _ = font["hmtx"][plain]
    for name in font.getGlyphOrder():
        if name.startswith(f"{plain}."):
            advance, bearing = font["hmtx"][name]
            glyph = font["glyf"][name]
            glyph.coordinates.scale((width / advance, 1))
            glyph.coordinates.toInt()
            glyph.recalcBounds(font["glyf"])
            font["hmtx"][name] = (width, round(bearing * width / advance))


def write_font(app: "Sphinx") -> None:
    """Put the font beside the text fonts of the built book."""
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE_NAME).write_bytes(math_font())


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Write the font before the first page is."""
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    app.connect("builder-inited", write_font)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
