"""Masks: who may attend to whom, as numbers that are added to the scores."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import (
    Reals,
    finite_result,
    first_index,
    integer,
    plain_array,
    real_array,
    whole_number,
)


def causal_mask(n_queries: int, n_keys: int | None = None) -> NDArray[np.float64]:
    r"""Return the mask that hides the future: a query sees the keys up to its own position.

    .. math:: M_{ij} = \begin{cases} 0 & j \le i + (M - N) \\ -\infty & \text{otherwise} \end{cases}

    With as many keys as queries, query :math:`i` sees keys :math:`0` to :math:`i`. With more keys,
    the queries are the last :math:`N` of :math:`M` positions, so the last query sees every key: a
    token decoded with a cache of earlier keys sees what it would see in the full pass. With fewer
    keys, the first :math:`N - M` queries see nothing, and attention will say so.

    Parameters
    ----------
    n_queries
        N, the number of queries.
    n_keys
        M, the number of keys; as many as queries if left out.

    Returns
    -------
    ndarray of shape (n_queries, n_keys)
        0 where attention is allowed, :math:`-\infty` where it is not.

    Raises
    ------
    TypeError, ValueError
        If a size is not an integer of 0 or more.

    Notes
    -----
    Section 6.4. Vaswani et al. (2017), section 3.2.3.

    Examples
    --------
    >>> causal_mask(3)
    array([[  0., -inf, -inf],
           [  0.,   0., -inf],
           [  0.,   0.,   0.]])
    >>> causal_mask(1, 3)
    array([[0., 0., 0.]])
    """
    position, key = _positions(n_queries, n_keys)
    return _additive(key <= position)


def sliding_window_mask(
    n_queries: int, n_keys: int | None = None, *, window: int
) -> NDArray[np.float64]:
    r"""Return the causal mask that also hides the distant past: the last `window` keys are seen.

    .. math::

        M_{ij} = \begin{cases} 0 & p - W < j \le p \\ -\infty & \text{otherwise} \end{cases}
        \qquad p = i + (M - N)

    A query counts itself among its :math:`W` keys.

    Parameters
    ----------
    n_queries
        N, the number of queries.
    n_keys
        M, the number of keys; as many as queries if left out.
    window
        W, how many keys a query sees at most, itself included.

    Returns
    -------
    ndarray of shape (n_queries, n_keys)
        0 where attention is allowed, :math:`-\infty` where it is not.

    Raises
    ------
    TypeError, ValueError
        If a size is not an integer of 0 or more, or `window` not one of 1 or more.

    Notes
    -----
    Sections 6.4 and 16.3.

    Examples
    --------
    >>> sliding_window_mask(3, window=2)
    array([[  0., -inf, -inf],
           [  0.,   0., -inf],
           [-inf,   0.,   0.]])
    """
    width = whole_number("window", window, minimum=1)
    position, key = _positions(n_queries, n_keys)
    return _additive((key <= position) & (key > position - min(width, key.size)))


def padding_mask(
    lengths: ArrayLike | None = None,
    n_keys: int | None = None,
    *,
    token_ids: ArrayLike | None = None,
    padding_id: int | None = None,
) -> NDArray[np.float64]:
    r"""Return the mask that hides placeholder tokens, from lengths or from the tokens themselves.

    .. math::

        M_{1j} = \begin{cases} 0 & \text{key } j \text{ is a real token} \\
        -\infty & \text{key } j \text{ is a placeholder} \end{cases}

    It has one row, which holds for every query: the columns of the placeholders are hidden, so no
    token attends to them. What a placeholder's own query gives is not read by anyone.

    Parameters
    ----------
    lengths
        integers of shape (...): how many real tokens each sequence begins with.
    n_keys
        M, the padded length; goes with `lengths`, and is their largest if left out.
    token_ids
        integers of shape (..., n_keys), instead of `lengths`.
    padding_id
        The id of the placeholder; goes with `token_ids`.

    Returns
    -------
    ndarray of shape (..., 1, n_keys)
        0 in the columns of real tokens, :math:`-\infty` in those of placeholders. For attention
        with heads, ``mask[..., None, :, :]`` adds the heads' axis.

    Raises
    ------
    TypeError
        If the arguments are not integers, or neither or both of the two forms are given.
    ValueError
        If a length is negative or above `n_keys`.

    Notes
    -----
    Section 6.4.

    Examples
    --------
    >>> padding_mask([1, 3], 3)
    array([[[  0., -inf, -inf]],
    <BLANKLINE>
           [[  0.,   0.,   0.]]])
    >>> padding_mask(token_ids=[5, 7, 0, 0], padding_id=0)
    array([[  0.,   0., -inf, -inf]])
    """
    if (lengths is None) == (token_ids is None):
        raise TypeError("padding_mask: expected either lengths or token_ids with padding_id")
    if token_ids is not None:
        if padding_id is None or n_keys is not None:
            raise TypeError("padding_mask: token_ids go with padding_id, and n_keys with lengths")
        ids = _integers("token_ids", token_ids)
        if ids.ndim == 0:
            raise ValueError("token_ids: got a single number; expected shape (..., n_keys)")
        return _additive(ids != integer("padding_id", padding_id))[..., None, :]
    if padding_id is not None:
        raise TypeError("padding_mask: padding_id goes with token_ids, not with lengths")
    counts = _integers("lengths", lengths)
    longest = int(counts.max(initial=0))
    size = longest if n_keys is None else whole_number("n_keys", n_keys, minimum=0)
    outside = (counts < 0) | (counts > size)
    if outside.any():
        place = first_index(outside)
        where = f" for sequence {list(place)}" if place else ""
        raise ValueError(
            f"lengths: got {counts[place]}{where}; expected 0 to {size}, the number of keys"
        )
    return _additive(np.arange(size) < counts[..., None])[..., None, :]


@np.errstate(all="ignore")
def combine_masks(*masks: ArrayLike) -> Reals:
    r"""Return the mask that allows what all the given masks allow: their sum.

    .. math:: M = M_1 + M_2 + \dots

    Adding works because :math:`0 + 0 = 0` keeps a pair allowed and :math:`-\infty` plus anything
    stays :math:`-\infty`.

    Parameters
    ----------
    *masks
        arrays that broadcast together, each boolean (True = may attend) or additive.

    Returns
    -------
    ndarray of the broadcast shape
        The additive mask.

    Raises
    ------
    TypeError
        If no mask is given, or one is neither boolean nor additive.
    ValueError
        If the shapes do not broadcast, an entry is NaN or :math:`+\infty`, or biases overflow.

    Notes
    -----
    Section 6.4.

    Examples
    --------
    A causal mask, and a sequence whose last token is a placeholder:

    >>> combine_masks(causal_mask(3), padding_mask(2, 3))
    array([[  0., -inf, -inf],
           [  0.,   0., -inf],
           [  0.,   0., -inf]])
    """
    if not masks:
        raise TypeError("combine_masks: got no mask; expected one or more")
    additive = [additive_mask(f"mask {i}", mask) for i, mask in enumerate(masks)]
    try:
        np.broadcast_shapes(*(mask.shape for mask in additive))
    except ValueError:
        shapes = ", ".join(str(mask.shape) for mask in additive)
        raise ValueError(f"masks: got shapes {shapes}; expected shapes that broadcast") from None
    total = additive[0].copy()
    for mask in additive[1:]:
        blocked = np.isneginf(total) | np.isneginf(mask)
        total = np.where(
            blocked,
            -np.inf,
            finite_result("masks", np.where(blocked, 0, total + mask), "their sum"),
        )
    return total


def additive_mask(name: str, mask: ArrayLike) -> Reals:
    """Return a mask in the form that is added to the scores; refuse what could mean two things.

    Raises
    ------
    TypeError
        If the entries are integers, or floats that are all 0 or 1: added to the scores they would
        hide nothing.
    ValueError
        If an entry is NaN or positive infinity.
    """
    array = plain_array(name, mask)
    if array.dtype.kind == "b":
        return _additive(array)
    remedy = (
        "expected booleans (mask == 1, if 1 means may attend) or an additive mask "
        "of 0 and -inf (or any bias)"
    )
    if array.dtype.kind in "iu":
        raise TypeError(f"{name}: got integers, which would only be added to the scores; {remedy}")
    bias = real_array(name, array)
    if (bias == 1).any() and ((bias == 0) | (bias == 1)).all():
        raise TypeError(f"{name}: got floats that are all 0 or 1, which hide nothing; {remedy}")
    unusable = np.isnan(bias) | np.isposinf(bias)
    if unusable.any():
        place = first_index(unusable)
        raise ValueError(
            f"{name}: got {bias[place]} at {list(place)}; expected finite numbers or -inf"
        )
    return bias


def aligned_mask(mask: ArrayLike, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Reals:
    """Return the additive mask for scores of this shape and type, or say why it cannot be told.

    Raises
    ------
    TypeError, ValueError
        As `additive_mask`; and ValueError if the mask's shape does not fit, or fits in two ways.
    """
    bias = additive_mask("mask", mask)
    check_fit(bias.shape, shape)
    cast = bias.astype(dtype, copy=False)
    if (np.isinf(cast) & np.isfinite(bias)).any():
        raise ValueError(f"mask: got entries too large for {dtype}; expected smaller biases")
    return cast


def check_fit(given: tuple[int, ...], shape: tuple[int, ...]) -> None:
    """Refuse a mask whose shape does not broadcast to the scores', or does so in two ways.

    Raises
    ------
    ValueError
        If the shape does not fit, or fits in two ways.
    """
    batch, lead, tail = shape[:-2], given[:-2], given[-2:]
    try:
        fits = np.broadcast_shapes(given, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        advice = ""
        if lead and len(lead) <= len(batch):
            advice = "; a mask for each sequence of a batch needs an axis of 1 for the heads"
        raise ValueError(
            f"mask: got shape {given}; expected one that broadcasts to the scores' "
            f"{shape} (..., n_queries, n_keys){advice}"
        )
    places = [
        start
        for start in range(len(batch) - len(lead) + 1)
        if all(m in (1, b) for m, b in zip(lead, batch[start:], strict=False))
    ]
    if len(places) > 1 and any(m != 1 for m in lead):
        choices = " or ".join(
            str((1,) * start + lead + (1,) * (len(batch) - len(lead) - start) + tail)
            for start in places
        )
        raise ValueError(
            f"mask: got shape {given}, which fits the scores' {shape} in "
            f"{len(places)} ways; expected {choices}"
        )


def _positions(n_queries: int, n_keys: int | None) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Return each query's position as a column and each key's as a row."""
    rows = whole_number("n_queries", n_queries, minimum=0)
    columns = rows if n_keys is None else whole_number("n_keys", n_keys, minimum=0)
    return np.arange(rows)[:, None] + (columns - rows), np.arange(columns)[None, :]


def _additive(allowed: NDArray[np.bool_]) -> NDArray[np.float64]:
    return np.where(allowed, 0.0, -np.inf)


def _integers(name: str, value: ArrayLike | None) -> NDArray[Any]:
    array = plain_array(name, value if value is not None else [])
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"{name}: got entries of type {array.dtype}; expected integers")
    return array
