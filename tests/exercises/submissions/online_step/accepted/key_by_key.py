"""One key after the other, the average moved towards its value."""

import math

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError(f"{len(scores)} scores and {len(values)} values")
    average = [float(entry) for entry in average]
    for score, value in zip(scores.tolist(), values.tolist()):
        if score == -math.inf:
            continue
        if score > largest:
            total *= math.exp(largest - score)
            largest = score
        power = math.exp(score - largest)
        total += power
        average = [old + power / total * (new - old) for old, new in zip(average, value)]
    return float(largest), total, np.array(average)
