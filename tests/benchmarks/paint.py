"""Measure how soon each interactive of the built book shows a change on a slow phone.

Run by `nox -s bench`, which builds the book first. The processor is made six times slower, the
window is 390 pixels wide, and a change is done when its frame has been painted.
"""

import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page  # noqa: E402
from tests.browsing import open_browser  # noqa: E402

SLOWER = 6
GOAL = 50
CHANGES = 21

FIGURES = {
    "stepper": "6-2-by-hand",
    "scores": "6-3-why-the-root",
    "shuffle": "6-5-word-order",
    "paths": "6-6-multi-head",
    "heads": "6-6-multi-head",
}

# Each change is one that a reader can make: the keys of the state take turns. A message sent
# before a frame is painted arrives after it.
TIMES = """\
async ([tag, count]) => {
  const element = document.querySelector(tag);
  element.scrollIntoView();
  const choices = Object.entries(element.choices()).map(([key, v]) => [key, v.of || v]);
  const times = [];
  for (let n = 1; n <= count; n += 1) {
    const [key, values] = choices[n % choices.length];
    const at = values.indexOf(element.state[key]);
    const state = { [key]: values[(at + 1 + (n % 2)) % values.length] };
    times.push(await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      requestAnimationFrame(() => {
        const start = performance.now();
        port1.onmessage = () => resolve(performance.now() - start);
        element.set(state);
        port2.postMessage(0);
      });
    }));
  }
  return times;
}"""


def paint_times(page: Page, tag: str) -> list[float]:
    """Return the milliseconds that each of some changes took."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    times = page.evaluate(TIMES, [tag, CHANGES])
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return [float(time) for time in times]


def main() -> int:
    """Print a table of medians and worst times; the exit code says whether all medians fit."""
    pages = ROOT / "docs" / "_build" / "html" / "attention"
    print(f"{CHANGES} changes each, processor {SLOWER} times slower, goal {GOAL} ms")
    print("interactive   median   worst   (ms)")
    late = 0
    with open_browser() as browser:
        for name, page_name in FIGURES.items():
            context = browser.new_context(viewport={"width": 390, "height": 844})
            page = context.new_page()
            page.goto((pages / f"{page_name}.html").as_uri())
            times = paint_times(page, f"ac-{name}")
            print(f"{name:<12} {median(times):7.1f} {max(times):7.1f}")
            late += median(times) > GOAL
            context.close()
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
