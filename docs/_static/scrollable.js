/* What scrolls sideways within itself can be reached and scrolled by keyboard. */
(() => {
  "use strict";

  const kinds = {
    ".formula": "Formula",
    ".highlight pre": "Code",
    ".output pre": "Output",
    ".table-wrapper, .text_html": "Table",
    "figure.drawing": "Drawing",
  };

  const mark = (element, kind) => {
    const scrolls = element.scrollWidth > element.clientWidth + 1;
    if (!scrolls && !element.dataset.scrolls) return;
    if (scrolls) {
      element.dataset.scrolls = "";
      element.tabIndex = 0;
      element.setAttribute("role", "group");
      element.setAttribute("aria-label", `${kind}, scrolls sideways`);
    } else {
      delete element.dataset.scrolls;
      for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
    }
  };

  const markAll = () => {
    for (const [selector, kind] of Object.entries(kinds)) {
      for (const element of document.querySelectorAll(selector)) mark(element, kind);
    }
  };

  let waiting = 0;
  const later = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(markAll);
  };
  markAll();
  addEventListener("resize", later);
  addEventListener("toggle", later, true);
  document.fonts.ready.then(later);
})();
