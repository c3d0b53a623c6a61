"""The worked inputs give the numbers that the book prints."""

from dataclasses import FrozenInstanceError, fields
from math import exp, sqrt

import numpy as np
import pytest
from tests import loops
from tests.tools import close, same

from attention_course import causal_mask, scaled_dot_product_attention
from attention_course.examples import FourHeads, dog_bit_man, four_heads, two_tokens


def test_the_two_tokens_and_their_matrices_are_the_books() -> None:
    tokens = two_tokens()
    same([[1, 0, 1, -1], [0, 1, 1, 1]], tokens.x)
    same([[1, 1], [1, -1], [1, 1], [-1, -1]], tokens.w_query)
    same([[-1, -1], [1, -1], [-1, -1], [1, 1]], tokens.w_key)
    same([[1, 0], [0, 1], [0, 0], [1, 1]], tokens.w_value)


def test_the_two_tokens_projections_are_products() -> None:
    tokens = two_tokens()
    same(loops.product(tokens.x.tolist(), tokens.w_query.tolist()), tokens.query)
    same(loops.product(tokens.x.tolist(), tokens.w_key.tolist()), tokens.key)
    same(loops.product(tokens.x.tolist(), tokens.w_value.tolist()), tokens.value)
    same([[0, -1], [1, 2]], tokens.value)


def test_the_two_tokens_give_every_number_of_section_6_2() -> None:
    tokens = two_tokens()
    query, key = tokens.query.tolist(), tokens.key.tolist()
    assert [[-18.0, 0.0], [0.0, 2.0]] == loops.scores(query, key)
    assert [-9.0, -9.0] == [q * k for q, k in zip(query[0], key[0], strict=True)]
    assert "-12.73" == f"{-18 / sqrt(2):.2f}"
    assert ("1.414", "4.113") == (f"{2 / sqrt(2):.3f}", f"{exp(2 / sqrt(2)):.3f}")
    causal = scaled_dot_product_attention(tokens.query, tokens.key, tokens.value, causal_mask(2))
    same([[1, 0], [0.196, 0.804]], np.round(causal.weights, 3))
    same([[0, -1], [0.804, 1.413]], np.round(causal.output, 3))
    unmasked = scaled_dot_product_attention(tokens.query, tokens.key, tokens.value)
    assert "0.999997" == f"{unmasked.weights[0, 1]:.6f}"


def test_the_sentence_repeats_the_vector_of_the_word_it_repeats() -> None:
    sentence = dog_bit_man()
    assert ("The", "dog", "bit", "the", "man") == sentence.words
    same(sentence.x[0], sentence.x[3])
    assert 4 == len(np.unique(sentence.x, axis=0))


def test_the_dogs_output_is_the_same_when_the_man_bites() -> None:
    x = dog_bit_man().x
    order = [0, 4, 2, 3, 1]
    before = scaled_dot_product_attention(x, x, x).output
    after = scaled_dot_product_attention(x[order], x[order], x[order]).output
    close(before[1], after[4], rtol=1e-15, atol=1e-15)
    assert np.abs(before[1] - before[4]).max() > 0.1


EXAMPLE = four_heads()
WEIGHTS = EXAMPLE.layer(EXAMPLE.sentence.x).weights
WORDS = [word.lower() for word in EXAMPLE.sentence.words]


def test_four_heads_stack_into_one_tensor_of_rows_that_sum_to_1() -> None:
    assert [
        "The",
        "animal",
        "didn't",
        "cross",
        "the",
        "street",
        "because",
        "it",
        "was",
        "tired",
    ] == list(EXAMPLE.sentence.words)
    assert (4, 10, 10) == WEIGHTS.shape
    close(np.ones((4, 10)), WEIGHTS.sum(axis=-1))
    assert 4 == len(EXAMPLE.patterns) == EXAMPLE.layer.n_heads


def test_the_first_head_attends_to_the_previous_word() -> None:
    assert [0, *range(9)] == WEIGHTS[0].argmax(axis=-1).tolist()
    assert WEIGHTS[0].max(axis=-1).min() > 0.9


@pytest.mark.parametrize(
    ("head", "links"),
    [
        (1, {"it": "animal"}),
        (2, {"didn't": "animal", "cross": "animal", "was": "it"}),
    ],
)
def test_two_heads_attend_from_word_to_word(head: int, links: dict[str, str]) -> None:
    for place, word in enumerate(WORDS):
        row = WEIGHTS[head, place]
        if word in links:
            assert WORDS.index(links[word]) == row.argmax()
            assert row.max() > 0.9
        else:
            close(np.full(10, 0.1), row)


def test_the_last_head_attends_to_the_start_and_because() -> None:
    places = [0, WORDS.index("because")]
    for row in WEIGHTS[3]:
        assert places == sorted(np.argsort(row)[-2:].tolist())
        close(row[places[0]], row[[places[1]]][0])
        assert row[places].sum() > 0.9


@pytest.mark.parametrize("strength", [1.0, 6.0, 9.5])
def test_a_match_has_the_scaled_score_that_was_asked_for(strength: float) -> None:
    example = four_heads(strength)
    row = example.layer(example.sentence.x).weights[1, 7]
    close(strength, np.log(row[1] / row[0]))


def test_each_head_hands_over_which_words_it_read() -> None:
    x = EXAMPLE.sentence.x
    known = len(set(WORDS))
    expected = np.zeros((10, known))
    for head in range(4):
        expected += loops.product(WEIGHTS[head].tolist(), x[:, :known].tolist())
    output = EXAMPLE.layer(x).output
    close(expected / 4, output[:, :known])
    same(np.zeros((10, x.shape[1] - known)), output[:, known:])


def test_equal_words_differ_only_in_their_position() -> None:
    x = EXAMPLE.sentence.x
    known = len(set(WORDS))
    same(x[WORDS.index("the"), :known], x[4, :known])
    same(np.eye(10), x[:, known:])
    close(np.ones(10), x[:, :known].sum(axis=1))


@pytest.mark.parametrize("example", [two_tokens(), dog_bit_man(), EXAMPLE])
def test_examples_are_frozen(example: FourHeads) -> None:
    for field in fields(example):
        with pytest.raises(FrozenInstanceError):
            setattr(example, field.name, None)


def test_changing_an_example_leaves_the_next_one_whole() -> None:
    two_tokens().x[:] = 0
    dog_bit_man().x[:] = 0
    assert two_tokens().x.any()
    assert dog_bit_man().x.any()
