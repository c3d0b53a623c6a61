/* "Copy the code": copies a section's listing; without the clipboard it selects and copies. */
(() => {
  "use strict";

  const copySelection = (listing) => {
    const selection = window.getSelection();
    selection.selectAllChildren(listing);
    return document.execCommand("copy");
  };

  const copy = async (listing) => {
    try {
      await navigator.clipboard.writeText(listing.textContent);
      return true;
    } catch {
      return copySelection(listing);
    }
  };

  for (const box of document.querySelectorAll(".run-section")) {
    const button = box.querySelector(".copy-code");
    const told = box.querySelector(".copy-told");
    button.hidden = false;
    button.addEventListener("click", async () => {
      const copied = await copy(box.querySelector("pre"));
      told.textContent = copied ? "Copied" : "Selected: press Ctrl+C or ⌘C";
      setTimeout(() => { told.textContent = ""; }, 4000);
    });
  }
})();
