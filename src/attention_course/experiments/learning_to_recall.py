"""Does learning stall without the division? One attention is trained both ways.

Run it with ``python -m attention_course.experiments.learning_to_recall``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, nan, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from attention_course._checks import Reals, finite_number, generator, whole_number
from attention_course._dot_product import attention_steps
from attention_course._gradients import attention_backward
from attention_course._softmax import softmax_jacobian
from attention_course.experiments._printing import say

STEP_SIZES = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
SEEDS = (1, 2, 3)
LEARNT = 0.1
"""A run has learnt its task when the loss is below this."""

_D_MODEL, _N_KEYS, _D_V, _BATCH = 32, 16, 8, 16
_AT_THE_END = 20
_IN_A_ROW = 10
_STRETCH = 5

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, eq=False)
class Training:
    """What one run of training showed at each step, before its matrices moved.

    Attributes
    ----------
    d_k
        The key width.
    scale
        What the scores were multiplied by.
    step_size
        How far the matrices went along the gradient.
    losses
        ndarray of shape (steps,): the mean squared error.
    at_weights, at_scores
        ndarrays of shape (steps,): the lengths of the loss's gradients with respect to the weights
        and with respect to what softmax makes them of.
    largest
        ndarray of shape (steps,): the largest weight of a query, averaged over the queries.
    """

    d_k: int
    scale: float
    step_size: float
    losses: NDArray[np.float64]
    at_weights: NDArray[np.float64]
    at_scores: NDArray[np.float64]
    largest: NDArray[np.float64]

    @property
    def final_loss(self) -> float:
        """The mean loss of the last 20 steps."""
        return float(self.losses[-_AT_THE_END:].mean())

    @property
    def steps_taken(self) -> float:
        """How many steps were taken before 10 losses with a mean below 0.1; infinite if never."""
        ends = np.cumsum(np.append(0.0, self.losses))
        below = np.flatnonzero(ends[_IN_A_ROW:] - ends[:-_IN_A_ROW] < _IN_A_ROW * LEARNT)
        return float(below[0]) if below.size else inf


@dataclass(frozen=True, eq=False)
class Course:
    """The usual course of training from several starts.

    Attributes
    ----------
    steps
        ndarray of shape (n,): after how many steps each stretch of five begins.
    losses, at_scores
        ndarrays of shape (n,): medians over the stretch and over the starts.
    """

    steps: NDArray[np.int_]
    losses: NDArray[np.float64]
    at_scores: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs at several step sizes, each from the same few starts.

    Attributes
    ----------
    step_sizes
        Which they are.
    each
        The runs by step size, then by start.
    """

    step_sizes: tuple[float, ...]
    each: tuple[tuple[Training, ...], ...]

    @property
    def final_losses(self) -> NDArray[np.float64]:
        """The mean loss of each run's last 20 steps, of shape (step sizes, starts)."""
        return np.array([[run.final_loss for run in runs] for runs in self.each])

    def at(self, step_size: float) -> tuple[Training, ...]:
        """Return the runs with this step size.

        Raises
        ------
        ValueError
            If there are none.
        """
        if step_size not in self.step_sizes:
            raise ValueError(f"step_size: got {step_size}; expected one of {self.step_sizes}")
        return self.each[self.step_sizes.index(step_size)]

    def course(self, step_size: float) -> Course:
        """Return medians over the starts and over five steps each.

        Raises
        ------
        ValueError
            If there are no runs with this step size.
        """
        runs = self.at(step_size)
        begins = np.arange(0, len(runs[0].losses), _STRETCH)

        def medians(part: str) -> NDArray[np.float64]:
            all_starts = np.array([getattr(run, part) for run in runs])
            return np.array([np.median(all_starts[:, b : b + _STRETCH]) for b in begins])

        return Course(begins, medians("losses"), medians("at_scores"))

    @property
    def learnt(self) -> tuple[float, ...]:
        """The step sizes at which every run ends with a loss below 0.1."""
        highest = self.final_losses.max(axis=1)
        both = zip(self.step_sizes, highest, strict=True)
        return tuple(size for size, loss in both if loss < LEARNT)

    @property
    def soonest(self) -> tuple[float, float]:
        """The step size at which the loss is soonest below 0.1, and its mean number of steps.

        Only step sizes at which every run gets there count; without one it is (NaN, ∞).
        """
        best = (nan, inf)
        for size, runs in zip(self.step_sizes, self.each, strict=True):
            mean = sum(run.steps_taken for run in runs) / len(runs)
            if mean < best[1]:
                best = (size, mean)
        return best


