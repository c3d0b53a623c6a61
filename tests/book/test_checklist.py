"""Each claim of the course stands on its page, and its numbers were computed there.

The expected numbers come from arithmetic written out here, never from the library.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import e, exp, factorial, sqrt
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

pytestmark = pytest.mark.book

ROOT2 = sqrt(2)
E_ROOT2 = exp(ROOT2)
SHARE = E_ROOT2 / (1 + E_ROOT2)


@dataclass(frozen=True)
class Claim:
    """A claim, the page that makes it, what must be read there, and what computed there.

    `computed` maps an expression of the page's code to the text that its value must show; a
    pattern stands for a number that a run measures.
    """

    says: str
    page: str
    reads: tuple[str, ...] = ()
    computed: Mapping[str, str | re.Pattern[str]] = field(default_factory=dict)
    formulas: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.says


OPENING, QUESTION, HAND = "index", "attention/6-1-the-question", "attention/6-2-by-hand"
ROOT, MASKS = "attention/6-3-why-the-root", "attention/6-4-masks"
ORDER, HEADS = "attention/6-5-word-order", "attention/6-6-multi-head"
RULES, SOFTMAX = "background/3-2-expectation-and-variance", "background/4-3-softmax"
GRADIENTS = "beyond/gradients"
LONG = "beyond/long-contexts"
NUMBER = re.compile(r"\d+(\.\d+)?")
CROSSING = re.compile(r"at \d+ tokens|before 64 tokens|only after 1024 tokens")
GIB = 2**30


def typographic(number: float, spec: str) -> str:
    return format(number, spec).replace("-", "−")


CLAIMS = (
    # Opening
    Claim("the 2017 paper", OPENING, ("June 2017", "Attention Is All You Need", "Google")),
    Claim("recurrence and convolutions came before", OPENING, ("section 5.2", "section 25.1")),
    Claim(
        "the Transformer dropped both",
        OPENING,
        ("uses neither recurrence nor convolutions", "self-attention"),
    ),
    Claim("nearly every model descends", OPENING, ("nearly every large language model",)),
    Claim(
        "what the module does",
        OPENING,
        (
            "by hand",
            "square root of the key width",
            "Masks",
            "What attention alone cannot do",
            "what several cost",
        ),
    ),
    # 6.1
    Claim("which tokens and how much", QUESTION, ("whom to listen to, and how closely",)),
    Claim(
        "queries, keys and values with their shapes",
        QUESTION,
        ("wants to know", "can be asked about", "has to tell", "section 1.6"),
        formulas=(
            r"{Q} \in \mathbb{R}^{N \times d_k}",
            r"{K} \in \mathbb{R}^{M \times d_k}",
            r"{V} \in \mathbb{R}^{M \times d_v}",
        ),
    ),
    # 6.2
    Claim("N = M in self-attention only", HAND, ("self-attention", "cross-attention", "8.1")),
    Claim(
        "the formula in five steps",
        HAND,
        ("Scores.", "Scale.", "Mask.", "Softmax.", "Weighted sum.", "innermost part"),
        formulas=(r"\frac{{Q} {K}^\top}{\sqrt{d_k}} + M",),
    ),
    Claim("M means two things", HAND, ("One letter, two meanings",)),
    Claim("usual widths", HAND, ("64 or 128",)),
    Claim("the score is −9 − 9 = −18", HAND, formulas=("-9 - 9 = -18",)),
    Claim(
        "the scores of the two tokens",
        HAND,
        computed={
            "steps.scores[0, 0]:.0f": typographic(3 * -3 + 3 * -3, ".0f"),
            "steps.scores[0, 1]:.0f": typographic(3 * 1 + 3 * -1, ".0f"),
            "steps.scores[1, 0]:.0f": typographic(1 * -3 + -1 * -3, ".0f"),
            "steps.scores[1, 1]:.0f": typographic(1 * 1 + -1 * -1, ".0f"),
        },
    ),
    Claim(
        "scaled by √2",
        HAND,
        computed={
            "1 / steps.scale:.3f": typographic(ROOT2, ".3f"),
            "steps.scaled[0, 0]:.2f": typographic(-18 / ROOT2, ".2f"),
            "steps.scaled[1, 1]:.3f": typographic(2 / ROOT2, ".3f"),
        },
    ),
    Claim(
        "masked and softmaxed",
        HAND,
        computed={
            "steps.masked[0, 0]:.2f": typographic(-18 / ROOT2, ".2f"),
            "steps.masked[0, 1]": "−∞",
            "steps.weights[0, 0]:.0f": "1",
            "steps.weights[0, 1]:.0f": "0",
            "exponentials[0]:.0f": "1",
            "exponentials[1]:.3f": typographic(E_ROOT2, ".3f"),
            "exponentials.sum():.3f": typographic(1 + E_ROOT2, ".3f"),
            "steps.weights[1, 0]:.3f": typographic(1 - SHARE, ".3f"),
            "steps.weights[1, 1]:.3f": typographic(SHARE, ".3f"),
        },
    ),
    Claim(
        "the outputs",
        HAND,
        computed={
            "steps.output[0, 0]:.0f": "0",
            "steps.output[0, 1]:.0f": "−1",
            "steps.output[1, 0]:.3f": typographic(SHARE * 1, ".3f"),
            "steps.output[1, 1]:.3f": typographic((1 - SHARE) * -1 + SHARE * 2, ".3f"),
        },
    ),
    Claim(
        "the mask changed the answer",
        HAND,
        ("a token that comes after it",),
        {
            'variants["no mask, scaled"].weights[0, 1]:.6f': typographic(
                1 / (1 + exp(-18 / ROOT2)), ".6f"
            )
        },
    ),
    Claim("scores are not weights", HAND, ("Scores are not weights", "any number", "sum to")),
    # 6.3
    Claim(
        "the mean is 0 by rules 1 and 2",
        ROOT,
        formulas=(r"\text{rule 1}", r"\text{rule 2, since } q_i"),
    ),
    Claim("one product has variance 1", ROOT, ("Each product has variance 1",)),
    Claim("the variances add by rule 4", ROOT, formulas=(r"\text{rule 4: they are independent",)),
    Claim("rule 3 leaves variance 1", ROOT, formulas=(r"\text{rule 3, with } a = 1/\sqrt{d_k}",)),
    Claim(
        "typical sizes",
        ROOT,
        computed={
            "typical[64]:.0f": typographic(64**0.5, ".0f"),
            "typical[128]:.1f": typographic(128**0.5, ".1f"),
        },
    ),
    Claim(
        "the four rules",
        RULES,
        formulas=(
            r"\text{1. Linearity:}",
            r"\text{2. Products of independents:}",
            r"\text{3. Scaling:}",
            r"\text{4. Sums of independents:}",
        ),
    ),
    Claim(
        "a gap makes one weight e^g times the other",
        ROOT,
        ("gaps of 20 are common",),
        {"np.exp(20) / 1e6:.0f": typographic(e**20 / 1e6, ".0f")},
    ),
    Claim(
        "gaps of 20 are common",
        ROOT,
        # A gap is N(0, 2 · 128): beyond 20 = 1.25 standard deviations lie 21 % of the pairs.
        computed={"np.mean(gaps > 20):.0%": re.compile(r"2[012] ?%"), "len(gaps):,": "20,000"},
    ),
    Claim(
        "a cross-check by two draws a score",
        ROOT,
        ("There is a second way",),
        {"lab.cross_checks[2].ratio:.4f": re.compile(r"(0\.98|0\.99|1\.00|1\.01)\d\d")},
    ),
    Claim("saturation stalls learning", ROOT, ("saturation", "stalls learning", "Jacobian")),
    Claim(
        "lab 2b: the ratio at four widths",
        ROOT,
        computed={
            f"lab.scores[{i}].ratio:.4f": re.compile(r"(0\.98|0\.99|1\.00|1\.01)\d\d")
            for i in range(4)
        }
        | {
            f"ratio[{d_k}].expected:.4f": published
            for d_k, published in ((32, "0.9987"), (64, "1.0040"), (128, "1.0029"), (256, "1.0038"))
        },
    ),
    Claim(
        "lab 2b: the scaled variance is 1",
        ROOT,
        computed={f"lab.scores[{i}].scaled_variance:.4f": NUMBER for i in range(4)},
    ),
    Claim(
        "lab 2b: each verdict",
        ROOT,
        computed={f"ratio[{d_k}].verdict": "agrees within its error" for d_k in (32, 64, 128, 256)}
        | {
            f"{name}.verdict": "agrees within its error"
            for name in ("unscaled", "scaled", "gradient")
        },
    ),
    Claim(
        "lab 2b: saturation",
        ROOT,
        ("chance decides each one",),
        {
            "lab.saturation.trials": "500",
            "lab.saturation.n_keys": "64",
            "lab.saturation.unscaled.fraction:.1%": re.compile(r"(2[7-9]|3\d|40)\.\d ?%"),
            "SOURCE.fraction.value:.0%": re.compile(r"35 ?%"),
            "lab.saturation.scaled.fraction:.1%": re.compile(r"0\.0 ?%"),
            "lab.saturation.unscaled.gradient_term_mean:.4f": re.compile(r"0\.00(1|2)\d"),
            "SOURCE.gradient_term.value:.4f": "0.0020",
            "lab.saturation.unscaled.gradient_term_median:.4f": re.compile(r"0\.000\d"),
        },
    ),
    Claim(
        "why √d_k and not d_k",
        ROOT,
        ("Why not divide by the width itself?", "whatever the query asks"),
    ),
    Claim("variance σ⁴ d_k", ROOT, formulas=(r"\sigma^4 d_k",)),
    Claim("correlated queries and keys", ROOT, formulas=(r"(1 + \rho^2)\, d_k", r"\rho\, d_k")),
    Claim("the slope of softmax", SOFTMAX, formulas=(r"\delta_{ij} - {p_j}",)),
    # 6.4
    Claim("no mask in encoders", MASKS, ("encoder", "section 8.2")),
    Claim("the causal mask", MASKS, ("section 8.4", "the mask of four tokens")),
    Claim("padding masks cover key columns", MASKS, ("columns", "Why only the columns?")),
    Claim("masks combine by adding", MASKS, ("Masks combine by adding",)),
    Claim("the sliding window", MASKS, ("sliding window", "section 16.3")),
    Claim(
        "a row with nothing left is 0/0",
        MASKS,
        ("[nan nan nan]|array([nan, nan, nan])", "may attend to no key", "empty_rows"),
    ),
    # 6.5
    Claim(
        "permutation equivariance",
        ORDER,
        ("permutation equivariance", "did the biting"),
        {
            "len(alone.orders)": str(factorial(5)),
            "int((causal.changes > 1e-9).sum())": str(factorial(5) - 1),
            "int((placed.changes > 1e-9).sum())": str(factorial(5) - 1),
            "alone.changes.max():.1e": re.compile(r"\d\.\d × 10−1[56]|0\.0.*"),
        },
        (r"P \, \operatorname{Attention}(X, X, X)",),
    ),
    Claim("dog's vector is the same", ORDER, ("two vectors are the same",)),
    Claim("the fix is a position", ORDER, ("section 7.1", "section 15.1")),
    # 6.6
    Claim("why one set of weights is not enough", HEADS, ("One set of weights is not enough",)),
    Claim(
        "heads and their shapes",
        HEADS,
        formulas=(r"W_i^Q, W_i^K \in \mathbb{R}^{d_{\text{model}} \times d_k}", r"(h \cdot d_v)"),
    ),
    Claim(
        "the paper's sizes",
        HEADS,
        ("no one puts them there",),
        formulas=("h = 8", r"d_{\text{model}} = 512", "d_k = 64"),
    ),
    Claim(
        "four heads on a sentence",
        HEADS,
        ("The animal didn't cross the street because it was tired", "one table for each head"),
        {
            "attention.weights[1, 7, 1]:.2f": typographic(exp(6) / (exp(6) + 9), ".2f"),
            "attention.weights.shape": "(4, 10, 10)",
        },
    ),
    Claim(
        "why the output projection",
        HEADS,
        ("brings the heads together", "residual stream", "all 512"),
    ),
    Claim(
        "the cost",
        HEADS,
        ("multiply-adds", "doubles every number"),
        formulas=(r"4 N d_{\text{model}}^2 + 2 N^2 d_{\text{model}}", r"N > 2\, d_{\text{model}}"),
    ),
    Claim(
        "the crossover",
        HEADS,
        ("what makes long contexts expensive",),
        {"crossover_length(512):,": f"{2 * 512:,}"},
    ),
    # The gradient of attention
    Claim(
        "the chain from the output to queries, keys and values",
        GRADIENTS,
        formulas=(
            r"d{V} = {A}^\top\, dO",
            r"d{A} = dO\, {V}^\top",
            r"d{Q} = \frac{dS\, {K}}{\sqrt{d_k}}",
            r"d{K} = \frac{dS^\top\, {Q}}{\sqrt{d_k}}",
        ),
    ),
    Claim(
        "the row sum trick",
        GRADIENTS,
        ("row sum trick", "a masked pair has the slope 0", "sums to 0"),
        formulas=(r"\bigl( d{A}_{ij} - D_i \bigr)", r"\sum_c dO_{ic}\, O_{ic}"),
    ),
    Claim(
        "the gradient of two tokens by hand",
        GRADIENTS,
        computed={
            "grad_value[0, 0]:.3f": typographic(1 + 1 - SHARE, ".3f"),
            "grad_value[1, 0]:.3f": typographic(SHARE, ".3f"),
            "grad_weights[0, 0]:.0f": "−1",
            "grad_weights[1, 1]:.0f": "3",
            "row_sums[0]:.0f": "−1",
            "shorter[0]:.0f": "−1",
            "row_sums[1]:.3f": typographic(4 * SHARE - 1, ".3f"),
            "shorter[1]:.3f": typographic(4 * SHARE - 1, ".3f"),
            "grad_masked[0, 0]:.0f": "0",
            "grad_masked[0, 1]:.0f": "0",
            "grad_masked[1, 0]:.3f": typographic(-4 * SHARE * (1 - SHARE), ".3f"),
            "grad_masked[1, 1]:.3f": typographic(4 * SHARE * (1 - SHARE), ".3f"),
            "grad_query[1, 0]:.3f": typographic(4 * SHARE * (1 - SHARE) * 4 / ROOT2, ".3f"),
            "grad_query[1, 1]:.3f": typographic(4 * SHARE * (1 - SHARE) * 2 / ROOT2, ".3f"),
            "grad_key[0, 0]:.3f": typographic(-4 * SHARE * (1 - SHARE) / ROOT2, ".3f"),
            "grad_key[1, 0]:.3f": typographic(4 * SHARE * (1 - SHARE) / ROOT2, ".3f"),
        },
    ),
    Claim(
        "hand, library, Jacobian and small steps agree",
        GRADIENTS,
        (
            "row 2 by the Jacobian: [-0.629 0.629]",
            "12 slopes, the largest difference",
            "with the mask, the largest of dQ and dK: 0.0",
            "def _five_steps_back",
        ),
    ),
    Claim(
        "without the division softmax lets less through of most gradients",
        GRADIENTS,
        ("they suspect it", "two things do not fit the simple story"),
        {
            "narrow.unscaled.median:.3f": re.compile(r"0\.0(2[89]|3[0-4])"),
            "wide.unscaled.median:.1g": re.compile(r"0\.000[1-5]"),
            "wide.scaled.median:.2f": "0.02",
            "usual.scaled.median / usual.unscaled.median:.0f": re.compile("[345]"),
            "wide.scaled.median / wide.unscaled.median:.0f": re.compile(r"[5-9]\d|1\d\d"),
            "usual.unscaled.mean / usual.scaled.mean:.0%": re.compile("[678]. ?%"),
            "times:.0f": re.compile("[6-9]|1[01]"),
        },
    ),
    Claim(
        "with large steps the unscaled model stalls",
        GRADIENTS,
        ("That is stalling.", "as good as gone"),
        {
            "sure:.4f": re.compile(r"0\.99\d\d|1\.0000"),
            "arrives:.1f": re.compile(r"1\.[0-4]"),
            "passes:.0e": re.compile(r"\d × 10−([4-9]|\d\d)"),
        },
    ),
    Claim(
        "with small steps it learns too, in a narrower range and later",
        GRADIENTS,
        ("the unscaled model learns too", "Not shown:", "Adam"),
        {
            "low:g": "0.1",
            "lowest:g": "0.03",
            "highest:g": "0.3",
            "highest / lowest:.0f": "10",
            "(high / low) / (highest / lowest):.0f": re.compile("3|10"),
            "its_steps / steps:.0f": re.compile(r"[5-9]|1\d|2\d"),
            "begins[0]:.1f": re.compile(r"0\.9|1\.[01]"),
            "begins[1]:.1f": re.compile(r"1\.[6-9]"),
        },
    ),
    Claim(
        "the division can be made up for by start and step size",
        GRADIENTS,
        ("The division, undone", "builds the right start into the formula"),
        {
            "difference:.0e": re.compile(r"\d × 10−1\d|0"),
            "scaled.final_losses[-1].mean():.1f": re.compile(r"1\.\d|2\.0"),
        },
    ),
    # Long contexts
    Claim(
        "a table that does not fit is refused with its bytes",
        LONG,
        (f"take {96 * 5 * 10**10 * 4 / GIB:,.1f} GiB", "blockwise_attention, which never holds"),
        {
            "100_000**2 * 4 / 2**30:.1f": typographic(10**10 * 4 / GIB, ".1f"),
            "96 * 5 * 100_000**2 * 4 / 2**30:,.1f": typographic(96 * 2e11 / GIB, ",.1f"),
        },
    ),
    Claim(
        "online softmax corrects what it summed",
        LONG,
        ("not an approximation",),
        formulas=(r"\ell' &= e^{m - m'} \ell + \sum_j e^{s_j - m'}",),
    ),
    Claim(
        "online softmax by hand",
        LONG,
        computed={
            "first.largest:.0f": "0",
            "first.shrink:.0f": "0",
            "first.exp_sum:.0f": "1",
            "second.scores[0]:.3f": typographic(ROOT2, ".3f"),
            "second.largest:.3f": typographic(ROOT2, ".3f"),
            "second.shrink:.3f": typographic(1 / E_ROOT2, ".3f"),
            "second.exp_sum:.3f": typographic(1 / E_ROOT2 + 1, ".3f"),
            "second.weighted[1]:.3f": typographic(-1 / E_ROOT2 + 2, ".3f"),
            "second.output[0]:.3f": typographic(SHARE, ".3f"),
            "second.output[1]:.3f": typographic((1 - SHARE) * -1 + SHARE * 2, ".3f"),
        },
    ),
    Claim(
        "the table's memory grows with the square and the blocks' does not",
        LONG,
        ("Less memory does not mean less work",),
        {
            "longest.table_bytes / before.table_bytes:.1f": re.compile(r"4\.0|3\.9"),
            "longest.blockwise_bytes / before.blockwise_bytes:.1f": re.compile(r"[01]\.\d"),
            "longest.table_seconds * 1e3:.0f": NUMBER,
            "longest.blockwise_seconds * 1e3:.0f": NUMBER,
        },
    ),
    Claim(
        "masked blocks are skipped",
        LONG,
        computed={
            "causal.size": str(12 * 12),
            "(causal > 0).sum()": str(sum(range(1, 13))),
            # Twelve keys before a query lie in three blocks, or four if it is not at an edge.
            "(windowed > 0).sum()": str(1 + 2 + 3 + 9 * 4),
            'allowed["causal"]:.0%': re.compile(r"50 ?%"),
            # Of 2,048 keys a query sees 256, the first ones fewer.
            'allowed["window"]:.0%': typographic(
                sum(min(i + 1, 256) for i in range(2048)) / 2048**2, ".0%"
            ),
            "saved.causal / saved.whole:.0%": re.compile(r"\d+ ?%"),
        },
    ),
    Claim(
        "the crossover by the clock stands beside that by count",
        LONG,
        ("rule of thumb",),
        {
            "counted": str(2 * 256),
            "cost.linear / 1e6:.0f": typographic(4 * 512 * 256**2 / 1e6, ".0f"),
            'crossing["products"]': CROSSING,
            'crossing["blockwise"]': CROSSING,
            'crossing["table"]': CROSSING,
        },
    ),
    Claim(
        "the roofline",
        LONG,
        ("arithmetic intensity", "a statement about a machine"),
        {
            "table.intensity:.2f": typographic(2 * 64 / (14 * 4), ".2f"),
            # Four blocks of queries fetch keys and values; queries and outputs move once.
            "blockwise.intensity:.0f": typographic(2 * 2048 / (4 * 2 * (4 + 1)), ".0f"),
            "decoding.intensity": "0.25",
            "memory_share(table):.0%": re.compile(r"\d+ ?%"),
            "memory_share(blockwise):.0%": re.compile(r"\d+ ?%"),
            "side(decoding)": re.compile("to the (left|right) of the ridge|almost at the ridge"),
        },
        (r"\min(R,\; I \cdot B)",),
    ),
    Claim(
        "the cache's bytes",
        LONG,
        ("each is computed once",),
        {
            'f"{cache_bytes(gpt, 1) / 2**10:,.0f}"': f"{2 * 96 * 96 * 128 * 2 // 1024:,}",
            "cache_bytes(gpt, gpt.context) / 2**30:.2f": typographic(4608 / 1024 * 2, ".2f"),
            "cache_bytes(gpt, long) / 2**30:.1f": typographic(4608e5 / 2**20, ".1f"),
            "cache_bytes(llama, 1) / 2**10:.0f": str(2 * 80 * 8 * 128 * 2 // 1024),
            "cache_bytes(llama, llama.context) / 2**30:.2f": typographic(320 * 4 / 1024, ".2f"),
            "cache_bytes(mistral, 1) / 2**10:.0f": str(2 * 32 * 8 * 128 * 2 // 1024),
            "cache_bytes(mistral, long) / 2**30:.1f": typographic(128 * 4 / 1024, ".1f"),
        },
        (r"n_{\text{layers}} \cdot n_{\text{key heads}} \cdot d_k \cdot N",),
    ),
    Claim(
        "grouped heads and a window shrink the cache",
        LONG,
        ("Grouped heads.", "A sliding window.", "40 seen, 5 kept"),
        {
            "cache_bytes(replace(llama, n_key_heads=llama.n_heads), llama.context) / 2**30:.1f": (
                typographic(8 * 1.25, ".1f")
            ),
            'f"{mistral.window:,}"': "4,096",
        },
    ),
    # References
    Claim(
        "references",
        "references",
        (
            "Attention Is All You Need",
            "1706.03762",
            "Neural Machine Translation by Jointly Learning to Align and Translate",
            "1409.0473",
            "Set Transformer",
            "1810.00825",
        ),
    ),
)


@dataclass(frozen=True)
class Built:
    """What a built page says."""

    text: str
    formulas: str
    computed: dict[str, str]


@cache
def read(page: Path) -> Built:
    soup = BeautifulSoup(page.read_text(), "html.parser")
    article = soup.find("article")
    assert article is not None
    formulas = " ".join(a.get_text() for a in article.find_all("annotation"))
    computed = {
        str(span["title"]).removeprefix("computed: "): squeezed(span.get_text())
        for span in article.select("span.computed")
    }
    for formula in article.find_all("math"):
        formula.replace_with(formula.get_text() if formula.annotation is None else " ")
    return Built(squeezed(article.get_text()), squeezed(formulas), computed)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("’", "'")).strip()


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_the_book_makes_this_claim(book: Path, claim: Claim) -> None:
    built = read(book / f"{claim.page}.html")
    for fragment in claim.reads:
        assert any(choice in built.text for choice in fragment.split("|")), fragment
    for formula in claim.formulas:
        assert formula in built.formulas, formula
    for expression, expected in claim.computed.items():
        assert expression in built.computed, expression
        shown = built.computed[expression]
        if isinstance(expected, str):
            assert expected == shown
        else:
            assert expected.fullmatch(shown), (expected.pattern, shown)
