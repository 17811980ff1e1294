// A table: play and watch are the same screen. Whatever can be chosen comes from the server with its words.

import { ask, events } from "./api.js";
import { button, fill, isTyping, make, remember, remembered, speak, theme } from "./dom.js";
import { Drawing } from "./drawing.js";

const SPEEDS = [["0", "at once"], ["0.15", "quick"], ["0.6", "slow"], ["1.5", "very slow"]];
const FEW = 9; // options that have a digit
const MENU = 8; // options of a target that are offered beside it

export async function tableScreen(page, id) {
  const screen = new TableScreen(page, id);
  await screen.begin();
  return () => screen.end();
}

function marksOf(option) {
  return option.marks.map((mark) => make("b", { class: "mark" }, mark));
}

class TableScreen {
  constructor(page, id) {
    this.page = page;
    this.id = id;
    this.keys = remembered(`keys.${id}`, {});
    this.leaving = new AbortController();
    this.drawing = new Drawing((target, event) => this.clicked(target, event));
    this.chosen = [];
    this.words = "";
    this.held = null;
    this.view = null;
    this.eyes = null;
    this.tab = "common";
    this.read = 0; // lines of the log that were there when the person last decided
    this.isBusy = false;
    this.isCovered = false;
  }

  get path() {
    return `tables/${this.id}`;
  }

  // The key of the person who decides, if that person sits here; else of anybody here.
  get key() {
    const mover = this.view ? String(this.view.to_move) : null;
    return (mover !== null && this.keys[mover]) || this.keys[this.seat] || Object.values(this.keys)[0];
  }

  // Whether another person at this screen decides.
  get isAnothersHere() {
    const { over, people, to_move: mover, seat } = this.view;
    return !over && people.includes(mover) && Boolean(this.keys[mover]) && seat !== mover;
  }

