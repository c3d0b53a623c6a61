"""A small interactive of the tests' own: weights of two words, step by step, with a mask."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from attention_course.interactives import Interactive
from attention_course.interactives._interactive import table

SCRIPT = """\
// needs: {"version": 2, "data": {"words": ["string"],
//   "tables": {"*": [[["number"]]]}}}
AttentionFigure.define("ac-example", class extends AttentionFigure {
  choices() {
    return {
      step: this.data.tables.on.map((_, n) => n + 1),
      mask: ["on", "off"],
      word: this.data.words,
      width: { of: [1, 2, 4, 8], first: 4 },
    };
  }

  build() {
    const { words } = this.data;
    this.weights = this.table({
      caption: "weights (2 × 2)", role: "weights", tint: true,
      rows: { labels: words, role: "query" }, columns: { labels: words, role: "key" },
    });
    return [
      this.controls(
        this.stepper("step", "Steps", (step) => `Step ${step} of 3`),
        this.switch("mask", "Mask"),
        this.radios("word", "Follow", words.map((word) => [word, word])),
        this.slider("width", "Width", (width) => `${width} wide`),
      ),
      this.weights.element,
    ];
  }

  render({ step, mask, word }) {
    const row = this.data.words.indexOf(word);
    this.weights.show(this.data.tables[mask][step - 1]);
    this.weights.light([[row, -1], [row, 0], [row, 1]]);
  }

  describe({ step, mask, word }) {
    return `Step ${step}, mask ${mask}: ${word}`;
  }
});
"""

MASKED = np.array([[0.5, -np.inf], [0.195583, 0.80441]])
TABLES: dict[str, NDArray[np.float64]] = {
    "on": np.stack([MASKED, MASKED / 2, MASKED / 4]),
    "off": np.array([[[1.0, 0.0], [0.25, 0.75]]] * 3),
}


def example(
    folder: Path,
    words: tuple[str, ...] = ("cat", "sat"),
    said: str | tuple[str, ...] = "The cat sat.",
) -> Interactive:
    (folder / "example.js").write_text(SCRIPT, encoding="utf-8")
    return Interactive(
        tag="ac-example",
        label="Two words",
        data={"words": words, "tables": TABLES},
        fallback_html=table(
            "weights (2 × 2)",
            MASKED,
            "weights",
            rows=(words, "query"),
            columns=(words, "key"),
            tint=True,
        ),
        words=said,
        version=2,
        folder=folder,
    )
