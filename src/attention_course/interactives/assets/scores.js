// needs: {"version": 1, "data": {
//   "draws": "number", "trials": "number", "keys": "number", "threshold": "number",
//   "seeds": ["number"], "first": "number", "bell": ["number"], "spread": "number",
//   "off": {"title": "string", "reach": "number", "ticks": ["number"], "note": "string"},
//   "on": {"title": "string", "reach": "number", "ticks": ["number"], "note": "string"},
//   "widths": [{"width": "number", "shape": "string", "top": "number", "counts": [["number"]],
//     "off": {"predicted": "number", "measured": ["number"], "saturated": ["number"],
//       "percent": ["number"], "slope": [["number"]], "largest": [["number"]]},
//     "on": {"predicted": "number", "measured": ["number"], "saturated": ["number"],
//       "percent": ["number"], "slope": [["number"]], "largest": [["number"]]}}]}}
AttentionFigure.define("ac-scores", class extends AttentionFigure {
  choices() {
    const { widths, first, seeds } = this.data;
    return { width: { of: widths.map(({ width }) => width), first }, scaled: ["off", "on"], run: seeds };
  }

  build() {
    const { draws, trials, keys, threshold, seeds, spread } = this.data;
    const shown = AttentionFigure.shown;

    // Every picture is 320 wide. Scores lie around 160; trials and runs span 42 to 314.
    this.bars = this.draw("path", { class: "bars" });
    this.bell = this.draw("path", { class: "bell" });
    this.sides = this.draw("path", { class: "sides" });
    this.ticks = this.draw("g");
    const scores = this.picture(this.bars, this.sides, this.bell, this.line("axis", 10, 310, 150), this.ticks);

    const pitch = 272 / trials;
    this.trials = Array.from({ length: trials }, (_, n) =>
      this.draw("rect", { x: 42 + pitch * (n + 0.1), width: pitch * 0.8 }));
    const weights = this.picture(...this.levels(150, 140, [[0, "0"], [0.5, "0.5"], [threshold, threshold]]), ...this.trials,
      this.line("limit", 42, 314, 150 - 140 * threshold), this.text(178, 168, "middle", `${trials} trials, the largest weight first`));
    weights.classList.add("role-weights");

    const low = 1 - spread, high = 1 + spread;
    this.deviations = this.strip((ratio) => (ratio - low) / (high - low), [[0, shown(low, 2)], [0.5, "1"], [1, shown(high, 2)]]);
    this.shares = this.strip((percent) => percent / 100, [[0, "0"], [0.5, "50 %"], [1, "100 %"]]);

    const again = (by) => () => this.set({ run: seeds.at((seeds.indexOf(this.state.run) + by) % seeds.length) });
    this.place = this.make("span", { class: "ac-place" });
    const [heading, measured, predicted, shape, share, slope] = ["title", "", "", "shape", "", ""].map((kind) => this.make("p", { class: kind }));
    Object.assign(this, { scores, weights, heading, measured, predicted, shape, share, slope });

    return [
      this.controls(
        this.slider("width", "Head width"),
        this.switch("scaled", "Divide by √width"),
        this.keys(this.make("div", { class: "ac-stepper", role: "group", "aria-label": "Runs" },
          this.button("Draw again", again(1)), this.button("Previous run", again(-1)), this.place), "run"),
      ),
      this.make("div", { class: "panels" },
        this.make("section", {}, heading, scores, measured, predicted, shape,
          this.caption(`Measured ÷ predicted, all ${seeds.length} runs`), this.deviations.picture),
        this.make("section", {}, this.make("p", { class: "title role-weights" }, `Largest of ${keys} softmax weights p`), weights, share, slope,
          this.make("p", { class: "shape" }, "p(1 − p) is the slope of softmax: 0.25 at most, near 0 where p is near 1."),
          this.caption(`Saturated trials, all ${seeds.length} runs`), this.shares.picture)),
    ];
  }

  picture(...children) { return this.draw("svg", { viewBox: "0 0 320 190", role: "img" }, ...children); }

  line(kind, from, to, y) { return this.draw("path", { class: kind, d: `M${from} ${y}H${to}` }); }

  text(x, y, anchor, words) { return this.draw("text", { x, y, "text-anchor": anchor }, words); }

  caption(words) { return this.make("p", { class: "title small" }, words); }

  levels(base, height, places) {
    return places.flatMap(([at, words]) => [this.line("level", 42, 314, base - at * height), this.text(37, base + 4 - at * height, "end", `${words}`)]);
  }

  strip(up, places) {
    const { seeds } = this.data;
    const x = (n) => 42 + (272 / seeds.length) * (n + 0.5);
    const dots = seeds.map((_, n) => this.draw("circle", { cx: x(n), r: 3 }));
    const picture = this.picture(...this.levels(86, 76, places), ...dots,
      this.text(178, 106, "middle", "seed"),
      ...[0, seeds.length - 1].map((n) => this.text(x(n), 106, "middle", `${seeds[n]}`)));
    picture.setAttribute("viewBox", "0 0 320 110");
    return {
      picture,
      show(values, now, label) {
        dots.forEach((dot, n) => {
          dot.setAttribute("cy", 86 - 76 * up(values[n]));
          dot.setAttribute("class", n === now ? "now" : "");
          dot.setAttribute("r", n === now ? 5 : 3);
        });
        picture.setAttribute("aria-label", label);
      },
    };
  }

  parts({ width, scaled, run }) {
    const all = this.data.widths.find((one) => one.width === width);
    const n = this.data.seeds.indexOf(run);
    const side = all[scaled];
    const one = (list) => AttentionFigure.shown(list[n]);
    const predicted = AttentionFigure.shown(side.predicted);
    return {
      all, n, side, axis: this.data[scaled],
      measured: `Measured standard deviation: ${one(side.measured)}`,
      predicted: `Predicted: ${scaled === "on" ? predicted : `√${width} = ${predicted}`}`,
      share: `p above ${this.data.threshold}: ${side.saturated[n]} of ${this.data.trials} trials (${one(side.percent)} %)`,
      slope: side.slope[n].length ? `Mean of p(1 − p) in those: ${AttentionFigure.shown(side.slope[n][0])}` : "None saturated",
    };
  }

  render(state, before) {
    const { all, n, side, axis, measured, predicted, share, slope } = this.parts(state);
    const { bell, seeds, draws } = this.data;
    const counts = all.counts[n];
    const x = (score) => 160 + (150 * Math.max(-axis.reach, Math.min(axis.reach, score))) / axis.reach;
    const y = (count) => 150 - (140 * count) / all.top;
    const edge = (k, last) => (10 * k / last - 5) * side.predicted;

    const steps = counts.map((count, k) => `V${y(count).toFixed(2)}H${x(edge(k + 1, counts.length)).toFixed(2)}`);
    this.bars.setAttribute("d", `M${x(edge(0, 1)).toFixed(2)} 150${steps.join("")}V150Z`);
    const curve = bell.map((height, k) => [edge(k, bell.length - 1), height]).filter(([at]) => Math.abs(at) <= axis.reach);
    this.bell.setAttribute("d", `M${curve.map(([at, height]) => `${x(at).toFixed(2)} ${y(height).toFixed(2)}`).join("L")}`);
    this.sides.setAttribute("d", [-1, 1].map((way) => `M${x(way * side.predicted).toFixed(2)} 150V${y(bell[(bell.length - 1) / 2])}`).join(""));
    if (state.scaled !== before?.scaled) {
      this.ticks.replaceChildren(...axis.ticks.flatMap((tick) => [
        this.draw("path", { class: "axis", d: `M${x(tick)} 150v4` }), this.text(x(tick), 168, "middle", AttentionFigure.shown(tick))]),
        this.text(160, 186, "middle", axis.note));
      this.heading.textContent = axis.title;
    }
    this.trials.forEach((bar, k) => {
      const height = 140 * side.largest[n][k];
      bar.setAttribute("y", 150 - height);
      bar.setAttribute("height", height);
      bar.setAttribute("class", k < side.saturated[n] ? "over" : "");
    });
    this.measured.textContent = measured;
    this.predicted.textContent = predicted;
    this.shape.textContent = all.shape;
    this.share.textContent = share;
    this.slope.textContent = slope;
    this.place.textContent = `Seed ${state.run} (run ${n + 1} of ${seeds.length})`;
    this.scores.setAttribute("aria-label", `Histogram of ${draws} scores, but for a few beyond the axis, under the predicted bell. ${measured}. ${predicted}.`);
    this.weights.setAttribute("aria-label", `Largest weight of each trial. ${share}.`);
    this.deviations.show(all.on.measured, n, `Measured standard deviation over the predicted one, a dot a run; this run ${AttentionFigure.shown(all.on.measured[n])}`);
    this.shares.show(side.percent, n, `Share of saturated trials, a dot a run; this run ${AttentionFigure.shown(side.percent[n])} %`);
  }

  describe(state) {
    const { measured, predicted, share, slope } = this.parts(state);
    return `Width ${state.width}, ${state.scaled === "on" ? "scaled" : "not scaled"}, seed ${state.run}. ${measured}. ${predicted}. ${share}. ${slope}.`;
  }
});
