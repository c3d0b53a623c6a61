"""Run the lab from the command line."""

import sys

from attention_course.experiments.variance_scaling._command import main

sys.exit(main())
