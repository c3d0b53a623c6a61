r"""Lab 2b: how the spread of a score grows with the key width, and what the division mends.

Run it with ``python -m attention_course.experiments.variance_scaling``.

The entries of a query and a key are drawn from :math:`\mathcal{N}(0, \sigma^2)`, correlated by
:math:`\rho` where :math:`q_i` meets :math:`k_i` and independent otherwise. A raw score is
:math:`s = \mathbf{q}^\top\mathbf{k} = \sum_i q_i k_i`, over :math:`d_k` terms.

**One product.** For :math:`\sigma = 1`,

.. math::

    q_i k_i = \tfrac14 (q_i + k_i)^2 - \tfrac14 (q_i - k_i)^2
            = \tfrac{1 + \rho}{2} A - \tfrac{1 - \rho}{2} B

with A and B independent, each the square of a standard normal. The cumulants of such a square are
1, 2, 8, 48, and those of independents add, so one product has mean :math:`\rho`, variance
:math:`1 + \rho^2` and fourth cumulant :math:`6(1 + 6\rho^2 + \rho^4)`. A score has
:math:`d_k` times each.

**The sampling error.** The variance of n draws with variance V and fourth cumulant
:math:`\kappa_4` is itself random, with variance :math:`\kappa_4/n + 2V^2/(n-1)`. For
:math:`\rho = 0` and :math:`\sigma = 1`, V is :math:`d_k` and :math:`\kappa_4` is
:math:`6 d_k`, so the ratio :math:`\operatorname{Var}(s)/d_k` over n draws has standard error

.. math:: \sqrt{\frac{6 d_k/n + 2 d_k^2/(n-1)}{d_k^2}} \approx \sqrt{\frac{2 + 6/d_k}{n}}.
"""

from attention_course.experiments.variance_scaling._command import main as main
from attention_course.experiments.variance_scaling._command import table as table
from attention_course.experiments.variance_scaling._comparison import LIMIT as LIMIT
from attention_course.experiments.variance_scaling._comparison import Comparison as Comparison
from attention_course.experiments.variance_scaling._comparison import Published as Published
from attention_course.experiments.variance_scaling._lab import SEED as SEED
from attention_course.experiments.variance_scaling._lab import VarianceScaling as VarianceScaling
from attention_course.experiments.variance_scaling._lab import run as run
from attention_course.experiments.variance_scaling._saturation import (
    LargestWeights as LargestWeights,
)
from attention_course.experiments.variance_scaling._saturation import Saturation as Saturation
from attention_course.experiments.variance_scaling._saturation import (
    measure_saturation as measure_saturation,
)
from attention_course.experiments.variance_scaling._scores import ScoreVariance as ScoreVariance
from attention_course.experiments.variance_scaling._scores import cross_check as cross_check
from attention_course.experiments.variance_scaling._scores import (
    measure_score_variance as measure_score_variance,
)
from attention_course.experiments.variance_scaling._source import SOURCE as SOURCE
from attention_course.experiments.variance_scaling._source import Source as Source