@dataclass(frozen=True, eq=False)
class StepSizes:
    """The same starts and the same tasks without and with the division, at several step sizes.

    Attributes
    ----------
    d_k
        The key width.
    step_sizes, seeds
        Which they are; a seed gives the start and all that is drawn later.
    unscaled, scaled
        The runs with the scores as they are, and with the scores divided by the root of the key
        width.
    """

    d_k: int
    step_sizes: tuple[float, ...]
    seeds: tuple[int, ...]
    unscaled: Runs
    scaled: Runs


@np.errstate(all="ignore")
def learn_to_recall(
    rng: np.random.Generator,
    d_k: int = 128,
    *,
    step_size: float,
    scale: float | None = None,
    start: float = 1.0,
    steps: int = 200,
) -> Training:
    r"""Train one attention to find the token that its query is made of, and to return its value.

    .. math::

        W \leftarrow W - \eta\, dW, \qquad dW^Q = X_q^\top dQ, \qquad dW^K = X^\top dK

    At each step 16 tasks are drawn. A task has 16 tokens, vectors of 32 standard normals, and a
    value for each: eight numbers, 1 or −1. The query is made from one of the tokens, and the output
    should be this token's value. The loss is the mean squared error: 0 if all is found, about 1 for
    equal weights, near 2 for a wrong token with all the weight. The gradient is
    `attention_backward`'s. Two matrices are learned; the entries of each start as normals of
    standard deviation `start` / √32, so that those of queries and keys have variance 1 at a start
    of 1.

    Parameters
    ----------
    rng
        Where the start and the tasks come from: the same generator gives the same.
    d_k
        The key width.
    step_size
        η, how far the matrices go along the gradient.
    scale
        What scores are multiplied by; :math:`1/\sqrt{d_k}` if left out, and 1 for no division.
    start
        How large the matrices are at first.
    steps
        How many steps.

    Returns
    -------
    Training
        Losses and sizes of gradients, one a step.

    Raises
    ------
    TypeError
        If `rng` is not a Generator, a number not one, or a size not an integer.
    ValueError
        If a size is too small, or the step size is so large that the scores overflow.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    Matrices of zeros give every token the same weight, 1/16, and never move, as no query moves a
    key of zeros:

    >>> still = learn_to_recall(np.random.default_rng(1), 4, step_size=1.0, start=0.0, steps=3)
    >>> still.largest
    array([0.0625, 0.0625, 0.0625])
    """
    generator("rng", rng)
    d_k = whole_number("d_k", d_k, minimum=1)
    steps = whole_number("steps", steps, minimum=1)
    step_size = finite_number("step_size", step_size)
    factor = 1 / sqrt(d_k) if scale is None else finite_number("scale", scale)
    start = finite_number("start", start)
    w_query, w_key = start / sqrt(_D_MODEL) * rng.standard_normal((2, _D_MODEL, d_k))
    seen = np.empty((4, steps))
    for step in range(steps):
        asked, x, wanted, value = _tasks(rng)
        there = attention_steps(asked @ w_query, x @ w_key, value, scale=factor)
        error = there.output - wanted
        grad_output = 2 * error / error.size
        back = attention_backward(there.query, there.key, value, grad_output, scale=factor)

        grad_weights = grad_output @ np.matrix_transpose(value)
        grad_masked = grad_weights[..., None, :] @ softmax_jacobian(there.masked)
        seen[:, step] = (
            np.square(error).mean(),
            np.linalg.norm(grad_weights),
            np.linalg.norm(grad_masked),
            there.weights.max(axis=-1).mean(),
        )
        w_query = w_query - step_size * _summed_product(asked, back.query)
        w_key = w_key - step_size * _summed_product(x, back.key)
    return Training(d_k, factor, step_size, *seen)


