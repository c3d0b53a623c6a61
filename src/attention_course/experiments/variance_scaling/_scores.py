"""The variance of a score: measured on the scores themselves, and by another road."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from attention_course._checks import generator, number_within, whole_number
from attention_course.experiments.variance_scaling._arrays import Floats, read_only
from attention_course.experiments.variance_scaling._moments import Moments
from attention_course.experiments.variance_scaling._progress import nobody

BLOCK_ENTRIES = 2**15
"""Entries of queries drawn at a time: 512 KiB with the keys beside them, for the L2 cache."""

CHUNK_SCORES = 2**13
"""Scores summarised at a time."""

CHUNK_ENTRIES = 2**21
"""Entries drawn between two reports of progress: some tens of milliseconds."""

BINS = 100
REACH = 5.0


@dataclass(frozen=True)
class ScoreVariance:
    r"""What many draws of one score say about its mean and variance.

    Attributes
    ----------
    d_k
        The key width.
    draws
        n, how many scores.
    sigma, correlation
        The standard deviation σ of every entry; the correlation ρ of :math:`q_i` with :math:`k_i`.
    mean, variance
        Of the raw scores :math:`\mathbf{q}^\top\mathbf{k}`.
    scaled_variance
        Of the scores divided by :math:`\sqrt{d_k}`, measured on those.
    counts
        ndarray of shape (100,), integers: the scaled scores in each bin; read-only. Scores outside
        of all bins are left out.
    edges
        ndarray of shape (101,): the bins' edges, 5 standard deviations to either side of the
        expected mean; read-only. Times :math:`\sqrt{d_k}` they are the edges for the raw scores,
        with the same counts.
    """

    d_k: int
    draws: int
    sigma: float
    correlation: float
    mean: float
    variance: float
    scaled_variance: float
    counts: NDArray[np.int64] = field(repr=False, compare=False)
    edges: Floats = field(repr=False, compare=False)

    @property
    def expected_mean(self) -> float:
        r""":math:`\rho\,\sigma^2 d_k`."""
        return self.correlation * self.sigma**2 * self.d_k

    @property
    def expected_variance(self) -> float:
        r""":math:`(1 + \rho^2)\,\sigma^4 d_k`."""
        return (1 + self.correlation**2) * self.sigma**4 * self.d_k

    @property
    def variance_error(self) -> float:
        """The standard error of `variance`, from theory (the head of the package derives it)."""
        rho, n = self.correlation, self.draws
        fourth_cumulant = 6 * (1 + 6 * rho**2 + rho**4) * self.sigma**8 * self.d_k
        return math.sqrt(fourth_cumulant / n + 2 * self.expected_variance**2 / (n - 1))

    @property
    def ratio(self) -> float:
        r""":math:`\operatorname{Var}(s) / d_k`, expected to be 1 for σ = 1 and ρ = 0."""
        return self.variance / self.d_k

    @property
    def ratio_error(self) -> float:
        """The standard error of `ratio`, and by rule 3 of `scaled_variance` too."""
        return self.variance_error / self.d_k


def measure_score_variance(
    rng: np.random.Generator,
    d_k: int,
    draws: int,
    *,
    sigma: float = 1.0,
    correlation: float = 0.0,
    drawn: Callable[[int], object] = nobody,
) -> ScoreVariance:
    r"""Draw queries and keys, and measure the variance of their scores.

    .. math::

        \operatorname{E}[\mathbf{q}^\top\mathbf{k}] = \rho\,\sigma^2 d_k, \qquad
        \operatorname{Var}(\mathbf{q}^\top\mathbf{k}) = (1 + \rho^2)\,\sigma^4 d_k

    Memory stays the same at any number of draws and at any width: the normals are drawn a block
    at a time.

    Parameters
    ----------
    rng
        Where the normals come from.
    d_k
        The key width, the number of terms of a score.
    draws
        n, how many scores, at least 2; each has a query and a key of its own.
    sigma
        The standard deviation σ of every entry.
    correlation
        The correlation ρ of each query entry with the key entry it multiplies.
    drawn
        Called now and then with the number of normals drawn since the last call.

    Returns
    -------
    ScoreVariance
        What was measured, beside what is expected.

    Raises
    ------
    TypeError
        If `rng` is not a Generator, a size not an integer, or `sigma` or `correlation` no number.
    ValueError
        If `d_k` is below 1, `draws` below 2, `sigma` not from 1e-6 to 1e6, or `correlation` not
        from -1 to 1.

    Notes
    -----
    Section 6.3. Vaswani et al. (2017), section 3.2.1, footnote 4.

    Examples
    --------
    Three terms, each entry with twice the usual spread: 2⁴ · 3 is 48.

    >>> spread = measure_score_variance(np.random.default_rng(1), 3, 10, sigma=2.0)
    >>> spread.expected_variance
    48.0
    """
    generator("rng", rng)
    d_k = whole_number("d_k", d_k, minimum=1)
    draws = whole_number("draws", draws, minimum=2)
    sigma = number_within("sigma", sigma, 1e-6, 1e6)
    correlation = number_within("correlation", correlation, -1, 1)
    chunks = _scores(rng, d_k, draws, sigma, correlation)
    return _summary(
        chunks,
        drawn,
        normals=2 * d_k,
        d_k=d_k,
        draws=draws,
        sigma=sigma,
        correlation=correlation,
    )


def cross_check(
    rng: np.random.Generator,
    d_k: int,
    draws: int,
    *,
    drawn: Callable[[int], object] = nobody,
) -> ScoreVariance:
    r"""Measure the same variance by another road, at two draws a score whatever the width.

    Given the key, a score is a sum of independent normals and so itself one,
    :math:`\mathcal{N}(0, \|\mathbf{k}\|^2)`; the squared length of the key is :math:`\chi^2` with
    :math:`d_k` degrees of freedom. Hence

    .. math:: \mathbf{q}^\top\mathbf{k} \sim z \sqrt{c}, \qquad
        z \sim \mathcal{N}(0, 1), \quad c \sim \chi^2(d_k).

    Parameters
    ----------
    rng
        Where the normals and the squared lengths come from.
    d_k
        The key width, the degrees of freedom.
    draws
        n, how many scores, at least 2.
    drawn
        Called now and then with the number of draws since the last call.

    Returns
    -------
    ScoreVariance
        What was measured, beside what is expected: the same as of `measure_score_variance`.

    Raises
    ------
    TypeError
        If `rng` is not a Generator or a size not an integer.
    ValueError
        If `d_k` is below 1 or `draws` below 2.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    Five terms, each of variance 1:

    >>> cross_check(np.random.default_rng(1), 5, 10).expected_variance
    5.0
    """
    generator("rng", rng)
    d_k = whole_number("d_k", d_k, minimum=1)
    draws = whole_number("draws", draws, minimum=2)
    sizes = (min(CHUNK_SCORES, draws - start) for start in range(0, draws, CHUNK_SCORES))
    chunks = (rng.standard_normal(n) * np.sqrt(rng.chisquare(d_k, n)) for n in sizes)
    return _summary(chunks, drawn, normals=2, d_k=d_k, draws=draws, sigma=1.0, correlation=0.0)


def _scores(
    rng: np.random.Generator, d_k: int, draws: int, sigma: float, correlation: float
) -> Iterator[Floats]:
    """Yield raw scores a chunk at a time, each chunk in the place of the one before."""
    query, key = np.empty(BLOCK_ENTRIES), np.empty(BLOCK_ENTRIES)
    columns = min(d_k, BLOCK_ENTRIES)
    rows = BLOCK_ENTRIES // columns
    scores = np.empty(max(1, min(CHUNK_SCORES, CHUNK_ENTRIES // d_k)))
    for start in range(0, draws, scores.size):
        chunk = scores[: min(scores.size, draws - start)]
        chunk[:] = 0.0
        for row in range(0, chunk.size, rows):
            block = chunk[row : row + rows]
            for column in range(0, d_k, columns):
                shape = block.size, min(columns, d_k - column)
                q, k = (entries[: math.prod(shape)] for entries in (query, key))
                rng.standard_normal(out=q)
                rng.standard_normal(out=k)
                if correlation:
                    k *= math.sqrt(1 - correlation**2)
                    k += correlation * q
                if sigma != 1:
                    q *= sigma
                    k *= sigma
                block += np.vecdot(q.reshape(shape), k.reshape(shape))
        yield chunk


def _summary(
    chunks: Iterable[Floats],
    drawn: Callable[[int], object],
    *,
    normals: int,
    d_k: int,
    draws: int,
    sigma: float,
    correlation: float,
) -> ScoreVariance:
    """Merge chunks of raw scores, each score costing so many `normals`, into one record."""
    root = math.sqrt(d_k)
    centre = correlation * sigma**2 * root
    reach = REACH * sigma**2 * math.sqrt(1 + correlation**2)
    span = centre - reach, centre + reach
    raw, scaled = Moments(), Moments()
    counts = np.zeros(BINS, dtype=np.int64)
    for chunk in chunks:
        divided = chunk / root
        raw, scaled = raw.with_block(chunk), scaled.with_block(divided)
        counts += np.histogram(divided, BINS, span)[0]
        drawn(normals * chunk.size)
    return ScoreVariance(
        d_k=d_k,
        draws=draws,
        sigma=sigma,
        correlation=correlation,
        mean=raw.mean,
        variance=raw.variance,
        scaled_variance=scaled.variance,
        counts=read_only(counts),
        edges=read_only(np.linspace(*span, BINS + 1)),
    )
