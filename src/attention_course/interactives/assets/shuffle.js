// needs: {"version": 1, "data": {"words": ["string"], "names": ["string"], "orders": ["string"],
//   "shuffled": ["number"], "outputs": {"off": [[["number"]]], "on": [[["number"]]]},
//   "changes": {"off": [["number"]], "on": [["number"]]},
//   "totals": {"off": ["number"], "on": ["number"]}, "added": ["number"], "largest": "number", "rounding": "number",
//   "follow": "number", "exchanged": "number"}}
// Outputs stand place by place, changes word by word. Changes are those from the first order with
// the same switch; `added` is what positions change in the output of the word that is followed.
AttentionFigure.define("ac-shuffle", class extends AttentionFigure {
  choices() {
    return { order: this.data.orders, positions: ["off", "on"], compare: ["off", "on"] };
  }

  build() {
    const { words, orders, shuffled, outputs, follow, exchanged } = this.data;
    const to = (n) => () => this.set({ order: orders[n] });
    this.followed = words[follow];
    this.sentences = [0, exchanged].map((n) => this.sentence(orders[n]));
    this.cards = words.map((_, word) => this.card(word));
    this.list = this.make("ol", { class: "cards", role: "list", "aria-label": "The words in order" }, ...this.cards.map(({ element }) => element));
    this.total = this.make("p", { class: "told" });
    this.pair = this.table({
      caption: `output of “${this.followed}” in both sentences (2\u00a0×\u00a0${outputs.off[0][0].length})`,
      role: "value", places: 3, shape: [2, outputs.off[0][0].length],
      rows: { labels: this.sentences },
    });
    this.verdict = this.make("p", { class: "told" });
    this.comparison = this.make("div", { class: "comparison" }, this.pair.element, this.verdict);
    this.comparer = this.button(`Compare “${this.followed}” in both`, () =>
      this.set({ compare: this.state.compare === "on" ? "off" : "on" }));
    return [
      this.controls(
        this.button(this.sentences[0], to(0)),
        this.button(this.sentences[1], to(exchanged)),
        this.button("Shuffle", () => to(shuffled[this.at(this.state)])()),
        this.switch("positions", "Add positions"),
      ),
      this.make("p", { class: "hint" }, "Drag a word or press its arrows. On a card, ←,\u00a0→, Home and End move it too."),
      this.list,
      this.total,
      this.controls(
        this.comparer,
        this.button("Back to the start", () => this.set({ order: orders[0], positions: "off", compare: "off" })),
      ),
      this.comparison,
    ];
  }

  card(word) {
    const { words, names, outputs } = this.data;
    const move = (text, name, by) => {
      const button = this.button(text, () => this.move(word, this.place(word) + by));
      button.setAttribute("aria-label", `Move ${names[word]} ${name}`);
      return button;
    };
    const cells = outputs.off[0][0].map(() => this.make("span", { class: "cell" }));
    const card = {
      cells,
      place: this.make("p", { class: "place" }),
      change: this.make("p", { class: "change" }),
      earlier: move("←", "earlier", -1),
      later: move("→", "later", 1),
    };
    card.element = this.make("li", { class: "card", "data-word": word },
      card.place,
      this.make("p", { class: "word" }, words[word]),
      this.make("p", { class: "vector" }, this.make("span", { class: "ac-hidden" }, "output "), ...cells.flatMap((cell) => [cell, " "])),
      card.change,
      this.make("div", { class: "moves" }, card.earlier, card.later));
    card.element.addEventListener("keydown", (event) => this.press(event, word));
    for (const [type, act] of [["down", "grab"], ["move", "drag"], ["up", "drop"], ["cancel", "drop"]]) {
      card.element.addEventListener(`pointer${type}`, (event) => this[act](event, word));
    }
    return card;
  }

  at({ order }) { return this.data.orders.indexOf(order); }

  place(word, { order } = this.state) { return order.indexOf(word); }

  sentence(order) { return [...order].map((word) => this.data.words[word]).join(" "); }

  move(word, wanted) {
    const others = this.state.order.replace(word, "");
    const place = Math.max(0, Math.min(others.length, wanted));
    const order = others.slice(0, place) + word + others.slice(place);
    if (order === this.state.order) return;
    this.moved = { order, told: `${this.data.names[word]} moved to place ${place + 1} of ${order.length}. ` };
    this.set({ order });
  }

  press(event, word) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const [first, second] = this.list.children;
    const column = second && second.offsetTop > first.offsetTop;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -9, End: 9, ...(column && { ArrowUp: -1, ArrowDown: 1 }) }[event.key];
    if (!by) return;
    event.preventDefault();
    this.move(word, this.place(word) + by);
  }

  grab(event, word) {
    const { target, button, pointerType, pointerId, clientX, clientY } = event;
    // A finger scrolls the page, unless it is on the word itself.
    if (this.held || button || target.closest("button") || (pointerType !== "mouse" && !target.closest(".word"))) return;
    const { element } = this.cards[word];
    element.setPointerCapture(pointerId);
    element.classList.add("held");
    document.addEventListener("keydown", this.cancel);
    this.held = { element, pointerId, x: clientX - element.offsetLeft, y: clientY - element.offsetTop, order: this.state.order };
  }

  drag({ pointerId, clientX, clientY }, word) {
    if (this.held?.pointerId !== pointerId) return;
    const left = clientX - this.held.x;
    const top = clientY - this.held.y;
    const { element } = this.held;
    const far = [...this.list.children].map((slot) => Math.hypot(slot.offsetLeft - left, slot.offsetTop - top));
    this.move(word, far.indexOf(Math.min(...far)));
    element.style.transform = `translate(${left - element.offsetLeft}px, ${top - element.offsetTop}px)`;
  }

  drop({ type, pointerId }) {
    if (this.held?.pointerId !== pointerId) return;
    const { element, order } = this.held;
    this.held = undefined;
    document.removeEventListener("keydown", this.cancel);
    element.classList.remove("held");
    element.style.transform = "";
    if (type === "pointercancel") this.set({ order });
  }

  cancel = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.drop({ type: "pointercancel", pointerId: this.held.pointerId });
  };

  // The card in the reader's hand stays in the document, or it would lose the pointer or the focus.
  arrange(order) {
    const sorted = [...order].map((word) => this.cards[word].element);
    const kept = Math.max(0, sorted.findIndex((one) => one === this.held?.element || one.contains(document.activeElement)));
    sorted[kept].before(...sorted.slice(0, kept));
    sorted[kept].after(...sorted.slice(kept + 1));
  }

  slide(before) {
    this.cards.forEach(({ element }, word) => {
      const x = before[word][0] - element.offsetLeft;
      const y = before[word][1] - element.offsetTop;
      if ((x || y) && element !== this.held?.element) {
        element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 160, easing: "ease-out" });
      }
    });
  }

  render(state, before) {
    const { orders, outputs, changes, largest, rounding, follow, exchanged } = this.data;
    const { order, positions, compare } = state;
    const same = order === orders[0] ? "start" : positions === "on" ? "as at start" : "no change";
    const slides = before && before.order !== order && !AttentionFigure.still();
    const were = slides && this.cards.map(({ element }) => [element.offsetLeft, element.offsetTop]);
    const at = this.at(state);
    [...order].forEach((word, place) => {
      const card = this.cards[word];
      const change = changes[positions][at][word];
      card.place.textContent = positions === "on" ? `+ position ${place + 1}` : `place ${place + 1}`;
      card.cells.forEach((cell, n) => {
        const value = outputs[positions][at][place][n];
        cell.textContent = AttentionFigure.shown(value, 3);
        cell.style.setProperty("--share", Math.abs(value) / largest);
      });
      card.change.textContent = change > rounding ? `change ${AttentionFigure.shown(change)}` : same;
      card.element.classList.toggle("changed", change > rounding);
      card.earlier.setAttribute("aria-disabled", place === 0);
      card.later.setAttribute("aria-disabled", place === order.length - 1);
    });
    if (this.list.children.length && before?.order !== order) this.arrange(order);
    this.total.textContent = this.tell(state);
    this.comparer.setAttribute("aria-pressed", compare === "on");
    this.comparison.hidden = compare === "off";
    this.pair.show([0, exchanged].map((n) => outputs[positions][n][this.place(follow, { order: this.data.orders[n] })]));
    this.verdict.textContent = this.judge(state);
    if (slides) this.slide(were);
  }

  added(order) { return AttentionFigure.shown(this.data.added[this.at({ order })]); }

  tell({ order, positions }) {
    const { orders, totals, rounding } = this.data;
    const change = totals[positions][this.at({ order })];
    const size = AttentionFigure.shown(change);
    if (order === orders[0]) {
      return positions === "on"
        ? `Positions change “${this.followed}” by up to ${this.added(order)}. With them, other orders are compared with this one.`
        : "The other orders are compared with this one, without positions.";
    }
    return change > rounding
      ? `With positions, outputs differ from those of “${this.sentences[0]}” by up to ${size}.`
      : `No output has changed: by ${size} at most${change ? ", which is rounding" : ""}.`;
  }

  judge({ positions }) {
    const { changes, rounding, follow, exchanged } = this.data;
    const change = changes[positions][exchanged][follow];
    const size = AttentionFigure.shown(change);
    return change > rounding
      ? `With positions, “${this.followed}” has two outputs. They differ by up to ${size}.`
      : `Without positions, “${this.followed}” has the same output in both, within ${size}.`;
  }

  describe(state, before) {
    const { order, positions, compare } = state;
    const moved = this.moved?.order === order && before.order !== order ? this.moved.told : "";
    const { orders, names, follow } = this.data;
    // In the first order, what is told below holds the number.
    const by = order === orders[0] ? "" : `; they change ${names[follow]} by up to ${this.added(order)}`;
    const told = positions === "on" ? `Positions are now in every output${by}. ` : "Positions off. ";
    const switched = before && before.positions !== positions ? told : "";
    const verdict = compare === "on" && (!before || before.compare === "off" || switched) ? ` ${this.judge(state)}` : "";
    return `${moved}${switched}“${this.sentence(order)}”. ${this.tell(state)}${verdict}`;
  }
});
