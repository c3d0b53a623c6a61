import pytest

from _ext.latex import coloured_macros, expand, one_display, plain_macros
from attention_course._palette import PALETTE, QUERY


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\Q\K^\T", r"{Q}{K}^\top"),
        (r"\query{q_i} \cdot \key{k_j}", r"{q_i} \cdot {k_j}"),
        (r"\weights{\softmax(\query{q})}", r"{\operatorname{softmax}({q})}"),
        (r"\query\Q", r"{{Q}}"),
        (r"\query q", r"{q}"),
        (r"\value{\{v\}}", r"{\{v\}}"),
        (r"\frac{1}{2}", r"\frac{1}{2}"),
    ],
)
def test_plain_expansion_leaves_latex_that_stands_on_its_own(latex: str, expected: str) -> None:
    assert expand(latex, plain_macros()) == expected


def test_coloured_expansion_takes_its_colours_from_the_palette() -> None:
    assert expand(r"\Q", coloured_macros()) == rf"\textcolor{{{QUERY.light}}}{{Q}}"


def test_every_role_of_the_palette_is_a_macro() -> None:
    assert {colour.role for colour in PALETTE} <= plain_macros().keys()


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("a = b", "a = b"),
        (r"a &= b \\ &= c", r"\begin{aligned}a &= b \\ &= c\end{aligned}"),
        ("a = b\n\nc = d", r"\begin{aligned}a = b \\ c = d\end{aligned}"),
        (
            r"\begin{align*} a &= b \\ &= c \end{align*}",
            r"\begin{aligned}a &= b \\ &= c\end{aligned}",
        ),
        (r"\begin{equation} a \end{equation}", "a"),
        (
            r"A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
            r"A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
        ),
        (r"a \& b", r"a \& b"),
    ],
)
def test_a_display_formula_becomes_one_piece(latex: str, expected: str) -> None:
    assert one_display(latex) == expected
