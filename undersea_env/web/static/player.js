// A recorded game, moment by moment: on the page of the server and in a file of its own.

import { chart } from "./chart.js";
import { button, fill, isTyping, make, speak } from "./dom.js";
import { Drawing } from "./drawing.js";

const PACE = 700; // milliseconds a decision

// `source(k)` gives the drawing of moment k, or a promise of it; `tools` are more things for the bar of buttons.
export class Player {
  constructor(page, recording, source, { start = 0, tools = [], moved = () => {}, home = null } = {}) {
    this.recording = recording;
    this.source = source;
    this.moved = moved;
    this.last = recording.moments.length - 1;
    this.turns = recording.moments.map((moment, k) => k).filter((k) => k === 0 || k === this.last || recording.moments[k].seat !== recording.moments[k - 1].seat);
    this.timer = null;
    this.build(page, tools, home);
    this.onKey = (event) => this.pressed(event);
    document.addEventListener("keydown", this.onKey);
    this.ready = this.goTo(start);
  }

  end() {
    this.stop();
    document.removeEventListener("keydown", this.onKey);
  }

  build(page, tools, home) {
    const { recording } = this;
    this.drawing = new Drawing(() => {});
    this.question = make("h1", { class: "question" });
    this.scores = make("ul", { class: "scores", "aria-label": "Points" });
    this.slider = make("input", { type: "range", min: 0, max: this.last, value: 0, class: "timeline", "aria-label": "Decision", oninput: () => this.goTo(Number(this.slider.value)) });
    this.count = make("output", { class: "count" });
    this.playButton = button("Play", () => (this.timer ? this.stop() : this.play()), { "data-act": "play" });
    const expects = recording.moments.some((moment) => moment.expected);
    const series = recording.names.map((name, seat) => ({ name: `${seat} ${name}`, colour: `line${seat}`, values: recording.moments.map((moment) => (expects ? moment.expected?.[seat] ?? null : moment.scores[seat])) }));
    this.chart = chart(expects ? "Points expected at the end, as greedy sees it" : "Points", series, { ticks: this.turns, choose: (k) => this.goTo(k) });
    this.log = make("ol", { class: "log" });
    this.firstLines = [];
    this.sheet = make("pre", { class: "sheet", hidden: true }, recording.score_sheet ?? "");
    recording.moments.forEach((moment, k) => {
      this.firstLines.push(this.log.children.length);
      for (const line of moment.news) this.log.append(make("li", { "data-k": k }, line));
    });
    this.log.addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row) this.goTo(Number(row.dataset.k));
    });
    const eyes = recording.seat === null ? "all hands shown" : `seen by seat ${recording.seat}`;
    const heading = make("p", { class: "summary" }, `${recording.heading.join(" · ")} · ${eyes}`);
    const act = (words, label, k) => button(words, () => this.goTo(k()), { "aria-label": label, title: label });
    this.bar = make("nav", { class: "playing", "aria-label": "Moments" },
      act("|◀", "first moment (Home)", () => 0), act("◀◀", "turn before (arrow up)", () => this.turnBefore()), act("◀", "decision before (arrow left)", () => this.k - 1),
      this.playButton, act("▶", "next decision (arrow right)", () => this.k + 1), act("▶▶", "next turn (arrow down)", () => this.turnAfter()), act("▶|", "last moment (End)", () => this.last),
      this.count, tools);
    this.main = make("main", { class: "table" }, this.drawing.place, make("div", { class: "side" },
      make("section", { class: "pane told", "data-pane": "log", "aria-label": "What happened" }, make("h2", {}, "What happened"),
        make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Log" }, this.log,
          this.sheet)),
      make("section", { class: "pane charts", "aria-label": "Curves" }, this.chart.place)));
    this.tabs = make("nav", { class: "tabs", "aria-label": "Parts of the screen" },
      [["common", "Table"], ["seats", "Seats"], ["log", "Log"]].map(([name, words]) => button(words, () => this.showTab(name), { "data-tab": name })));
    fill(page, make("header", { class: "bar" }, home, make("div", { class: "asked" }, this.question, heading), this.scores), this.main,
      make("footer", { class: "foot" }, this.slider, this.bar), this.tabs);
    this.page = page;
    this.showTab("common");
    document.title = `${recording.title} · undersea`;
  }

  showTab(name) {
    this.main.dataset.tab = name;
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
  }

  async goTo(k) {
    k = Math.max(0, Math.min(this.last, k));
    this.wanted = k;
    const before = this.k;
    this.k = k;
    const { recording } = this;
    const moment = recording.moments[k];
    this.slider.value = k;
    this.slider.setAttribute("aria-valuetext", `decision ${k} of ${this.last}`);
    this.count.textContent = `${k} of ${this.last}`;
    this.chart.moveTo(k);
    this.sheet.hidden = k !== this.last || !recording.score_sheet;
    this.question.textContent = moment.question || (k === this.last ? "The end" : "");
    fill(this.scores, moment.scores.map((points, seat) => make("li", { class: seat === moment.seat ? "moving" : null },
      make("span", { class: `seat seat${seat}` }, String(seat)), ` ${recording.names[seat]} `, make("b", {}, String(points)))));
    [...this.log.children].forEach((row) => {
      row.classList.toggle("new", Number(row.dataset.k) === k);
      row.hidden = Number(row.dataset.k) > k; // what comes is not told yet
    });
    const row = this.log.children[Math.min(this.firstLines[k], this.log.children.length - 1)];
    if (row) row.parentElement.parentElement.scrollTop = Math.max(0, row.offsetTop - row.parentElement.parentElement.clientHeight / 2);
    const drawing = await this.source(k);
    if (this.wanted !== k) return; // another moment was asked for meanwhile
    if (before !== undefined && before !== k) this.drawing.settle();
    this.drawing.show({ source: drawing, form: recording.form, seat: recording.seat ?? 0, names: recording.names });
    speak(moment.news.join(" "));
    this.page.dataset.moment = k;
    this.moved(k);
  }

  turnBefore() {
    return this.turns.filter((k) => k < this.k).at(-1) ?? 0;
  }

  turnAfter() {
    return this.turns.find((k) => k > this.k) ?? this.last;
  }

  play() {
    if (this.k === this.last) this.goTo(0);
    this.playButton.textContent = "Pause";
    this.timer = setInterval(() => {
      if (this.k >= this.last) this.stop();
      else this.goTo(this.k + 1);
    }, PACE);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.textContent = "Play";
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || (isTyping(event) && event.target !== this.slider)) return;
    const moves = { ArrowLeft: () => this.k - 1, ArrowRight: () => this.k + 1, ArrowUp: () => this.turnBefore(), ArrowDown: () => this.turnAfter(), Home: () => 0, End: () => this.last };
    if (moves[event.key]) {
      event.preventDefault();
      this.goTo(moves[event.key]());
    } else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      this.playButton.click();
    }
  }
}
