"""What is old joins the block as one more key, whose score is the logarithm of its sum."""

import numpy as np


def online_step(largest, total, average, scores, values):
    if scores.shape != values.shape[:1]:
        raise ValueError("each score needs one value")
    with np.errstate(divide="ignore"):
        old_score = largest + np.log(total)
    all_scores = np.append(scores, old_score)
    all_values = np.vstack([values, average])
    top = max(largest, np.max(scores))
    log_sum = np.logaddexp.reduce(all_scores)
    if np.isneginf(log_sum):
        return -np.inf, 0.0, np.zeros_like(average)
    weights = np.exp(all_scores - log_sum)
    return top, np.exp(log_sum - top), np.einsum("b,bd->d", weights, all_values)
