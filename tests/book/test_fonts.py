from io import BytesIO

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from _ext.fonts import math_font


def test_the_math_font_is_small() -> None:
    assert len(math_font()) < 60_000


def test_the_math_font_is_the_same_at_every_build() -> None:
    assert math_font() == math_font.__wrapped__()


def test_the_math_font_can_stretch_its_brackets() -> None:
    font = TTFont(BytesIO(math_font()))
    stretched = font["MATH"].table.MathVariants.VertGlyphCoverage.glyphs
    assert {"parenleft", "bracketright", "bar"} <= set(stretched)


def test_every_size_of_the_radical_has_one_width() -> None:
    font = TTFont(BytesIO(math_font()))
    plain = font.getBestCmap()[0x221A]
    variants = font["MATH"].table.MathVariants
    radical = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(plain)]
    sizes = [variant.VariantGlyph for variant in radical.MathGlyphVariantRecord]
    parts = [part.glyph for part in radical.GlyphAssembly.PartRecords]
    assert len(sizes) > 1
    assert len(parts) > 1
    assert {font["hmtx"][name][0] for name in sizes + parts} == {font["hmtx"][plain][0]}


def test_the_math_font_holds_what_the_course_writes() -> None:
    cmap = TTFont(BytesIO(math_font())).getBestCmap()
    assert [c for c in "𝑄𝐾𝑉𝛼𝜎𝐖𝝁ℝ𝔼𝟙ℒ√∑∫∞≤≥≠≈∈∼⊤−×·→⟨⟩‖′" if ord(c) not in cmap] == []


def test_the_licence_stays_in_the_font() -> None:
    assert "Open Font License" in TTFont(BytesIO(math_font()))["name"].getDebugName(13)
