"""The course's worked inputs, each small enough to be followed by hand."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from attention_course._heads import MultiHeadAttention


@dataclass(frozen=True, eq=False)
class TwoTokens:
    """Two tokens and their three projections.

    Attributes
    ----------
    x
        ndarray of shape (2, 4): the tokens.
    w_query, w_key, w_value
        ndarrays of shape (4, 2): the learned matrices.
    query, key, value
        ndarrays of shape (2, 2): the tokens times each matrix.
    """

    x: NDArray[np.float64]
    w_query: NDArray[np.float64]
    w_key: NDArray[np.float64]
    w_value: NDArray[np.float64]

    @property
    def query(self) -> NDArray[np.float64]:
        """What each token wants to know."""
        return self.x @ self.w_query

    @property
    def key(self) -> NDArray[np.float64]:
        """What each token can be asked about."""
        return self.x @ self.w_key

    @property
    def value(self) -> NDArray[np.float64]:
        """What each token has to tell."""
        return self.x @ self.w_value


def two_tokens() -> TwoTokens:
    """Return the example of sections 1.6 and 6.2.

    Returns
    -------
    TwoTokens
        The tokens, the matrices, and the queries, keys and values that they give.

    Examples
    --------
    >>> two_tokens().query
    array([[ 3.,  3.],
           [ 1., -1.]])
    """
    return TwoTokens(
        x=np.array([[1.0, 0.0, 1.0, -1.0], [0.0, 1.0, 1.0, 1.0]]),
        w_query=np.array([[1.0, 1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, -1.0]]),
        w_key=np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, -1.0], [1.0, 1.0]]),
        w_value=np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [1.0, 1.0]]),
    )


@dataclass(frozen=True, eq=False)
class Sentence:
    """Words with one vector each.

    Attributes
    ----------
    words
        The words in order.
    x
        ndarray of shape (n_words, d_model): equal words have equal vectors.
    """

    words: tuple[str, ...]
    x: NDArray[np.float64]


def dog_bit_man() -> Sentence:
    """Return "The dog bit the man", the sentence of section 6.5, with vectors of width 4.

    Returns
    -------
    Sentence
        Five words; both "the" have the same vector.

    Examples
    --------
    >>> dog_bit_man().x.shape
    (5, 4)
    """
    vectors = {
        "the": [0.0, 0.0, 1.0, 0.0],
        "dog": [2.0, 0.0, 0.0, 1.0],
        "bit": [0.0, 2.0, 1.0, 0.0],
        "man": [1.0, 0.0, 0.0, 2.0],
    }
    words = ("The", "dog", "bit", "the", "man")
    return Sentence(words, np.array([vectors[word.lower()] for word in words]))


@dataclass(frozen=True, eq=False)
class FourHeads:
    """A sentence, and a layer whose four heads were set by hand to four patterns.

    Attributes
    ----------
    sentence
        Ten words; each vector marks the word itself, then its position.
    layer
        The four heads; their weights follow from the matrices, as in any other layer.
    patterns
        One plain label for each head.
    """

    sentence: Sentence
    layer: MultiHeadAttention
    patterns: tuple[str, ...]


def four_heads(strength: float = 6.0) -> FourHeads:
    """Return "The animal didn't cross the street because it was tired" and four heads for it.

    A word that a head is set to find gets a scaled score of `strength`, every other word 0.

    Parameters
    ----------
    strength
        The scaled score of a match; the larger, the sharper the patterns.

    Returns
    -------
    FourHeads
        The sentence, the layer and the labels. Section 6.6.

    Examples
    --------
    >>> example = four_heads()
    >>> weights = example.layer(example.sentence.x).weights
    >>> weights.shape
    (4, 10, 10)
    >>> example.sentence.words[weights[1, 7].argmax()]
    'animal'
    """
    sentence = "The animal didn't cross the street because it was tired"
    words = tuple(sentence.split())
    vocabulary = tuple(dict.fromkeys(word.lower() for word in words))
    n, known = len(words), len(vocabulary)
    ids = [vocabulary.index(word.lower()) for word in words]
    x = np.hstack([np.eye(known)[ids], np.eye(n)])

    # Every head has n features: a place for each position, or for each known word.
    queries = np.zeros((4, known + n, n))
    keys = np.zeros((4, known + n, n))
    word = {name: place for place, name in enumerate(vocabulary)}
    position = known + np.arange(n)
    keys[0, position, np.arange(n)] = 1
    queries[0, position, np.maximum(np.arange(n) - 1, 0)] = 1
    for head, links in (
        (1, {"it": "animal"}),
        (2, {"didn't": "animal", "cross": "animal", "was": "it"}),
    ):
        keys[head, np.arange(known), np.arange(known)] = 1
        for asking, asked in links.items():
            queries[head, word[asking], word[asked]] = 1
    keys[3, [position[0], word["because"]], 0] = 1
    queries[3, :known, 0] = 1

    values = np.eye(known + n, known)
    layer = MultiHeadAttention(
        w_query=np.hstack(list(queries)) * strength * sqrt(n),
        w_key=np.hstack(list(keys)),
        w_value=np.tile(values, 4),
        w_output=np.tile(values, 4).T / 4,
        n_heads=4,
    )
    patterns = (
        "the previous word",
        "“it” to “animal”",
        "each verb to its subject",
        "the sentence start and “because”",
    )
    return FourHeads(Sentence(words, x), layer, patterns)