def _tasks(
    rng: np.random.Generator,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Draw a batch: the token asked for, all tokens, the value wanted, all values."""
    x = rng.standard_normal((_BATCH, _N_KEYS, _D_MODEL))
    value = rng.choice([-1.0, 1.0], size=(_BATCH, _N_KEYS, _D_V))
    place = rng.integers(_N_KEYS, size=(_BATCH, 1, 1))
    asked, wanted = (np.take_along_axis(array, place, axis=1) for array in (x, value))
    return asked, x, wanted, value


def _summed_product(x: NDArray[np.float64], gradient: Reals) -> Reals:
    """Return the sum of all tasks' products; each is too small to be worth a second thread."""
    total: Reals = (np.matrix_transpose(x) @ gradient).sum(axis=0)
    return total


def compare_step_sizes(
    step_sizes: Sequence[float] = STEP_SIZES,
    seeds: Sequence[int] = SEEDS,
    *,
    d_k: int = 128,
    steps: int = 200,
) -> StepSizes:
    r"""Train at each step size and from each seed, once with the division and once without it.

    .. math:: S = Q K^\top / \sqrt{d_k} \quad\text{or}\quad S = Q K^\top

    Both start from the same matrices and are given the same tasks.

    Parameters
    ----------
    step_sizes
        The step sizes, each once.
    seeds
        The seeds, each once. A run depends on its seed and its step size only.
    d_k
        The key width.
    steps
        How many steps a run takes.

    Returns
    -------
    StepSizes
        Two runs for each step size and seed.

    Raises
    ------
    TypeError
        If a seed or size is not an integer, or a step size no number.
    ValueError
        If there is no step size or no seed, one comes twice, or one is too small.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    Two step sizes and three seeds are six runs, twice:

    >>> compared = compare_step_sizes((0.1, 1.0), (7, 8, 9), d_k=2, steps=1)
    >>> compared.unscaled.final_losses.shape, compared.scaled.final_losses.shape
    ((2, 3), (2, 3))
    """
    sizes = _each_once("step_sizes", step_sizes, _positive_number)
    starts = _each_once("seeds", seeds, partial(whole_number, minimum=0))

    def runs(scale: float | None) -> Runs:
        def run(seed: int, size: float) -> Training:
            rng = np.random.default_rng(seed)
            return learn_to_recall(rng, d_k, step_size=size, scale=scale, steps=steps)

        return Runs(sizes, tuple(tuple(run(seed, size) for seed in starts) for size in sizes))

    return StepSizes(d_k, sizes, starts, unscaled=runs(1.0), scaled=runs(None))


def _each_once(
    name: str, values: Sequence[object], checked: Callable[[str, object], _Number]
) -> tuple[_Number, ...]:
    if not isinstance(values, Sequence):
        raise TypeError(f"{name}: got {values!r}; expected numbers, each once")
    numbers = tuple(checked(name, value) for value in values)
    if not numbers or len(set(numbers)) < len(numbers):
        raise ValueError(f"{name}: got {list(numbers)}; expected one or more, each once")
    return numbers


def _positive_number(name: str, value: object) -> float:
    number = finite_number(name, value)
    if number <= 0:
        raise ValueError(f"{name}: got {value}; expected numbers above 0")
    return number


def main() -> None:
    """Print how far training comes at each step size.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    >>> main()  # doctest: +ELLIPSIS
    Loss after 200 steps at a key width of 128: three starts each
    step size  unscaled                scaled
         0.01  ...
           30  ...
    """
    compared = compare_step_sizes()
    say(f"Loss after 200 steps at a key width of {compared.d_k}: three starts each")
    say("step size  unscaled                scaled")
    losses = np.hstack([compared.unscaled.final_losses, compared.scaled.final_losses])
    for size, row in zip(compared.step_sizes, losses, strict=True):
        say(f"{size:9g}  {'  '.join(f'{loss:6.4f}' for loss in row)}")


if __name__ == "__main__":
    main()
