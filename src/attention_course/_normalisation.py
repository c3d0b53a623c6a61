"""Normalisation: rows brought to one size, whatever size they came in."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attention_course._checks import (
    Reals,
    axis_number,
    computing_type,
    finite_array,
    finite_number,
    finite_result,
)


class Normalised(NamedTuple):
    """What a normalisation gives back.

    Attributes
    ----------
    output
        ndarray of the shape of `x`: (x − centre) · factor · gain + bias.
    centre
        What was taken off: the mean, or 0 for `rms_norm`. The axes that were normalised have
        length 1; the type is the one that was computed in.
    factor
        What the rest was multiplied by: 1 over the standard deviation or the root mean square; an
        ndarray like `centre`.
    """

    output: Reals
    centre: Reals
    factor: Reals


def layer_norm(
    x: ArrayLike,
    gain: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    *,
    first_axis: int = -1,
    epsilon: float = 1e-5,
) -> Normalised:
    r"""Bring each row to mean 0 and variance 1, then stretch and shift each feature.

    .. math::

        y_c = \frac{x_c - \mu}{\sqrt{\sigma^2 + \varepsilon}}\, \gamma_c + \beta_c, \qquad
        \mu = \frac1d \sum_c x_c, \quad \sigma^2 = \frac1d \sum_c (x_c - \mu)^2

    Parameters
    ----------
    x
        array of shape (..., d).
    gain
        array of shape (d,): γ, learned; all 1 if left out.
    bias
        array of shape (d,): β, learned; all 0 if left out.
    first_axis
        The first of the axes that are normalised together, up to the last; `gain` and `bias` have
        their shape then.
    epsilon
        ε, which keeps rows of equal numbers from being divided by 0.

    Returns
    -------
    Normalised
        output, of the shape of `x`, with centre μ and factor :math:`1/\sqrt{\sigma^2 +
        \varepsilon}`. The output of float32 and float64 keeps its type, float16 is computed in
        float32 and cast back, integers become float64. No argument is changed.

    Raises
    ------
    TypeError
        If an argument is not an array of real numbers or not a number.
    ValueError
        If an entry is not finite, a shape disagrees, there is nothing to normalise, `epsilon` is
        not above 0, or an output overflows.

    Notes
    -----
    Section 7.2. Ba, Kiros and Hinton (2016), equations 3 and 4.

    Examples
    --------
    The mean of 1 and 5 is 3 and their variance 4; with ε = 5 they are divided by √9:

    >>> layer_norm([1.0, 5.0], gain=[3.0, 6.0], bias=[0.0, 1.0], epsilon=5.0).output
    array([-2.,  5.])
    """
    return _normalised(x, gain, bias, first_axis, epsilon, centred=True)


def rms_norm(
    x: ArrayLike,
    gain: ArrayLike | None = None,
    *,
    first_axis: int = -1,
    epsilon: float = 1e-5,
) -> Normalised:
    r"""Bring each row to a mean square of 1, then stretch each feature.

    .. math:: y_c = \frac{x_c}{\sqrt{\frac1d \sum_k x_k^2 + \varepsilon}}\, \gamma_c

    Parameters
    ----------
    x, gain, first_axis, epsilon
        As for `layer_norm`.

    Returns
    -------
    Normalised
        As for `layer_norm`; centre is 0, and factor is 1 over the root.

    Raises
    ------
    TypeError, ValueError
        As `layer_norm` does.

    Notes
    -----
    Section 7.2. Zhang and Sennrich (2019), equation 4.

    Examples
    --------
    The mean square of 1 and 7 is 25:

    >>> rms_norm([1.0, 7.0], epsilon=1e-12).output.round(9)
    array([0.2, 1.4])
    """
    return _normalised(x, gain, None, first_axis, epsilon, centred=False)


@np.errstate(all="ignore")
def _normalised(
    x: ArrayLike,
    gain: ArrayLike | None,
    bias: ArrayLike | None,
    first_axis: int,
    epsilon: float,
    *,
    centred: bool,
) -> Normalised:
    given = finite_array("x", x, min_ndim=1)
    first = axis_number("first_axis", first_axis, given.ndim) % given.ndim
    axes, shape = tuple(range(first, given.ndim)), given.shape[first:]
    if 0 in shape:
        raise ValueError(f"x: got shape {given.shape}; expected one feature or more in each row")
    stretch, shift = _features("gain", gain, shape, 1.0), _features("bias", bias, shape, 0.0)
    computed = computing_type(given)
    least, tiny = computed.type(finite_number("epsilon", epsilon)), np.finfo(computed).tiny
    if not tiny <= least < np.inf:
        raise ValueError(
            f"epsilon: got {epsilon!r}; expected a number above 0, "
            f"and in {computed} one of {tiny:.2g} or more"
        )

    # Large rows are first divided by a power of 2, which rounds nothing, so no square overflows.
    rows = given.astype(computed)
    top = np.abs(rows).max(axis=axes, keepdims=True, initial=1)
    exponent = np.frexp(top)[1] - 1
    rows = np.ldexp(rows, -exponent)
    centre = np.zeros_like(top)
    if centred:
        centre = rows.mean(axis=axes, keepdims=True)
        rows = rows - centre
        # What rounding left of the mean, once more: equal numbers give exactly 0.
        rows = rows - rows.mean(axis=axes, keepdims=True)
    square = (rows**2).mean(axis=axes, keepdims=True)
    factor = 1 / np.sqrt(np.maximum(square + np.ldexp(least, -2 * exponent), tiny))
    output = rows * factor * stretch.astype(computed) + shift.astype(computed)
    output = output.astype(given.dtype, copy=False)
    finite_result("x, gain, bias", output, "an output")
    # In a row of equal numbers epsilon is all there is, also if it vanished from the divided row.
    factor = np.where(square > 0, np.ldexp(factor, -exponent), 1 / np.sqrt(least))
    return Normalised(output, np.ldexp(centre, exponent), factor)


def _features(name: str, value: ArrayLike | None, shape: tuple[int, ...], default: float) -> Reals:
    if value is None:
        return np.full(shape, default)
    features = finite_array(name, value)
    if features.shape != shape:
        raise ValueError(
            f"{name}: got shape {features.shape}; "
            f"expected the axes of x that are normalised, {shape}"
        )
    return features
