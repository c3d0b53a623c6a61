"""The block gets a state of its own, then the two are joined."""

import numpy as np


def state_of(scores, values):
    top = scores.max()
    powers = np.exp(scores - top)
    return top, powers.sum(), np.average(values, axis=0, weights=powers)


def online_step(largest, total, average, scores, values):
    if scores.shape[0] != values.shape[0]:
        raise ValueError("scores and values differ in number")
    seen = scores > -np.inf
    if not np.any(seen):
        return float(largest), float(total), average.copy()
    block = state_of(scores[seen], values[seen])
    if total == 0:
        return block
    top = np.maximum(largest, block[0])
    parts = np.array([total, block[1]]) * np.exp(np.array([largest, block[0]]) - top)
    mean = np.average([average, block[2]], axis=0, weights=parts)
    return top, np.sum(parts), mean
