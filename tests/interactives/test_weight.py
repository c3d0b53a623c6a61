"""What all interactives weigh together."""

import gzip

from attention_course.interactives._interactive import ASSETS


def test_all_scripts_together_stay_under_30_kilobytes_gzipped() -> None:
    scripts = sorted(ASSETS.glob("*.js"))
    assert len(scripts) == 6
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < 30_000
