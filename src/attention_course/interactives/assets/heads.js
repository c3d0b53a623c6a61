// needs: {"version": 1, "data": {"words": ["string"], "patterns": ["string"],
//   "weights": [[["number"]]], "strongest": [[["number"]]], "first": {"head": "number", "word": "number"}}}
AttentionFigure.define("ac-heads", class extends AttentionFigure {
  choices() {
    const { words, patterns, first } = this.data;
    return {
      view: ["one", "side", "stack"],
      head: { of: patterns.map((_, n) => n + 1), first: first.head },
      word: { of: words.map((_, n) => n + 1), first: first.word },
    };
  }

  build() {
    const { words, patterns } = this.data;
    const row = this.radios("word", "Look from", words.map((word, n) => [n + 1, word]));
    row.classList.add("row");
    row.querySelectorAll("label").forEach((label, n) => {
      this.#hover(label, n + 1);
      this.#click(label, n + 1);
    });
    this.choice = this.radios("head", "Head", patterns.map((_, n) => [n + 1, n + 1]));
    this.lines = patterns.map(() => this.make("li"));
    this.panels = patterns.map((_, n) => this.#panel(n));
    this.bars = this.table({
      caption: "", role: "weights", tint: true, places: 4,
      rows: { labels: words, role: "key" }, columns: { labels: patterns.map((_, n) => `head ${n + 1}`), role: "weights" },
    });
    this.bars.element.classList.add("bars");
    this.stack = this.#stack();
    this.pictures = this.make("div", { class: "pictures" }, ...this.panels.map((panel) => panel.element), this.stack);
    return [
      this.controls(this.radios("view", "View", [["one", "one at a time"], ["side", "side by side"], ["stack", "stacked"]]), this.choice),
      row,
      this.make("ul", { class: "lines" }, ...this.lines),
      this.make("div", { class: "ac-tables" }, this.pictures, this.bars.element),
    ];
  }

  // Not on the cells: on its way to the column names a mouse crosses other rows.
  #hover(element, word) {
    element.addEventListener("pointerenter", ({ pointerType }) => { if (pointerType === "mouse") this.set({ word }); });
  }

  #click(element, word) { element.addEventListener("click", () => this.set({ word })); }

  // As in the book's drawings, opacity grows fastest where weights are small.
  #tint(weight) { return `${90 * Math.sqrt(weight)}%`; }

  #panel(head) {
    const { words, weights } = this.data;
    const panel = this.table({
      caption: this.#title(head), role: "weights",
      rows: { labels: words, role: "query" }, columns: { labels: words, role: "key" },
    });
    panel.cells.forEach((line, i) => {
      line.forEach((cell, j) => {
        const weight = weights[head][i][j];
        cell.style.setProperty("--tint", this.#tint(weight));
        cell.append(this.make("span", {}, AttentionFigure.shown(weight)));
      });
      this.#hover(panel.rowHeads[i], i + 1);
      this.#click(line[0].parentNode, i + 1);
    });
    for (const cell of panel.columnHeads) cell.replaceChildren(this.make("span", {}, cell.textContent));
    panel.element.classList.add("panel");
    return panel;
  }

  #title(head) { return `Head ${head + 1}: ${this.data.patterns[head]}`; }

  #stack() {
    const { words, patterns, weights } = this.data;
    const n = words.length;
    const cell = 200 / n;
    const text = (x, y, role, words, anchor = "start") => this.draw("text", { x, y, class: `role-${role}`, "text-anchor": anchor }, words);
    this.layers = patterns.map((_, head) => {
      const marks = weights[head].flatMap((line, i) => line.map((weight, j) =>
        this.draw("rect", { x: j * cell, y: i * cell, width: cell, height: cell, "fill-opacity": this.#tint(weight) })));
      const row = this.draw("rect", { class: "asked role-query", width: 200, height: cell });
      const plane = this.draw("g", { transform: "matrix(1 0 -0.45 0.4 96 4)", class: "plane" },
        this.draw("rect", { class: "sheet", width: 200, height: 200 }), ...marks, row);
      const layer = this.draw("g", { class: "layer role-weights", transform: `translate(0 ${head * 92})`, onclick: () => this.set({ head: head + 1 }) },
        plane, text(256, 78, "weights", `head ${head + 1}`));
      return { layer, row };
    });
    this.asking = text(0, 0, "query", "", "end");
    const height = patterns.length * 92;
    return this.make("div", { class: "stack" },
      this.make("p", { class: "role-weights" }, `The tables stacked, (${patterns.length}, ${n}, ${n})`),
      this.drawing = this.draw("svg", { viewBox: `-24 -16 328 ${height + 38}`, role: "img" },
        ...this.layers.map(({ layer }) => layer), this.asking, text(110, height + 14, "key", `${n} keys →`, "middle"),
        text(96, -4, "query", `${n} queries ↓`, "end")));
  }

  #found(head, word) {
    const { words, weights, strongest } = this.data;
    const top = strongest[head - 1][word - 1];
    const places = top.length < words.length ? top : top.slice(0, 1);
    const found = places.map((key) => [words[key], AttentionFigure.shown(weights[head - 1][word - 1][key], 2)]);
    return top.length < words.length ? found : [["all words alike", found[0][1]]];
  }

  #line(head, word) { return this.#found(head, word).map((pair) => pair.join(" ")).join(", "); }

  render({ view, head, word }, before = {}) {
    const { words, patterns, weights, strongest } = this.data;
    if (view !== before.view || head !== before.head) {
      this.choice.hidden = view === "side";
      this.dataset.view = view;
      this.panels.forEach(({ element }, n) => element.classList.toggle("off", view === "stack" || (view === "one" && n !== head - 1)));
      this.stack.classList.toggle("off", view !== "stack");
      this.lines.forEach((line, n) => line.classList.toggle("chosen", view !== "side" && n === head - 1));
      this.layers.forEach(({ layer }, n) => layer.classList.toggle("chosen", n === head - 1));
      this.asking.setAttribute("transform", `translate(0 ${(head - 1) * 92})`);
      this.drawing.setAttribute("aria-label", `${patterns.length} layers of ${words.length} by ${words.length} weights, one a head, head 1 at the top; head ${head} is marked.`);
    }
    if (word !== before.word) {
      const columns = words.map((_, key) => weights.map((table) => table[word - 1][key]));
      this.bars.title(`Where “${words[word - 1]}” looks`);
      this.bars.show(columns);
      this.bars.light(strongest.flatMap((table, n) => table[word - 1].map((key) => [key, n])));
      this.lines.forEach((line, n) => line.replaceChildren(
        `head ${n + 1}, ${patterns[n]}: `, this.make("b", {}, this.#line(n + 1, word))));
      this.panels.forEach((panel) => panel.light([[word - 1, -1], ...words.map((_, key) => [word - 1, key])]));
      const y = (word - 1) * 200 / words.length;
      for (const { row } of this.layers) row.setAttribute("y", y);
      this.asking.textContent = words[word - 1];
      const down = y + 100 / words.length;
      this.asking.setAttribute("x", 88 - 0.45 * down);
      this.asking.setAttribute("y", 8 + 0.4 * down);
    }
  }

  describe({ view, head, word }, before) {
    const { words, patterns } = this.data;
    const from = `“${words[word - 1]}” looks at `;
    if (before && view !== before.view) {
      return { one: `One table: ${this.#title(head - 1)}.`, side: `${patterns.length} tables side by side.`,
        stack: `${patterns.length} tables stacked, head 1 at the top; head ${head} is marked.` }[view];
    }
    if (before && head !== before.head) return `${this.#title(head - 1)}. ${from}${this.#line(head, word)}.`;
    return `${from}${patterns.map((_, n) => `${this.#line(n + 1, word)} in head ${n + 1}`).join("; ")}.`;
  }
});
