// needs: {"version": 1, "data": {"names": ["string"], "tokens": ["string"], "features": ["string"],
//   "root": "string", "variants": {"*": {"*": {"tables": {"*": [["number"]]},
//   "captions": {"*": "string"}, "says": ["string"], "lines": [[[[["string"]]]]]}}}}}
AttentionFigure.define("ac-stepper", class extends AttentionFigure {
  choices() {
    const upTo = (list) => list.map((_, n) => n + 1);
    const { names, tokens, features } = this.data;
    return {
      step: upTo(names), mask: ["on", "off"], scale: ["on", "off"],
      row: upTo(tokens), key: upTo(tokens), feature: upTo(features),
    };
  }

  build() {
    const { names, tokens, features, variants: { on: { on: { tables } } } } = this.data;
    const numbered = (list) => list.map((text, n) => [n + 1, text]);
    const query = { labels: tokens, role: "query" };
    const key = { labels: tokens, role: "key" };
    const table = (name, role, more) => {
      const shape = [tables[name].length, tables[name][0].length];
      return [name, this.table({ caption: "", role, shape, ...more })];
    };
    const byPair = { rows: query, columns: key };
    const byFeature = { labels: features, role: "value" };
    this.tables = Object.fromEntries([
      table("query", "query", { rows: query }),
      table("key", "key", { rows: key }),
      table("scores", "", byPair),
      table("scaled", "", byPair),
      table("mask", "", byPair),
      table("masked", "", byPair),
      table("weights", "weights", { ...byPair, tint: true }),
      table("value", "value", { rows: key, columns: byFeature }),
      table("output", "value", { rows: query, columns: byFeature }),
    ]);
    // What stands before each table, so that a step is a stretch of one chain.
    const signs = ["", "·", "=", "", "+", "=", "softmax →", "·", "="];
    this.chain = Object.values(this.tables).map(({ element }, n) => ({
      element, sign: this.make("span", { class: "ac-sign", "aria-hidden": "true" }, signs[n]),
    }));
    this.says = this.make("p", { class: "ac-says" });
    this.lead = this.make("span", { class: "ac-lead" });
    this.sum = this.make("span", { class: "ac-sum" });
    this.keyChoice = this.radios("key", "Key", numbered(tokens));
    this.featureChoice = this.radios("feature", "Entry", numbered(features));
    const path = this.radios("step", "Go to step", numbered(names));
    path.classList.add("ac-path");
    return [
      this.controls(this.stepper("step", "Steps", (step) => `Step ${step} of ${names.length}`), this.make("div", { class: "ac-pair" }, this.switch("scale", "Scaling"), this.switch("mask", "Mask"))),
      this.controls(path),
      this.controls(this.radios("row", "Query", numbered(tokens)), this.keyChoice, this.featureChoice),
      this.says,
      this.make("div", { class: "ac-chain", style: `--rows: ${tokens.length}` }, ...this.chain.flatMap(({ sign, element }) => [sign, element])),
      this.make("p", { class: "ac-line" }, this.lead, this.sum),
    ];
  }

  render({ step, mask, scale, row, key, feature }) {
    const { tables, captions, says, lines } = this.data.variants[mask][scale];
    const hidden = tables.masked.map((line) => line.map((x) => x === "-inf"));
    const [from, to] = [[0, 1], [0, 2], [2, 3], [3, 5], [5, 6], [6, 8]][step - 1];
    const skipped = step === 4 && mask === "off" ? 4 : -1;
    this.chain.forEach(({ element, sign }, n) => {
      element.hidden = n < from || n > to || n === skipped;
      sign.hidden = element.hidden || n === from || step === 1;
    });
    this.chain[3].sign.textContent = scale === "on" ? `${this.data.root} →` : "left out →";
    this.chain[5].sign.textContent = mask === "on" ? "=" : "left out →";
    const i = row - 1, j = key - 1, c = feature - 1;
    const along = (name, at) => [[at, -1], ...tables[name][at].map((_, n) => [at, n])];
    const pair = [[i, -1], [-1, j], [i, j]];
    const lit = [
      { query: along("query", i), key: along("key", j) },
      { query: along("query", i), key: along("key", j), scores: pair },
      { scores: pair, scaled: pair },
      { scaled: pair, mask: pair, masked: pair },
      { masked: along("masked", i), weights: pair },
      { weights: along("weights", i), value: [[-1, c], ...tables.value.map((_, n) => [n, c])], output: [[i, -1], [-1, c], [i, c]] },
    ][step - 1];
    for (const [name, one] of Object.entries(this.tables)) {
      if (one.element.hidden) continue;
      one.show(tables[name], name === "weights" ? hidden : undefined);
      one.title(captions[name]);
      one.light(lit[name] ?? []);
    }
    this.keyChoice.hidden = step === 6;
    this.featureChoice.hidden = step !== 6;
    this.says.textContent = says[step - 1];
    const { tokens, features } = this.data;
    this.lead.textContent = step === 6 ? `Output of ${tokens[i]}, entry ${features[c]}: ` : `Query of ${tokens[i]}, key of ${tokens[j]}: `;
    // Lines break before a sign, and not inside of a product.
    const unbroken = (text) => text.replace(/ ([·÷]) |([=≈+−]) /g, (_, inner, outer) => (inner ? `\u00a0${inner}\u00a0` : `${outer}\u00a0`));
    this.sum.replaceChildren(...lines[step - 1][i][step === 6 ? c : j].flatMap(([role, text]) => {
      if (role !== "sup") return role ? [this.make("span", { class: `role-${role}` }, unbroken(text))] : [unbroken(text)];
      return [this.make("span", { class: "ac-hidden" }, " to the power of "), this.make("sup", {}, text)];
    }));
  }

  describe({ step, mask, scale }, before) {
    const follows = before?.step === step && before.mask === mask && before.scale === scale;
    const line = this.lead.textContent + this.sum.textContent;
    if (follows) return line;
    return `Step ${step}, ${this.data.names[step - 1].toLowerCase()}; scaling ${scale}, mask ${mask}. ${this.says.textContent} ${line}`;
  }
});
