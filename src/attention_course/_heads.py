"""Many attentions side by side: splitting features into heads, and joining them again."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from attention_course._blockwise import blockwise_attention
from attention_course._checks import (
    Reals,
    computing_type,
    finite_array,
    finite_result,
    generator,
    head_widths,
    real_array,
    whole_number,
)
from attention_course._dot_product import Attention, EmptyRows, scaled_dot_product_attention
from attention_course._threads import product, workers


def split_heads(x: ArrayLike, n_heads: int) -> Reals:
    r"""Cut the features of every row into one slice a head.

    .. math:: H_{i,n,c} = X_{n,\; i\,d + c}, \qquad d = d_{\text{model}} / h

    Parameters
    ----------
    x
        array of shape (..., n, d_model).
    n_heads
        h, the number of heads.

    Returns
    -------
    ndarray of shape (..., n_heads, n, d_model / n_heads)
        Each head has all the rows, and its own slice of the features.

    Raises
    ------
    TypeError
        If `x` is not an array of real numbers or `n_heads` not an integer.
    ValueError
        If d_model is not a multiple of `n_heads`.

    Notes
    -----
    Section 6.6. Vaswani et al. (2017), section 3.2.2.

    Examples
    --------
    Two tokens of four features; the first head has the first two features of each:

    >>> split_heads([[0, 1, 2, 3], [4, 5, 6, 7]], n_heads=2)
    array([[[0., 1.],
            [4., 5.]],
    <BLANKLINE>
           [[2., 3.],
            [6., 7.]]])
    """
    array, heads = real_array("x", x, min_ndim=2), whole_number("n_heads", n_heads, minimum=1)
    return _split("x", array, heads).copy()


def merge_heads(heads: ArrayLike) -> Reals:
    r"""Join the heads along the features: the inverse of `split_heads`.

    .. math:: [\mathrm{head}_1; \dots; \mathrm{head}_h]

    Parameters
    ----------
    heads
        array of shape (..., n_heads, n, d_v).

    Returns
    -------
    ndarray of shape (..., n, n_heads · d_v)
        In each row, the features of head 1, then those of head 2, and so on.

    Raises
    ------
    TypeError
        If `heads` is not an array of real numbers.
    ValueError
        If it has fewer than three axes.

    Notes
    -----
    Section 6.6. Vaswani et al. (2017), section 3.2.2.

    Examples
    --------
    >>> merge_heads([[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]])
    array([[0., 1., 2., 3.],
           [4., 5., 6., 7.]])
    """
    array = real_array("heads", heads, min_ndim=3)
    *batch, n_heads, n, width = array.shape
    return np.swapaxes(array, -3, -2).copy().reshape(*batch, n, n_heads * width)


@dataclass(frozen=True, eq=False)
class MultiHeadAttention:
    r"""Several attentions, each on its own projections of the tokens, joined and mixed.

    .. math::

        \mathrm{head}_i &= \mathrm{Attention}(X W_i^Q,\; X W_i^K,\; X W_i^V) \\
        \mathrm{MultiHead}(X) &= [\mathrm{head}_1; \dots; \mathrm{head}_h]\, W^O

    The matrices of all heads stand side by side in one: columns :math:`i\,d_k` to
    :math:`(i+1)\,d_k` of `w_query` are :math:`W_i^Q`. They are passed in, never drawn inside;
    `from_rng` makes random ones.

    Parameters
    ----------
    w_query
        array of shape (d_model, n_heads · d_k).
    w_key
        array of shape (d_context, n_key_heads · d_k); d_context is d_model in self-attention.
    w_value
        array of shape (d_context, n_key_heads · d_v).
    w_output
        array of shape (n_heads · d_v, d_model).
    n_heads
        h, the number of heads.
    n_key_heads
        How many heads of keys and values serve them, each a group of heads next to each other;
        `n_heads` if left out, and 1 for multi-query attention.

    Raises
    ------
    TypeError
        If a matrix is not an array of real numbers.
    ValueError
        If a matrix is not finite, has not two axes, or the shapes disagree.

    Notes
    -----
    Section 6.6. Vaswani et al. (2017), section 3.2.2. Groups: Ainslie et al. (2023), section 2.2.

    Examples
    --------
    Every matrix the identity, and two heads of width 1. One token attends only to itself, so each
    head hands its own feature back:

    >>> eye = np.eye(2)
    >>> attention = MultiHeadAttention(eye, eye, eye, eye, n_heads=2)
    >>> attention([[3.0, 5.0]]).output
    array([[3., 5.]])
    """

    w_query: Reals
    w_key: Reals
    w_value: Reals
    w_output: Reals
    n_heads: int
    n_key_heads: int

    def __init__(
        self,
        w_query: ArrayLike,
        w_key: ArrayLike,
        w_value: ArrayLike,
        w_output: ArrayLike,
        *,
        n_heads: int,
        n_key_heads: int | None = None,
    ) -> None:
        heads, groups = _checked_heads(n_heads, n_key_heads)
        query, key = _matrix("w_query", w_query), _matrix("w_key", w_key)
        value, output = _matrix("w_value", w_value), _matrix("w_output", w_output)
        _check_columns("w_query", query, heads)
        _check_columns("w_value", value, groups, "n_heads" if groups == heads else "n_key_heads")
        if key.shape[1] * heads != query.shape[1] * groups:
            asked = "as many columns as w_query" if groups == heads else "n_key_heads * d_k columns"
            raise ValueError(
                f"w_key: got shape {key.shape}; "
                f"expected {asked}, {query.shape[1] // heads * groups}"
            )
        if value.shape[0] != key.shape[0]:
            raise ValueError(
                f"w_value: got shape {value.shape}; expected as many rows as w_key, {key.shape[0]}"
            )
        joined = value.shape[1] // groups * heads
        if output.shape[0] != joined:
            as_many = "as many rows as w_value has columns, " if groups == heads else "rows for "
            raise ValueError(
                f"w_output: got shape {output.shape}; expected {as_many}n_heads * d_v = {joined}"
            )
        if output.shape[1] != query.shape[0]:
            raise ValueError(
                f"w_output: got shape {output.shape}; "
                f"expected as many columns as w_query has rows, d_model = {query.shape[0]}"
            )
        for name, field in (
            ("w_query", query),
            ("w_key", key),
            ("w_value", value),
            ("w_output", output),
            ("n_heads", heads),
            ("n_key_heads", groups),
        ):
            object.__setattr__(self, name, field)

    @classmethod
    def from_rng(
        cls,
        rng: Generator,
        d_model: int,
        n_heads: int,
        *,
        d_k: int | None = None,
        d_v: int | None = None,
        n_key_heads: int | None = None,
    ) -> "MultiHeadAttention":
        r"""Draw the four matrices; each entry has mean 0 and variance 1 / (its matrix's rows).

        With that variance, rows of variance 1 come out of each projection with variance 1: the
        starting point that section 6.3 assumes.

        Parameters
        ----------
        rng
            Where the numbers come from: w_query first, then w_key, w_value and w_output.
        d_model
            The width of the tokens.
        n_heads
            h, the number of heads.
        d_k, d_v
            The widths of a head; d_model / n_heads each if left out.
        n_key_heads
            How many heads of keys and values there are; `n_heads` if left out.

        Returns
        -------
        MultiHeadAttention
            The layer with the drawn matrices.

        Raises
        ------
        TypeError
            If `rng` is not a Generator or a size not an integer.
        ValueError
            If a size is below 1, a width is left out and d_model is no multiple of `n_heads`, or
            `n_heads` is no multiple of `n_key_heads`.

        Notes
        -----
        Sections 6.3 and 6.6. Vaswani et al. (2017), section 3.2.2, for the shapes.

        Examples
        --------
        >>> layer = MultiHeadAttention.from_rng(np.random.default_rng(0), d_model=6, n_heads=3)
        >>> layer.w_query.shape, layer.d_k
        ((6, 6), 2)
        """
        generator("rng", rng)
        model, heads, key_width, value_width = head_widths(d_model, n_heads, d_k, d_v)
        groups = _checked_heads(heads, n_key_heads)[1]
        shapes = (
            (model, heads * key_width),
            (model, groups * key_width),
            (model, groups * value_width),
            (heads * value_width, model),
        )
        drawn = [rng.standard_normal(shape) / sqrt(shape[0]) for shape in shapes]
        return cls(*drawn, n_heads=heads, n_key_heads=groups)

    @property
    def d_k(self) -> int:
        """The width of one head's queries and keys."""
        return int(self.w_query.shape[1]) // self.n_heads

    @property
    def d_v(self) -> int:
        """The width of one head's values."""
        return int(self.w_value.shape[1]) // self.n_key_heads

    @np.errstate(all="ignore")
    def __call__(
        self,
        x: ArrayLike,
        mask: ArrayLike | None = None,
        *,
        context: ArrayLike | None = None,
        empty_rows: EmptyRows = "error",
    ) -> Attention:
        """Let each row of `x` attend to the rows of `context`, or of `x` itself.

        Parameters
        ----------
        x
            array of shape (..., n_queries, d_model): the tokens that ask.
        mask
            As for `scaled_dot_product_attention`; it broadcasts to
            (..., n_heads, n_queries, n_keys).
        context
            array of shape (..., n_keys, d_context): the tokens that are asked; `x` if left out.
        empty_rows
            As for `scaled_dot_product_attention`.

        Returns
        -------
        Attention
            output, ndarray of shape (..., n_queries, d_model), and weights, ndarray of shape
            (..., n_heads, n_queries, n_keys).

        Raises
        ------
        TypeError, ValueError
            As `scaled_dot_product_attention` does; and ValueError if a width disagrees with the
            matrices'.
        """
        (query, key, value), given_type = self._projected(x, context, empty_rows, np.matmul)
        heads = scaled_dot_product_attention(
            query,
            key,
            value,
            mask,
            grouped_heads=self.n_key_heads != self.n_heads,
            empty_rows=empty_rows,
        )
        weights = heads.weights.astype(given_type, copy=False)
        return Attention(self._mixed(heads.output, given_type, np.matmul), weights)

    @np.errstate(all="ignore")
    def blockwise(
        self,
        x: ArrayLike,
        mask: ArrayLike | None = None,
        *,
        context: ArrayLike | None = None,
        causal: bool = False,
        window: int | None = None,
        empty_rows: EmptyRows = "error",
        n_threads: int | None = None,
    ) -> Reals:
        """Return the output of the layer alone, fast and in linear memory.

        The heads attend by `blockwise_attention`, so no table of weights is ever held, and there
        is none to give back.

        Parameters
        ----------
        x, mask, context, empty_rows
            As for calling the layer.
        causal, window, n_threads
            As for `blockwise_attention`.

        Returns
        -------
        ndarray of shape (..., n_queries, d_model)
            What calling the layer with such a mask gives as output, but for rounding.

        Raises
        ------
        TypeError, ValueError
            As calling the layer does, but for the size of the table; and as `blockwise_attention`
            does for `causal`, `window` and `n_threads`.

        Notes
        -----
        Section 6.6. Vaswani et al. (2017), section 3.2.2, and Rabe and Staats (2021), section 2.

        Examples
        --------
        Every matrix the identity, so that each of the two heads has one feature. The first token
        sees only itself and gets itself back:

        >>> eye = np.eye(2)
        >>> layer = MultiHeadAttention(eye, eye, eye, eye, n_heads=2)
        >>> layer.blockwise([[3.0, 0.0], [7.0, 0.0]], causal=True)[0]
        array([3., 0.])
        """
        multiply = partial(product, n_workers=workers(n_threads))
        (query, key, value), given_type = self._projected(x, context, empty_rows, multiply)
        heads = blockwise_attention(
            query,
            key,
            value,
            mask,
            causal=causal,
            window=window,
            grouped_heads=self.n_key_heads != self.n_heads,
            empty_rows=empty_rows,
            n_threads=n_threads,
        )
        return self._mixed(heads.output, given_type, multiply)

    def _projected(
        self,
        x: ArrayLike,
        context: ArrayLike | None,
        empty_rows: EmptyRows,
        multiply: Callable[[Reals, Reals], Reals],
    ) -> tuple[tuple[Reals, Reals, Reals], np.dtype[Any]]:
        """Return queries, keys and values by heads, and the type that the output should have."""
        asking = finite_array("x", x, min_ndim=2)
        asked = asking if context is None else finite_array("context", context, min_ndim=2)
        name = "x" if context is None else "context"
        _check_context(asking, asked, empty_rows)
        matrices = (self.w_query, self.w_key, self.w_value, self.w_output)
        computed = computing_type(asking, asked, *matrices)

        def heads_of(name: str, tokens: Reals, matrix_name: str, n_heads: int) -> Reals:
            matrix: Reals = getattr(self, matrix_name)
            if tokens.shape[-1] != matrix.shape[0]:
                raise ValueError(
                    f"{name}: got width {tokens.shape[-1]} (shape {tokens.shape}); "
                    f"expected {matrix.shape[0]}, the rows of {matrix_name}"
                )
            features = multiply(tokens.astype(computed, copy=False), matrix)
            finite_result(f"{name}, {matrix_name}", features, "a projection")
            return _split(matrix_name, features, n_heads)

        heads = (
            heads_of("x", asking, "w_query", self.n_heads),
            heads_of(name, asked, "w_key", self.n_key_heads),
            heads_of(name, asked, "w_value", self.n_key_heads),
        )
        return heads, np.result_type(asking, asked, *matrices)

    def _mixed(
        self,
        heads: Reals,
        given_type: np.dtype[Any],
        multiply: Callable[[Reals, Reals], Reals],
    ) -> Reals:
        """Join the heads' outputs and mix them, in the given type."""
        output = multiply(merge_heads(heads), self.w_output).astype(given_type, copy=False)
        return finite_result("x, w_output", output, "an output")


def _check_context(x: Reals, context: Reals, empty_rows: EmptyRows) -> None:
    try:
        np.broadcast_shapes(x.shape[:-2], context.shape[:-2])
    except ValueError:
        raise ValueError(
            f"x, context: got leading axes {x.shape[:-2]} and {context.shape[:-2]}; "
            "expected axes that broadcast"
        ) from None
    if x.shape[-2] and not context.shape[-2] and empty_rows == "error":
        raise ValueError(
            "context: got no tokens to attend to; expected one or more, or empty_rows='zeros'"
        )


def _split(name: str, x: Reals, n_heads: int) -> Reals:
    *batch, n, width = x.shape
    if width % n_heads:
        raise ValueError(
            f"{name}: got width {width} (shape {x.shape}); expected a multiple of "
            f"n_heads = {n_heads}"
        )
    return np.swapaxes(x.reshape(*batch, n, n_heads, width // n_heads), -3, -2)


def _matrix(name: str, value: ArrayLike) -> Reals:
    matrix = finite_array(name, value, min_ndim=2).copy()
    matrix.setflags(write=False)
    if matrix.shape[2:] or not matrix.size:
        raise ValueError(f"{name}: got shape {matrix.shape}; expected two axes, none of them 0")
    return matrix


def _checked_heads(n_heads: int, n_key_heads: int | None) -> tuple[int, int]:
    """Return the heads of queries and those of keys."""
    heads = whole_number("n_heads", n_heads, minimum=1)
    if n_key_heads is None:
        return heads, heads
    groups = whole_number("n_key_heads", n_key_heads, minimum=1)
    if heads % groups:
        raise ValueError(
            f"n_key_heads: got {groups}; expected a number that divides n_heads = {heads}"
        )
    return heads, groups


def _check_columns(name: str, matrix: Reals, n_heads: int, what: str = "n_heads") -> None:
    if matrix.shape[1] % n_heads:
        raise ValueError(
            f"{name}: got shape {matrix.shape}; "
            f"expected columns in a multiple of {what} = {n_heads}"
        )
