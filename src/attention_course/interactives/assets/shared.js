// The base of every interactive. A script assets/stepper.js begins with the shape of its data
// ("// needs: …", see _interactive.py) and then defines its element:
//
//   AttentionFigure.define("ac-stepper", class extends AttentionFigure {
//     choices() { return { step: [1, 2, 3], mask: ["on", "off"] }; }   // this.data is there
//     build() { …; return [nodes]; }                                   // once
//     render(state, before) { … }                                      // at each state
//     describe(state, before) { return "Step 2: …"; }                  // for live text
//   });
//
// choices   Every key of the state with all the values it can have, strings or numbers. The first
//           one is what a reader meets; { of: [1, 2, 3], first: 2 } names another.
// build     Makes the elements. Controls (below) are bound to a key: they change it and follow it.
// render    Changes these elements so that they show this.state; `before` is undefined at first.
//           It shows this.data and computes no number.
// describe  Says what is now to be seen. It goes to this.live, a polite region (role "status") that
//           is only heard; return this.live from build, to place it, where it should be seen too.
// set       this.set({ step: 2 }) checks, renders, and when the reader has paused for a moment,
//           speaks and writes the fragment. Unknown values are an error.
// fragment  #stepper:step=2&mask=off holds what differs from the first state; several figures are
//           joined by ";", a second stepper of a page is stepper-2. It is read at the start and at
//           each hashchange, missing and unknown values being those of the first state. A #heading
//           is left alone until a reader changes a state.
//
// Helpers. All return elements; labels are plain text.
//   this.radios(key, label, [[value, text], …])   native radio buttons as segments
//   this.switch(key, label)                        native checkbox for the values "on" and "off"
//   this.slider(key, label, (value) => text)       native range over the values of the key
//   this.stepper(key, label, (value) => text)      previous, place, next; keys as in this.keys
//   this.button(text, () => …)
//   this.controls(...)                             a row of these
//   this.keys(element, key)                        Left, Right, Home and End in it move the key
//   this.follow((state) => …)                      called at each state, before render
//   this.table({ caption, role, rows: { labels, role }, columns: { labels, role }, places, tint })
//     gives { element, cells, rowHeads, columnHeads, show(values, masked?), light([[i, j], …]),
//     title(caption) }; "-inf" is hatched, and so is what `masked` (booleans) says; `tint` fills
//     cells by their value; a row -1 or column -1 in `light` is a heading
//   this.make("p", { class: "…", onclick() {} }, "text", node, …)
//   this.draw("rect", { x: 1 }, …)                 the same for SVG
//   AttentionFigure.shown(value, places?)          as `shown` in Python
//   AttentionFigure.still()                        whether the reader wants no motion
//
// Classes: role-query, role-key, role-value, role-weights, role-masked colour text and set
// --ac-role; masked hatches; lit marks a cell; ac-tables puts tables side by side where there is
// room; ac-hidden is only heard. Colours are var(--ac-query) and so on, --ac-edge, --ac-rule and
// --ac-accent; set --ac-cell to the least width of a cell where states would shift otherwise.
//
// Strings may not span lines, and only define runs when the script is read.
(() => {
  "use strict";
  if (window.AttentionFigure) return;

  const PART = /^([a-z][a-z0-9-]*):(.*)$/;
  const PAUSE = 150;
  const SCROLLS = { tabindex: 0, role: "group", "aria-label": "Table, scrolls sideways" };
  const MOVES = {
    ArrowLeft: (at) => at - 1,
    ArrowRight: (at) => at + 1,
    Home: () => 0,
    End: (_, count) => count - 1,
  };
  let made = 0;

  const fragments = () => location.hash.slice(1).split(";").map((part) => part.match(PART)).filter(Boolean);

  const fill = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };

  // The built-in functions round a tie up; Python rounds it to the even digit.
  const evenly = (up, exact) => {
    const [digits, exponent] = up.split("e");
    const tie = /50{29}$/.test(exact.split("e")[0].replace(".", ""));
    const even = tie && digits.at(-1) % 2 ? digits.slice(0, -1) + (digits.at(-1) - 1) : digits;
    return exponent ? `${even}e${exponent}` : even;
  };
  const significant = (size, digits) =>
    String(Number(evenly(size.toPrecision(digits), size.toPrecision(digits + 30))));

  const shown = (value, places) => {
    const real = value === "inf" ? Infinity : value === "-inf" ? -Infinity : value;
    const size = Math.abs(real);
    let text;
    if (size === Infinity) text = "∞";
    else if (places !== undefined) text = evenly(size.toFixed(places), size.toFixed(places + 30));
    else if (size && (size < 1e-4 || size >= 1e6)) {
      let exponent = Math.floor(Math.log10(size));
      let mantissa = significant(size / 10 ** exponent, 2);
      if (mantissa === "10") [mantissa, exponent] = ["1", exponent + 1];
      const raised = [...String(exponent)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c])).join("");
      text = `${mantissa === "1" ? "" : `${mantissa}·`}10${raised}`;
    } else {
      let digits = 4;
      do text = significant(size, digits++);
      while (text === "1" && size !== 1 && digits <= 7);
    }
    return (real < 0 && /[1-9∞]/.test(text) ? "−" : "") + text;
  };

  class AttentionFigure extends HTMLElement {
    static shown = shown;
    static still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
    static define(tag, element) {
      if (!customElements.get(tag)) customElements.define(tag, element);
    }

    #choices = {};
    #first = {};
    #followers = [];
    #pause = 0;
    #unwritten = false;
    #hashed = () => this.#read();
    #wide = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const scroller = target.closest(".ac-scroll");
        const scrolls = scroller.scrollWidth > scroller.clientWidth + 1;
        for (const [name, value] of Object.entries(SCROLLS)) {
          if (scrolls) scroller.setAttribute(name, value);
          else scroller.removeAttribute(name);
        }
      }
    });

    connectedCallback() {
      // While a page is read, an element is met before what is in it.
      if (document.readyState === "loading" && !this.nextSibling) {
        document.addEventListener("DOMContentLoaded", () => this.#start(), { once: true });
      } else this.#start();
    }

    disconnectedCallback() {
      removeEventListener("hashchange", this.#hashed);
      this.#wide.disconnect();
    }

    #start() {
      if (!this.isConnected) return;
      addEventListener("hashchange", this.#hashed);
      if (!this.state) this.#build();
      for (const one of this.querySelectorAll(".ac-scroll, .ac-scroll > table")) this.#wide.observe(one);
    }

    #build() {
      const name = this.localName.slice(3);
      const nth = [...document.querySelectorAll(this.localName)].indexOf(this);
      this.name = nth > 0 ? `${name}-${nth + 1}` : name;
      this.id ||= `ac-${++made}`;
      this.data = JSON.parse(this.querySelector('script[type="application/json"]').textContent);
      for (const [key, choice] of Object.entries(this.choices())) {
        this.#choices[key] = choice.of ?? choice;
        this.#first[key] = choice.first ?? this.#choices[key][0];
      }
      this.live = this.make("p", { class: "ac-hidden", role: "status" });
      const wanted = this.#wanted();
      this.state = { ...this.#first, ...wanted };
      const nodes = [this.build()].flat();
      if (nodes.some((node) => node === this.live || node.contains?.(this.live))) this.live.classList.remove("ac-hidden");
      else nodes.push(this.live);
      this.#show();
      this.live.textContent = this.describe(this.state);
      this.querySelector(".ac-fallback").replaceWith(...nodes);
      // After a reload or a step back the browser itself knows where the reader was.
      if (!wanted || performance.getEntriesByType("navigation")[0]?.type !== "navigate") return;
      if (document.readyState === "complete") this.#come();
      else addEventListener("load", () => this.#come(), { once: true });
    }

    #come() {
      if (fragments()[0]?.[1] !== this.name) return;
      this.scrollIntoView({ block: this.offsetHeight > innerHeight ? "start" : "center" });
    }

    #show(before) {
      // A page may be dark whatever the system prefers: its text tells.
      const [red, green, blue] = getComputedStyle(this).color.match(/[\d.]+/g);
      this.dataset.theme = 0.3 * red + 0.6 * green + 0.1 * blue > 128 ? "dark" : "light";
      for (const follower of this.#followers) follower(this.state, before);
      this.render(this.state, before);
    }

    #change(state) {
      const before = this.state;
      if (Object.keys(state).every((key) => state[key] === before[key])) return false;
      this.state = state;
      this.#show(before);
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => {
        this.live.textContent = this.describe(state, before);
        if (this.#unwritten) this.#write();
      }, PAUSE);
      return true;
    }

    set(changes) {
      for (const [key, value] of Object.entries(changes)) {
        if (!this.#choices[key]?.includes(value)) throw new RangeError(`${this.name}: ${key} cannot be ${value}`);
      }
      if (this.#change({ ...this.state, ...changes })) this.#unwritten = true;
    }

    #wanted() {
      const part = fragments().find(([, name]) => name === this.name);
      if (!part) return undefined;
      const wanted = {};
      for (const [key, text] of new URLSearchParams(part[2])) {
        const value = this.#choices[key]?.find((one) => String(one) === text);
        if (value !== undefined) wanted[key] = value;
      }
      return wanted;
    }

    #read() {
      const wanted = this.#wanted();
      this.#unwritten = false;
      if (wanted || !location.hash) this.#change({ ...this.#first, ...wanted });
      if (wanted) this.#come();
    }

    #write() {
      this.#unwritten = false;
      const differing = Object.keys(this.state).filter((key) => this.state[key] !== this.#first[key]);
      const own = differing.map((key) => `${key}=${encodeURIComponent(this.state[key])}`).join("&");
      const parts = fragments().filter(([, name]) => name !== this.name).map(([part]) => part);
      if (own) parts.push(`${this.name}:${own}`);
      const [page] = location.href.split("#");
      try {
        history.replaceState(history.state, "", parts.length ? `${page}#${parts.join(";")}` : page);
      } catch { /* A frame without an address of its own has none to keep. */ }
    }

    follow(follower) { this.#followers.push(follower); }

    make(tag, attributes = {}, ...children) {
      return fill(document.createElement(tag), attributes, children);
    }

    draw(tag, attributes = {}, ...children) {
      return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
    }

    controls(...children) { return this.make("div", { class: "ac-controls" }, ...children); }

    button(text, onclick) { return this.make("button", { type: "button", onclick }, text); }

    radios(key, label, options) {
      const inputs = options.map(([value]) =>
        this.make("input", { type: "radio", name: `${this.id}-${key}`, value, onchange: () => this.set({ [key]: value }) }));
      this.follow((state) => options.forEach(([value], n) => { inputs[n].checked = value === state[key]; }));
      const labels = options.map(([, text], n) => this.make("label", {}, inputs[n], text));
      return this.make("fieldset", { class: "ac-choice" },
        this.make("legend", {}, label), this.make("div", { class: "ac-options" }, ...labels));
    }

    switch(key, label) {
      const input = this.make("input", { type: "checkbox", role: "switch", onchange: () => this.set({ [key]: input.checked ? "on" : "off" }) });
      this.follow((state) => { input.checked = state[key] === "on"; });
      return this.make("label", { class: "ac-switch" }, input, label);
    }

    slider(key, label, text = String) {
      const values = this.#choices[key];
      const input = this.make("input", { type: "range", min: 0, max: values.length - 1, step: 1, oninput: () => this.set({ [key]: values[input.value] }) });
      const output = this.make("output", { "aria-hidden": "true" });
      this.follow((state) => {
        input.value = values.indexOf(state[key]);
        output.textContent = text(state[key]);
        input.setAttribute("aria-valuetext", output.textContent);
      });
      return this.make("label", { class: "ac-slider" }, label, input, output);
    }

    #move(key, move) {
      const values = this.#choices[key];
      const to = Math.max(0, Math.min(values.length - 1, move(values.indexOf(this.state[key]), values.length)));
      this.set({ [key]: values[to] });
    }

    keys(element, key) {
      element.addEventListener("keydown", (event) => {
        if (!MOVES[event.key] || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        if (event.defaultPrevented || event.target.matches("input, select, textarea")) return;
        event.preventDefault();
        this.#move(key, MOVES[event.key]);
      });
      return element;
    }

    stepper(key, label, text = String) {
      const values = this.#choices[key];
      const [previous, next] = [["Previous", "Left"], ["Next", "Right"]].map(([name, way]) => this.button(name, () => this.#move(key, MOVES[`Arrow${way}`])));
      const place = this.make("span", { class: "ac-place" });
      this.follow((state) => {
        place.textContent = text(state[key]);
        // Not "disabled", which would take the focus away from the reader's hand.
        previous.setAttribute("aria-disabled", state[key] === values[0]);
        next.setAttribute("aria-disabled", state[key] === values.at(-1));
      });
      return this.keys(this.make("div", { class: "ac-stepper", role: "group", "aria-label": label }, previous, next, place), key);
    }

    table({ caption, role = "", rows, columns, shape, places, tint = false }) {
      const coloured = (one) => (one ? `role-${one}` : undefined);
      const [height, width] = shape ?? [rows.labels.length, columns.labels.length];
      const heads = (line, scope) => (line?.labels ?? []).map((text) => this.make("th", { scope, class: coloured(line.role) }, text));
      const rowHeads = heads(rows, "row");
      const columnHeads = heads(columns, "col");
      const cells = Array.from({ length: height }, () => Array.from({ length: width }, () => this.make("td")));
      const title = this.make("caption", {}, caption);
      const body = cells.map((line, n) => this.make("tr", {}, ...rowHeads.slice(n, n + 1), ...line));
      const head = columns ? [this.make("thead", {}, this.make("tr", {}, ...(rows ? [this.make("td")] : []), ...columnHeads))] : [];
      const table = this.make("table", { class: [coloured(role), tint && "tinted"].filter(Boolean).join(" ") }, title, ...head, this.make("tbody", {}, ...body));
      let lit = [];
      return {
        element: this.make("div", { class: "ac-scroll" }, table),
        cells, rowHeads, columnHeads,
        title(text) { title.textContent = text; },
        show(values, masked) {
          cells.forEach((line, i) => line.forEach((cell, j) => {
            const value = values[i][j];
            cell.textContent = shown(value, places);
            cell.classList.toggle("masked", masked ? masked[i][j] : value === "-inf");
            if (tint) cell.style.setProperty("--share", value);
          }));
        },
        light(marked) {
          for (const cell of lit) cell.classList.remove("lit");
          lit = marked.map(([i, j]) => (i < 0 ? columnHeads[j] : j < 0 ? rowHeads[i] : cells[i][j]));
          for (const cell of lit) cell.classList.add("lit");
        },
      };
    }
  }
  window.AttentionFigure = AttentionFigure;
})();
