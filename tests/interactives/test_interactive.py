"""Data that fits its script, as HTML that needs nothing else."""

import gzip
import json
import re
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bs4 import BeautifulSoup
from tests.interactives.example import SCRIPT, TABLES, example

from attention_course._palette import PALETTE
from attention_course.interactives import Interactive
from attention_course.interactives._interactive import (
    ASSETS,
    Json,
    plain,
    shown,
    stylesheet,
    table,
)


def of(
    folder: Path, data: dict[str, object], version: int = 2, script: str = SCRIPT
) -> Interactive:
    (folder / "example.js").write_text(script, encoding="utf-8")
    return Interactive("ac-example", "Label", data, "", "Words.", version=version, folder=folder)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            {"words": []},
            "data: got no key 'tables'; expected 'words', 'tables' by example.js",
        ),
        (
            {"words": [], "tables": {}, "extra": 1},
            "data: got the key 'extra'; expected only 'words', 'tables' by example.js",
        ),
        (
            {"words": "cat", "tables": {}},
            "data.words: got string; expected a list by example.js",
        ),
        (
            {"words": ["cat", 3], "tables": {}},
            "data.words[1]: got number 3; expected string by example.js",
        ),
        (
            {"words": [], "tables": []},
            "data.tables: got list; expected an object by example.js",
        ),
        (
            {"words": [], "tables": {"on": [[[1, "-inf"], ["x"]]]}},
            "data.tables.on[0][1][0]: got string 'x'; expected number by example.js",
        ),
        (
            {"words": [None], "tables": {}},
            "data.words[0]: got null None; expected string by example.js",
        ),
        (
            {"words": [True], "tables": {}},
            "data.words[0]: got boolean True; expected string by example.js",
        ),
        (
            {"words": [{}], "tables": {}},
            "data.words[0]: got object {}; expected string by example.js",
        ),
    ],
)
def test_data_that_does_not_fit_its_script_is_refused_with_the_place_and_the_script(
    tmp_path: Path, data: dict[str, object], told: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        of(tmp_path, data)


def test_data_of_another_version_is_refused(tmp_path: Path) -> None:
    told = "version: got data of version 1; expected version 2 by example.js"
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        of(tmp_path, {"words": [], "tables": {}}, version=1)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("(() => {})();\n", "example.js: got no shape that can be read"),
        ("// needs: {oops}\n", "example.js: got no shape that can be read"),
        ('// needs: {"data": {}}\n', "example.js: got needs {'data': {}}"),
    ],
)
def test_a_script_that_does_not_say_what_it_needs_is_refused(
    tmp_path: Path, script: str, told: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(told)}"):
        of(tmp_path, {}, script=script)


def test_anything_fits_any_and_comments_may_follow_the_shape(tmp_path: Path) -> None:
    script = '// needs: {"version": 2, "data": {"one": "any", "yes": "boolean"}}\n// More.\n'
    made = of(tmp_path, {"one": [None, {"a": "b"}], "yes": True}, script=script)
    assert '{"one":[null,{"a":"b"}],"yes":true}' == made.json


def test_a_tag_without_a_script_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    example(tmp_path)
    for tag in ("ac-other", "example", "ac-../example"):
        with pytest.raises(ValueError, match=r"^tag: got '.*'; expected that of a script: ac-ex"):
            Interactive(tag, "Label", {}, "", "Words.", folder=tmp_path)


@pytest.mark.parametrize(
    ("expected", "value"),
    [
        (-12.7279, -12.727922061357855),
        (-18, -18.0),
        (0, -0.0),
        (0.1, np.float32(0.1)),
        (2, np.int64(2)),
        (True, np.True_),
        ("-inf", -inf),
        ("inf", np.float64(inf)),
        (["a", None], ("a", None)),
        ({"a": [[1, 2]]}, {"a": np.array([[1.0, 2.0]])}),
        (1e300, 1e300),
    ],
)
def test_data_becomes_short_json(expected: Json, value: object) -> None:
    actual = plain(value)
    assert expected == actual
    assert type(expected) is type(actual)


def test_what_json_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="got NaN; expected numbers"):
        plain([nan])
    with pytest.raises(TypeError, match="got the key 1; expected strings"):
        plain({1: 2})
    with pytest.raises(TypeError, match="got complex; expected"):
        plain(1j)


@pytest.mark.parametrize(
    ("expected", "value", "places"),
    [
        ("−12.73", -12.7279, None),
        ("3·10⁻⁶", 2.9682e-6, None),
        ("−∞", "-inf", 2),
        ("∞", "inf", None),
        ("−18.00", -18, 2),
        ("0.00", -0.001, 2),
        ("0.12", 0.125, 2),
        ("7", 7, 0),
    ],
)
def test_numbers_are_shown_with_a_real_minus(expected: str, value: Json, places: int) -> None:
    assert expected == shown(value, places)


