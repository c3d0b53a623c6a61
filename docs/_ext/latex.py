r"""The book's LaTeX macros, and their expansion for readers that do not know them.

Colour carries meaning, so a page never names a colour; it names a role:

====================================  ==========================================================
``\Q`` ``\K`` ``\V`` ``\A``           the matrices of queries, keys, values and attention weights
``\query{q_i}`` ``\key{k_j}``         any part of a formula that belongs to a query, to a key,
``\value{v_j}`` ``\weights{a_{ij}}``  to a value, to the attention weights,
``\masked{-\infty}``                  or to what a mask takes away
``\softmax`` ``\Attention``           operators, set upright
``\MultiHead`` ``\Concat``
``\head`` ``\MHA`` ``\PE``
``\Var`` ``\Cov`` ``\E`` ``\Prob``    variance, covariance, expectation, probability
``\T`` ``\R``                         the transpose sign, the real numbers
====================================  ==========================================================
"""

import re
from collections.abc import Mapping

from attention_course._palette import PALETTE

OPERATORS = {
    "softmax": r"\operatorname{softmax}",
    "Attention": r"\operatorname{Attention}",
    "MultiHead": r"\operatorname{MultiHead}",
    "Concat": r"\operatorname{Concat}",
    "MHA": r"\operatorname{MHA}",
    "PE": r"\operatorname{PE}",
    "head": r"\mathrm{head}",
    "Var": r"\operatorname{Var}",
    "Cov": r"\operatorname{Cov}",
    "E": r"\mathbb{E}",
    "Prob": r"\operatorname{P}",
    "T": r"\top",
    "R": r"\mathbb{R}",
}

LETTERS = {
    "Q": r"\query{Q}",
    "K": r"\key{K}",
    "V": r"\value{V}",
    "A": r"\weights{A}",
}

_COMMAND = re.compile(r"\\([A-Za-z]+)")
_ENVIRONMENTS = {"align": "aligned", "split": "aligned", "gather": "gathered", "equation": ""}
_WHOLE = re.compile(r"\\begin\{(align|split|gather|equation)(\*?)\}(.*)\\end\{\1\2\}", re.DOTALL)
_NESTED = re.compile(r"\\begin\{(\w+\*?)\}.*?\\end\{\1\}", re.DOTALL)


def coloured_macros() -> dict[str, str]:
    """Return all macros with the roles as colours any LaTeX renderer understands."""
    roles = {colour.role: rf"\textcolor{{{colour.light}}}{{#1}}" for colour in PALETTE}
    return OPERATORS | LETTERS | roles


def plain_macros() -> dict[str, str]:
    """Return all macros with the roles left uncoloured, for a formula meant to be copied."""
    return OPERATORS | LETTERS | {colour.role: "{#1}" for colour in PALETTE}


def expand(latex: str, macros: Mapping[str, str]) -> str:
    r"""Replace every macro, so that the formula stands on its own.

    Parameters
    ----------
    latex
        A formula without its dollar signs.
    macros
        Name without backslash -> body; ``#1`` in a body takes the argument that follows.

    Returns
    -------
    str
        The formula in plain LaTeX.

    Examples
    --------
    >>> expand(r"\Q\K^\T", {"Q": "Q", "K": r"\key{K}", "key": "{#1}", "T": r"\top"})
    'Q{K}^\\top'
    """
    done: list[str] = []
    rest = latex
    while match := _COMMAND.search(rest):
        done.append(rest[: match.start()])
        rest = rest[match.end() :]
        body = macros.get(match[1])
        if body is None:
            done.append(match[0])
        elif "#1" in body:
            argument, rest = _argument(rest)
            done.append(expand(body.replace("#1", expand(argument, macros)), macros))
        else:
            done.append(expand(body, macros))
    return "".join(done) + rest


def _argument(text: str) -> tuple[str, str]:
    """Split a macro's argument, without its braces, from what follows it."""
    text = text.lstrip()
    if command := _COMMAND.match(text):
        return command[0], text[command.end() :]
    if not text.startswith("{"):
        return text[:1], text[1:]
    depth = 0
    for place, character in enumerate(text):
        if character in "{}" and text[place - 1 : place] != "\\":
            depth += 1 if character == "{" else -1
        if depth == 0:
            return text[1:place], text[place + 1 :]
    return text[1:], ""


def one_display(latex: str) -> str:
    r"""Make a display formula of one piece, as neither MathML nor ``$$`` numbers its lines.

    Parameters
    ----------
    latex
        A display formula; several lines may be ended by ``\\`` or parted by blank lines, with
        or without an environment around them.

    Returns
    -------
    str
        The same formula, its lines gathered in one ``aligned`` or ``gathered``.

    Examples
    --------
    >>> print(one_display(r"a &= b \\ &= c"))
    \begin{aligned}a &= b \\ &= c\end{aligned}
    """
    latex = latex.strip()
    if whole := _WHOLE.fullmatch(latex):
        inner = _ENVIRONMENTS[whole[1]]
        body = whole[3].strip()
        return rf"\begin{{{inner}}}{body}\end{{{inner}}}" if inner else one_display(body)
    latex = r" \\ ".join(part.strip() for part in re.split(r"\n\s*\n", latex))
    outside = _without_environments(latex)
    if r"\\" in outside or re.search(r"(?<!\\)&", outside):
        return rf"\begin{{aligned}}{latex}\end{{aligned}}"
    return latex


def _without_environments(latex: str) -> str:
    while (shorter := _NESTED.sub("", latex)) != latex:
        latex = shorter
    return latex