  async begin() {
    this.build();
    await this.refresh();
    this.listen();
    this.onKey = (event) => this.pressed(event);
    document.addEventListener("keydown", this.onKey);
    this.onTheme = () => this.refresh();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.onTheme);
  }

  end() {
    this.leaving.abort();
    clearTimeout(this.slow);
    document.removeEventListener("keydown", this.onKey);
    matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this.onTheme);
  }

  // --- what is where ---

  build() {
    this.question = make("h1", { class: "question" });
    this.summary = make("p", { class: "summary" });
    this.scores = make("ul", { class: "scores", "aria-label": "Points" });
    this.bar = make("header", { class: "bar" }, make("a", { href: "#", class: "home", "aria-label": "Back to the first page" }, "☰"),
      make("div", { class: "asked" }, this.question, this.summary), this.scores);
    this.notice = make("div", { class: "notice", hidden: true });
    this.filter = make("input", { class: "filter", type: "search", placeholder: "words of a choice  ( / )", "aria-label": "Only choices with these words",
      autocomplete: "off", oninput: (event) => { this.words = event.target.value; this.showOptions(); },
      onkeydown: (event) => this.filterKey(event) });
    this.options = make("ol", { class: "options", "aria-label": "What you may do" });
    this.undo = button("Undo (u)", () => this.takeBack(), { "data-act": "undo" });
    this.whyNot = button("Why not? (?)", () => this.explain(), { "data-act": "why" });
    this.hintButton = button("Hint (h)", () => this.askForHint(), { "data-act": "hint" });
    this.hint = make("div", { class: "hint", hidden: true });
    this.tools = make("div", { class: "actions" }, this.undo, this.hintButton, this.whyNot);
    this.sure = make("input", { type: "checkbox", checked: remembered("asks", true), onchange: (event) => remember("asks", event.target.checked) });
    this.skips = make("input", { type: "checkbox", name: "skips", checked: remembered("skips", true), onchange: (event) => remember("skips", event.target.checked) });
    this.speed = make("select", { name: "speed", onchange: (event) => this.steer({ pace: Number(event.target.value) }) },
      SPEEDS.map(([pace, words]) => make("option", { value: pace }, words)));
    this.pause = button("Pause", () => this.steer({ paused: !this.view.paused }), { "data-act": "pause" });
    this.step = button("Step", () => this.steer({ steps: 1 }), { "data-act": "step" });
    this.look = make("select", { name: "eyes", onchange: (event) => { this.eyes = event.target.value === "" ? null : Number(event.target.value); this.refresh(); } });
    this.watching = make("div", { class: "watching" }, make("label", {}, "Agents play ", this.speed), this.pause, this.step,
      make("label", { class: "eyes" }, "Hands of ", this.look),
      make("label", { class: "asks sure" }, this.sure, " ask before what cannot be taken back"),
      make("label", { class: "asks" }, this.skips, " do not ask what makes no difference"));
    this.choices = make("section", { class: "choices", "aria-label": "Choices" }, this.notice, this.tools, this.hint, this.filter, this.options);
    this.log = make("ol", { class: "log" });
    this.logPane = make("section", { class: "pane told", "data-pane": "log", "aria-label": "What happened" },
      make("h2", {}, "What happened"), make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Log" }, this.log), this.watching);
    this.menu = make("div", { class: "menu", role: "menu", hidden: true });
    this.cover = make("div", { class: "cover", hidden: true });
    this.tabs = make("nav", { class: "tabs", "aria-label": "Parts of the screen" },
      [["common", "Table"], ["seats", "Seats"], ["log", "Log"]].map(([name, words]) => button(words, () => this.showTab(name), { "data-tab": name })));
    this.main = make("main", { class: "table" }, this.drawing.place, make("div", { class: "side" }, this.choices, this.logPane));
    fill(this.page, this.bar, this.main, this.tabs, this.menu, this.cover);
    this.showTab(this.tab);
  }

  showTab(name) {
    this.tab = name;
    this.main.dataset.tab = name;
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
  }

  // --- from the server ---

  async listen() {
    let pause = 250;
    while (!this.leaving.signal.aborted) {
      try {
        for await (const event of events(`${this.path}/events`, { key: this.key, signal: this.leaving.signal })) {
          pause = 250;
          if (!this.view || event.decision !== this.view.decision || event.over !== this.view.over) await this.refresh();
          if (event.over) return;
        }
      } catch (error) {
        if (this.leaving.signal.aborted || error.status === 404) return;
      }
      await new Promise((done) => setTimeout(done, pause));
      pause = Math.min(2 * pause, 5000);
    }
  }

  async refresh() {
    const eyes = this.eyes === null ? "" : `&eyes=${this.eyes}`;
    try {
      this.show(await ask(`${this.path}?theme=${theme()}${eyes}`, { key: this.key, signal: this.leaving.signal }));
      if (this.isAnothersHere) {
        this.show(await ask(`${this.path}?theme=${theme()}`, { key: this.key, signal: this.leaving.signal }));
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!this.view) throw error;
      this.tell(error.message);
    }
  }

  async send(path, body) {
    if (this.isBusy) return null;
    this.isBusy = true;
    this.page.dataset.busy = "yes";
    try {
      return await ask(`${this.path}/${path}?theme=${theme()}`, { method: "POST", body, key: this.key });
    } catch (error) {
      if (error.status === 409) this.show(error.data.view);
      this.tell(error.message);
      return null;
    } finally {
      this.isBusy = false;
      this.page.dataset.busy = "no";
    }
  }

  // --- showing ---

  show(view) {
    const before = this.view;
    if (before && view.decision < before.decision) return; // an answer that came late
    const isNew = !before || view.decision !== before.decision || view.seat !== before.seat || view.over !== before.over;
    const focused = document.activeElement?.closest?.("[data-target]") ? "drawing" : this.options.contains(document.activeElement) ? "options" : null;
    this.view = view;
    if (isNew) {
      this.chosen = [];
      this.held = null;
      this.words = this.filter.value = "";
      this.closeMenu();
      this.noHint();
    }
    if (before && before.seat !== view.seat && Object.keys(this.keys).length > 1 && !view.over) this.coverUp(view.seat);
    this.seat = view.seat;
    document.title = `${view.title} · undersea`;
    this.question.textContent = view.over ? view.outcome ?? "The game is over." : view.question;
    this.summary.textContent = view.over ? "" : this.whoDecides();
    fill(this.scores, view.scores.map((points, seat) => make("li", { class: seat === view.to_move ? "moving" : null },
      make("span", { class: `seat seat${seat}` }, String(seat)), ` ${view.names[seat]} `, make("b", {}, String(points)))));
    this.drawing.show({ source: view.drawing, form: view.form, seat: view.seat, names: view.names });
    this.showNews();
    this.showOptions();
    this.showControls();
    if (isNew && this.isMine) {
      speak(`${view.question}`);
      const panes = this.drawing.panesOfTargets();
      if (panes.length && this.tab !== "log" && !panes.includes(this.tab)) this.showTab(panes[0]);
      this.drawing.reveal();
      if (focused === "drawing") this.drawing.firstTarget()?.focus({ preventScroll: true });
      if (focused === "options") this.options.querySelector("button")?.focus();
    }
    this.page.dataset.decision = view.decision;
    this.page.dataset.mine = this.isMine ? "yes" : "no";
    this.page.dataset.over = view.over ? "yes" : "no";
  }

  get isMine() {
    return this.view.options.length > 0;
  }

  whoDecides() {
    const { names, to_move: mover } = this.view;
    if (this.isMine) return this.view.taken.length ? `Done for you, as it makes no difference: ${this.view.taken.join("; ")}` : "";
    clearTimeout(this.slow);
    this.slow = setTimeout(() => { if (!this.isMine && !this.view.over) this.summary.textContent += "; the first time rules are compiled, which takes a minute or two"; }, 8000);
    return `${names[mover]} (seat ${mover}) decides`;
  }

  showNews() {
    const lines = this.view.log;
    while (this.log.children.length > lines.length) this.log.lastChild.remove();
    lines.forEach((line, k) => {
      let item = this.log.children[k];
      if (!item) this.log.append((item = make("li", {})));
      if (item.textContent !== line) item.textContent = line;
      item.classList.toggle("new", k >= this.read && this.read > 0);
    });
    const place = this.log.parentElement;
    place.scrollTop = place.scrollHeight;
  }

  showControls() {
    const { people, over, paused, pace, can_undo: canUndo, names } = this.view;
    this.undo.disabled = !(canUndo || this.held || this.chosen.length);
    this.whyNot.disabled = !this.isMine;
    this.hintButton.disabled = !this.isMine;
    this.tools.hidden = over || people.length === 0;
    this.filter.hidden = !this.isMine || this.view.options.length <= FEW;
    this.pause.textContent = paused ? "Go on" : "Pause";
    this.step.hidden = !paused;
    this.speed.value = SPEEDS.map(([each]) => each).find((each) => Number(each) === pace) ?? SPEEDS[1][0];
    this.watching.hidden = over;
    const watches = people.length === 0;
    this.look.parentElement.hidden = !watches;
    this.sure.parentElement.hidden = this.skips.parentElement.hidden = watches;
    if (watches && this.look.children.length !== names.length + 1) {
      fill(this.look, make("option", { value: "" }, "everybody"), names.map((name, seat) => make("option", { value: seat }, `seat ${seat} (${name})`)));
    }
    if (over) this.showEnd();
    else if (!this.held && this.notice.dataset.what !== "words") this.hush();
  }

  showEnd() {
    this.notice.hidden = false;
    fill(this.notice, make("p", {}, this.view.outcome ?? ""),
      this.view.score_sheet ? make("pre", { class: "sheet", tabindex: "0", "aria-label": "score sheet" }, this.view.score_sheet) : null,
      make("p", { class: "buttons" }, make("a", { href: `#replay/table-${this.id}/1/0`, class: "button" }, "Look at it again"), make("a", { href: "#", class: "button" }, "Another game")));
  }

  // The options that go with what was clicked and typed.
  fitting() {
    const typed = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    return this.view.options.filter((option) =>
      this.chosen.every((target) => option.targets.includes(target)) && typed.every((word) => option.words.toLowerCase().includes(word)));
  }

  showOptions() {
    const fits = this.isMine ? this.fitting() : [];
    const isHeld = this.held !== null;
    fill(this.options, isHeld ? [] : fits.map((option, k) => make("li", {},
      button([k < FEW ? make("kbd", { "aria-hidden": "true" }, String(k + 1)) : make("kbd", { "aria-hidden": "true" }), make("span", {}, option.words, marksOf(option))],
        () => this.answer(option), { "data-action": option.action }))));
    this.markTargets(fits);
    if (isHeld) this.showHeld();
  }

  markTargets(fits) {
    const targets = new Map();
    if (this.held === null) {
      for (const [id, reason] of Object.entries(this.view.blocked)) targets.set(id, { words: `not possible: ${reason}`, state: "blocked" });
      for (const option of this.fitting()) for (const id of option.targets) {
        const known = targets.get(id);
        const words = known && known.state === "open" ? `${known.words.split("; ")[0]}; and other choices` : option.words;
        const isMarked = option.marks.length > 0 && option.targets.every((other) => other === id || this.chosen.includes(other));
        targets.set(id, { words: isMarked ? `${words} (${option.marks.join(", ")})` : words, state: "open", isMarked: isMarked || known?.isMarked });
      }
      for (const id of this.chosen) targets.set(id, { words: `${targets.get(id)?.words ?? id}, chosen`, state: "chosen" });
    }
    this.drawing.mark(targets);
    this.page.dataset.fits = fits.length;
  }

  tell(words) {
    this.notice.hidden = false;
    this.notice.dataset.what = "words";
    fill(this.notice, make("p", {}, words), button("Close", () => this.hush(), { class: "small" }));
    speak(words);
  }

  hush() {
    this.notice.hidden = true;
    this.notice.dataset.what = "";
    fill(this.notice);
  }

  coverUp(seat) {
    this.cover.hidden = false;
    fill(this.cover, make("div", { class: "card" }, make("p", {}, `Seat ${seat} decides now. The others look away.`),
      button("I am here", () => { this.cover.hidden = true; this.options.querySelector("button")?.focus(); }, { class: "main" })));
    this.cover.querySelector("button").focus();
  }

  // --- choosing ---

  clicked(target, event) {
    if (!this.isMine || this.isBusy || this.held) return;
    this.closeMenu();
    if (this.view.blocked[target] !== undefined && !this.fitting().some((option) => option.targets.includes(target))) {
      this.tell(`Not possible: ${this.view.blocked[target]}`);
      return;
    }
    if (this.chosen.includes(target)) {
      this.chosen = this.chosen.filter((other) => other !== target);
      this.changedChoice();
      return;
    }
    let fits = this.fitting().filter((option) => option.targets.includes(target));
    if (!fits.length) { // begin anew with this one
      this.chosen = [];
      fits = this.fitting().filter((option) => option.targets.includes(target));
    }
    if (!fits.length) return;
    this.chosen.push(target);
    if (fits.length === 1) {
      this.answer(fits[0]);
      return;
    }
    this.changedChoice();
    const leftOver = new Set(fits.flatMap((option) => option.targets).filter((id) => !this.chosen.includes(id)));
    if (leftOver.size === 0 || fits.length <= MENU) this.openMenu(fits, event);
  }

  changedChoice() {
    this.showOptions();
    this.showControls();
    this.drawing.group(this.chosen.at(-1))?.focus({ preventScroll: true });
    const partners = this.fitting().length;
    if (this.chosen.length) speak(`${partners} choices go with this`);
  }

  openMenu(fits, event) {
    const buttons = fits.slice(0, MENU).map((option) => button([option.words, marksOf(option)], () => { this.closeMenu(); this.answer(option); }, { role: "menuitem", "data-action": option.action }));
    fill(this.menu, buttons, button("Not now (Esc)", () => this.closeMenu(), { role: "menuitem", class: "small" }));
    this.menu.hidden = false;
    const at = event.clientX ? { x: event.clientX, y: event.clientY } : this.drawing.group(this.chosen.at(-1))?.getBoundingClientRect() ?? { x: 80, y: 80 };
    const { offsetWidth: width, offsetHeight: height } = this.menu;
    this.menu.style.left = `${Math.max(8, Math.min(at.x + 12, innerWidth - width - 8))}px`;
    this.menu.style.top = `${Math.max(8, Math.min(at.y + 12, innerHeight - height - 8))}px`;
    if (!event.clientX) buttons[0].focus();
  }

  closeMenu() {
    this.menu.hidden = true;
    fill(this.menu);
  }

  async answer(option, sure = false) {
    const asks = this.sure.checked && !sure;
    const told = await this.send("answer", { decision: this.view.decision, actions: [option.action], sure: !asks, skips: this.skips.checked });
    if (!told) return;
    if (told.held) {
      this.held = { option, why: told.held };
      this.showOptions();
      this.showControls();
      return;
    }
    this.read = this.view.log.length;
    this.drawing.settle();
    this.notice.dataset.what = "";
    this.show(told);
    if (this.isAnothersHere) await this.refresh();
  }

  showHeld() {
    const { option, why } = this.held;
    const yes = button("Do it (Enter)", () => this.answer(option, true), { class: "main", "data-act": "confirm" });
    this.notice.hidden = false;
    this.notice.dataset.what = "held";
    fill(this.notice, make("p", {}, make("b", {}, option.words)), make("p", {}, `${why} It cannot be taken back.`),
      make("p", { class: "buttons" }, yes, button("Back (Esc)", () => this.letGo(), { "data-act": "back" })));
    speak(`${option.words}. ${why} It cannot be taken back.`);
    yes.focus();
  }

  letGo() {
    this.held = null;
    this.hush();
    this.chosen = [];
    this.showOptions();
    this.showControls();
    this.options.querySelector("button")?.focus();
  }

  async takeBack() {
    if (this.held || this.chosen.length) {
      this.letGo();
      return;
    }
    const view = await this.send("undo", { decision: this.view.decision });
    if (view) this.show(view);
  }

  async explain() {
    const words = this.words.trim();
    const blocked = Object.entries(this.view.blocked);
    if (!blocked.length && !words) {
      this.tell("Everything that this question is about is possible.");
      return;
    }
    const fits = [...new Set(blocked.map(([id, reason]) => `${id}: ${reason}`))].filter((line) => line.toLowerCase().includes(words.toLowerCase()));
    this.notice.hidden = false;
    this.notice.dataset.what = "words";
    fill(this.notice, make("p", {}, make("b", {}, "Not possible now")), make("ul", { class: "reasons" }, fits.slice(0, 40).map((line) => make("li", {}, line))),
      button("Close", () => this.hush(), { class: "small" }));
  }

  // --- the coach ---

  noHint() {
    this.hinting?.abort();
    this.hinting = null;
    this.hint.hidden = true;
    fill(this.hint);
  }

  async askForHint() {
    if (this.hinting) {
      this.noHint();
      return;
    }
    this.hinting = new AbortController();
    this.hint.hidden = false;
    fill(this.hint, make("p", {}, "Looking …"));
    try {
      for await (const found of events(`${this.path}/hint`, { key: this.key, signal: this.hinting.signal })) this.showHint(found);
    } catch (error) {
      if (error.name !== "AbortError") fill(this.hint, make("p", {}, error.message));
    }
  }

  showHint(found) {
    const percent = (share) => Math.round(100 * share);
    const [share, low, high] = found.answers[0].win_share;
    const band = make("div", { class: "band", role: "img", "aria-label": `${found.words}` },
      make("span", { class: "from" }), make("span", { class: "best" }));
    band.style.setProperty("--low", `${percent(low)}%`);
    band.style.setProperty("--high", `${percent(high)}%`);
    band.style.setProperty("--share", `${percent(share)}%`);
    const number = (value) => (value > 0 ? "+" : "") + value.toFixed(1);
    const rows = found.answers.map((answer, k) => make("li", {}, button([
      make("span", {}, answer.words), make("span", { class: "worth" },
        k === 0 ? `${found.is_together ? "points" : "lead"} ${number(answer.lead[0])}` : answer.is_tied ? "tie" : `${number(-answer.behind[0])}`)],
      () => { const option = this.view.options.find((each) => each.action === answer.action); if (option) this.answer(option); }, { title: answer.why }),
      k === 0 || answer.is_tied ? null : make("details", {}, make("summary", {}, "why"), answer.why)));
    fill(this.hint, make("p", {}, make("b", {}, found.words), ` (${found.deals} deals, played on by ${found.played_by})`), band,
      found.all_tied && found.answers.length > 1 ? make("p", {}, "These cannot be told apart.") : null, make("ol", {}, rows));
    speak(found.words);
  }

  steer(body) {
    ask(`${this.path}/steer`, { method: "POST", body, key: this.key }).then(() => this.refresh()).catch((error) => this.tell(error.message));
  }

  // --- keys ---

  filterKey(event) {
    if (event.key === "Enter") {
      const fits = this.fitting();
      if (fits.length === 1) this.answer(fits[0]);
      else this.options.querySelector("button")?.focus();
    } else if (event.key === "Escape") {
      this.words = this.filter.value = "";
      this.showOptions();
      this.options.querySelector("button")?.focus();
    } else if (event.key === "ArrowDown") {
      this.options.querySelector("button")?.focus();
    }
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.view) return;
    if (event.key === "Escape") {
      if (!this.menu.hidden) this.closeMenu();
      else if (this.held || this.chosen.length) this.letGo();
      return;
    }
    if (isTyping(event) || !this.cover.hidden) return;
    if (event.key === "/" && !this.filter.hidden) {
      event.preventDefault();
      this.filter.focus();
    } else if (/^[1-9]$/.test(event.key) && !this.held && this.isMine) {
      const option = this.fitting()[Number(event.key) - 1];
      if (option) this.answer(option);
    } else if (event.key === "u") {
      if (!this.undo.disabled) this.takeBack();
    } else if (event.key === "h") {
      if (this.isMine) this.askForHint();
    } else if (event.key === "?") {
      if (this.isMine) this.explain();
    } else if (event.key === "Enter" && this.held && !(event.target instanceof HTMLButtonElement)) {
      this.answer(this.held.option, true);
    } else if (event.key === " " && this.view.people.length === 0 && !event.target.closest?.("button, input")) {
      event.preventDefault();
      this.steer({ paused: !this.view.paused });
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && this.options.contains(event.target)) {
      event.preventDefault();
      const row = event.target.closest("li");
      const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
      next?.querySelector("button").focus();
    }
  }
}
