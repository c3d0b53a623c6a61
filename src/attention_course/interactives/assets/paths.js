// needs: {"version": 1, "data": {"stations": [{"name": "string", "shape": "string", "roles": ["string"]}],
//   "heads": [{"pattern": "string", "features": "string", "parts": ["string"]}], "rows": "string",
//   "root": "string"}}
AttentionFigure.define("ac-paths", class extends AttentionFigure {
  choices() { return { head: this.data.heads.map((_, n) => n + 1) }; }

  build() {
    const { stations, heads } = this.data;
    this.rows = stations.map(() => this.make("tr", {}, this.make("th", { scope: "row" }), this.make("td"), this.make("td", { style: "white-space: normal" })));
    this.caption = this.make("caption");
    const columns = ["station", "shape", "its part"].map((text) => this.make("th", { scope: "col" }, text));
    this.drawing = this.draw("svg", { viewBox: "0 0 340 572", role: "img", onclick: ({ target }) => {
      const lane = target.closest("[data-head]");
      if (lane) this.set({ head: Number(lane.dataset.head) });
    } });
    this.pattern = this.make("p", { class: "pattern" });
    return [
      this.controls(this.radios("head", "Head", heads.map((_, n) => [n + 1, n + 1]))),
      this.pattern,
      this.make("div", { class: "ac-tables" }, this.drawing,
        this.make("div", { class: "ac-scroll" }, this.make("table", {}, this.caption,
          this.make("thead", {}, this.make("tr", {}, ...columns)), this.make("tbody", {}, ...this.rows)))),
    ];
  }

  // "W_i^Q" is W with the head's number below and Q above.
  #pieces(name, head) {
    return [...name.matchAll(/([_^]?)(?:(?<=[_^])(.)|([^_^]+))/g)]
      .map(([, way, one, text]) => [way, (one ?? text).replace(/^i$/, head)]);
  }

  #html({ name, roles }, head) {
    return name.split(", ").flatMap((one, n) => {
      const pieces = this.#pieces(one, head).map(([way, text]) => (way ? this.make(way === "_" ? "sub" : "sup", {}, text) : text));
      return [n ? ", " : "", ...(roles[n] ? [this.make("span", { class: `role-${roles[n]}` }, ...pieces)] : pieces)];
    });
  }

  #label(x, y, name, head, attributes = {}) {
    let level = 0;
    const spans = this.#pieces(name, head).map(([way, text], n, all) => {
      const to = { _: 4, "^": -5 }[way] ?? 0;
      const back = way === "^" && all[n - 1]?.[0] === "_" ? -5 * all[n - 1][1].length : undefined;
      const span = this.draw("tspan", { dy: to - level, dx: back, class: way ? "small" : undefined }, text);
      level = to;
      return span;
    });
    return this.draw("text", { x, y, ...attributes }, ...spans);
  }

  #box(x, y, width, height, more = "", extra = {}) {
    return this.draw("rect", { x, y, width, height, class: `box ${more}`, ...extra });
  }

  #arrow(points, more = "") {
    const [x, y] = points.at(-1);
    const [u, v] = points.at(-2);
    const turn = Math.atan2(y - v, x - u) * 180 / Math.PI;
    return this.draw("g", { class: `arrow ${more}` },
      this.draw("path", { d: `M${points.map((point) => point.join(" ")).join("L")}` }),
      this.draw("path", { class: "tip", d: "M0 0L-7 -3.5L-7 3.5Z", transform: `translate(${x} ${y}) rotate(${turn})` }));
  }

  #funnel(...points) { return this.draw("polygon", { class: "funnel role-weights", points: points.join(" ") }); }

  #matrix(x, y, width, height, station, head, role, name) {
    const { shape } = this.data.stations[station];
    return this.draw("g", { class: `role-${role}` }, this.#box(x - width / 2, y, width, height),
      this.#label(x + width / 2 + 5, y + height / 2 - 3, name, head),
      this.draw("text", { x: x + width / 2 + 5, y: y + height / 2 + 13, class: "shape" }, shape));
  }

  #draw(head) {
    const { stations, heads, rows, root } = this.data;
    const shape = (n) => stations[n].shape;
    const count = heads.length;
    const pitch = 324 / count;
    const left = (n) => 8 + n * pitch;
    const at = head - 1;
    const [from, to] = [left(at) + 1.5, left(at) + pitch - 1.5];
    const middle = left(at) + pitch / 2;
    const [q, k, v] = [40, 140, 252];
    const { roles } = stations[2];
    const bar = (y, name, shape) => [this.#box(8, y, 324, 26),
      this.draw("text", { x: 170, y: y + 17.5, "text-anchor": "middle" }, `${name}\u2003${shape}`)];
    const lanes = heads.map((_, n) => {
      const x = left(n) + pitch / 2;
      return this.draw("g", { class: `lane ${n === at ? "chosen" : "faint"}`, "data-head": n + 1 },
        this.#arrow([[x, 34], [x, 56]]),
        this.#box(left(n) + 1.5, 58, pitch - 3, 34, "role-weights", { rx: 4 }),
        this.draw("text", { x, y: 72, "text-anchor": "middle", class: "role-weights" }, n + 1),
        ...roles.map((role, m) => this.draw("rect", { x: x - 10 + 7 * m, y: 78, width: 6, height: 9, class: `tick role-${role}` })),
        this.#arrow([[x, 351], [x, 372]], "role-value"),
        this.#box(left(n) + 1, 374, pitch - 2, 24, "role-value"));
    });
    const right = at >= count / 2;
    const words = right ? { x: 8 } : { x: 332, "text-anchor": "end" };
    const band = 80 / count;
    const bandMiddle = 440 + (at + 0.5) * band;
    return [
      ...bar(6, "X", shape(0)),
      this.#funnel(8, 32, 332, 32, to, 58, from, 58),
      ...lanes,
      this.#funnel(from, 92, to, 92, 332, 112, 8, 112),
      this.draw("rect", { x: 8, y: 112, width: 324, height: 234, class: "panel role-weights" }),
      ...[q, k, v].flatMap((x, n) => [
        this.#matrix(x, 120, 14, 42, 1, head, roles[n], `W_i^${"QKV"[n]}`),
        this.#arrow([[x, 163], [x, 180]], `role-${roles[n]}`),
        this.#matrix(x, 182, 36, 26, 2, head, roles[n], `${"QKV"[n]}_i`),
      ]),
      this.#arrow([[q, 210], [82, 234]], "role-query"),
      this.#arrow([[k, 210], [98, 234]], "role-key"),
      this.#matrix(90, 236, 44, 44, 3, head, "weights", "weights"),
      this.#label(117, 288, `softmax(Q_iK_i^T ÷ ${root})`, head, { class: "shape" }),
      this.#arrow([[v, 210], [v, 300]], "role-value"),
      this.#arrow([[90, 281], [90, 319], [v - 22, 319]], "role-weights"),
      this.#label(160, 336, "weights · V_i", head, { "text-anchor": "middle", class: "shape" }),
      this.#matrix(v, 302, 36, 32, 4, head, "value", "head_i"),
      this.#funnel(8, 346, 332, 346, to, 374, from, 374),
      this.draw("text", { ...words, y: 414 }, `joined ${shape(5)}`),
      this.draw("text", { ...words, y: 429, class: "role-value" }, `features ${heads[at].features}`),
      this.#arrow([[middle, 399], [middle, 424], [right ? 236 : 104, bandMiddle], [right ? 212 : 128, bandMiddle]], "role-value"),
      ...heads.map((_, n) => this.#box(130, 440 + n * band, 80, band, n === at ? "strong role-value" : "faint")),
      this.draw("text", { ...words, y: 464, class: "shape" }, shape(6)),
      this.#label(words.x, 448, "W^O", head, { "text-anchor": words["text-anchor"] }),
      this.draw("text", { ...words, y: 490, class: "role-value" }, `rows ${heads[at].features}`),
      this.draw("text", { ...words, y: 506, class: "shape role-value" }, `(${rows})`),
      this.#funnel(130, 520, 210, 520, 332, 542, 8, 542),
      ...bar(542, "MultiHead(X)", shape(7)),
    ];
  }

  render({ head }) {
    const { stations, heads } = this.data;
    const { pattern, parts } = heads[head - 1];
    this.drawing.replaceChildren(...this.#draw(head));
    this.drawing.setAttribute("aria-label", `The path of head ${head} from X to MultiHead(X). The table says the same.`);
    this.caption.textContent = `The path of head ${head}`;
    this.pattern.textContent = this.#seen(head);
    this.pattern.classList.toggle("none", !pattern);
    this.rows.forEach((row, n) => {
      const [name, shape, part] = row.children;
      name.replaceChildren(...this.#html(stations[n], head));
      shape.textContent = stations[n].shape;
      part.textContent = parts[n];
    });
  }

  #seen(head) {
    const { pattern } = this.data.heads[head - 1];
    return pattern
      ? `Head ${head}: ${pattern}. A pattern seen in trained models; no one put it there.`
      : `Head ${head}: no pattern named. What a head looks for is learned; no one put it there.`;
  }

  describe({ head }) {
    const { features } = this.data.heads[head - 1];
    return `${this.#seen(head)} Its part of the joined vector: features ${features}; through the same rows of W O.`;
  }
});
