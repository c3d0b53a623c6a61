"""PyTorch warns about itself when it is imported; the rest of the tests' strictness stays."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch

torch.set_num_threads(1)
torch.use_deterministic_algorithms(mode=True)