def test_only_numbers_are_shown_as_numbers() -> None:
    with pytest.raises(TypeError, match="got 'x'; expected a number"):
        shown("x")


def test_text_is_escaped_wherever_it_goes(tmp_path: Path) -> None:
    evil = '</script><b>"&'
    words = (evil, "<!--")
    made = example(tmp_path, words, said=(evil, "Second."))
    object.__setattr__(made, "label", evil)
    soup = BeautifulSoup(made._repr_html_(), "html.parser")
    assert soup.b is None
    element = soup.find("ac-example")
    assert element is not None
    assert evil == element["aria-label"]
    assert [evil, "Second."] == [p.text for p in soup.select(".ac-words > p")[1:]]
    assert list(words) == [th.text for th in soup.select("tbody th")]
    carried = soup.select_one('script[type="application/json"]')
    assert carried is not None
    assert list(words) == json.loads(carried.text)["words"]


def test_the_first_state_is_a_real_table(tmp_path: Path) -> None:
    soup = BeautifulSoup(example(tmp_path)._repr_html_(), "html.parser")
    cells = soup.select(".ac-fallback td")
    assert ["", "0.5", "−∞", "0.1956", "0.8044"] == [cell.text for cell in cells]
    assert [["masked"]] == [cell["class"] for cell in cells if cell.get("class")]
    assert "--share: 0.195583" == cells[3]["style"]


def test_a_table_needs_no_headings_and_no_role() -> None:
    bare = "<tbody><tr><td>1.0</td></tr></tbody></table></div>"
    assert table("one", [[1]], "", places=1) == (
        f'<div class="ac-scroll"><table class=""><caption>one</caption>{bare}'
    )
    assert "<thead><tr><th" in table("one", [[1]], "", columns=(["a"], "key"))


def test_equal_data_gives_equal_bytes_and_prints_short(tmp_path: Path) -> None:
    one, other = example(tmp_path), example(tmp_path)
    assert one._repr_html_() == other._repr_html_()
    assert one == other
    assert "Interactive(tag='ac-example', label='Two words')" == repr(one)
    assert one.json == json.dumps(
        {"words": ["cat", "sat"], "tables": plain(TABLES)}, separators=(",", ":")
    )


def test_a_style_of_its_own_goes_with_the_script(tmp_path: Path) -> None:
    made = example(tmp_path)
    (tmp_path / "example.css").write_text("/* Note */\n  ac-example p { margin: 0; }\n")
    html = made._repr_html_()
    assert "\nac-example p { margin: 0; }\n</style>" in html
    assert "Note" not in html


def assets(kind: str) -> list[Path]:
    return sorted(ASSETS.glob(f"*.{kind}"))


def test_nothing_comes_from_elsewhere_and_nothing_ends_the_script_early(tmp_path: Path) -> None:
    example(tmp_path)
    for path in [*assets("js"), *assets("css"), tmp_path / "example.js"]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert [] == re.findall(r"https?:|//\w+\.|@import|url\(|</script|</style|<!--", text)


def test_the_base_is_small(tmp_path: Path) -> None:
    html = example(tmp_path)._repr_html_()
    style, _, rest = html.partition("</style>")
    script = rest.rpartition("<script>")[2]
    assert len(gzip.compress(script.encode())) < 4_600
    assert len(gzip.compress(style.encode())) < 2_500


def test_colours_come_from_the_palette_alone() -> None:
    for path in assets("css"):
        assert [] == re.findall(r"#[0-9a-fA-F]{3,8}\b", path.read_text(encoding="utf-8"))
    expected = {code for colour in PALETTE for code in (colour.light, colour.dark)}
    assert expected == set(re.findall(r"#[0-9A-F]{6}", stylesheet()))


def test_every_rule_stays_inside_the_figure() -> None:
    for path in assets("css"):
        tag = f"ac-{path.stem}"
        for selectors in re.findall(r"^([^@{}\n]+)\{", path.read_text("utf-8"), re.MULTILINE):
            for selector in re.split(r",(?![^(]*\))", selectors):
                assert re.match(rf"\s*(\.ac\b|{tag}\b)", selector), f"{path.name}: {selector}"


def test_every_script_says_what_it_needs_and_defines_its_element() -> None:
    for path in (path for path in assets("js") if path.stem != "shared"):
        text: Any = path.read_text(encoding="utf-8")
        assert text.startswith("// needs:")
        assert f'AttentionFigure.define("ac-{path.stem}"' in text
