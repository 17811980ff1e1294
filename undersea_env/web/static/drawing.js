// The drawing of a table: cut into panes, with everything that can be chosen as a button. No rule of any game is known
// here: the groups at the top of a drawing are its panels, those called seat-0, seat-1 ... belong to the seats, and ids
// inside are what the server names as targets.

import { button, inSvg, make, remember, remembered, speak } from "./dom.js";

const FINGER = 26; // pixels around a target that still mean it
const ROOM = 6; // around a panel
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6, 2, 2.6, 3.4];

export class Drawing {
  // `choose(id)` is called when something that can be chosen is.
  constructor(choose) {
    this.choose = choose;
    this.common = pane("Table", "common");
    this.seats = pane("Seats", "seats");
    this.place = make("div", { class: "boards" }, this.common.place, this.seats.place);
    this.targets = new Map();
    this.sources = new Map();
    this.before = new Map();
    for (const each of [this.common, this.seats]) {
      each.content.addEventListener("click", (event) => this.click(event));
      each.content.addEventListener("keydown", (event) => this.press(event));
    }
  }

  show({ source, form, seat, names }) {
    this.targets.clear();
    if (form === "text") {
      const words = make("pre", { class: "screen", tabindex: "0", "aria-label": "the table in words" });
      words.textContent = source;
      this.common.content.replaceChildren(words);
      this.seats.place.hidden = true;
      return;
    }
    const root = parsed(source);
    const groups = [...root.children].filter((child) => child.tagName === "g" && child.id);
    const mine = `seat-${seat}`;
    const ofSeats = groups.filter((group) => /^seat-\d+$/.test(group.id));
    ofSeats.sort((a, b) => (b.id === mine) - (a.id === mine));
    const others = groups.filter((group) => !ofSeats.includes(group) && group.id !== "heading");
    this.draw(this.common, "the table", others);
    for (const group of ofSeats) {
      const number = Number(group.id.slice(5));
      this.draw(this.seats, names?.[number] ?? group.id, [group], group.id);
    }
    this.keepOrder(ofSeats.map((group) => group.id));
    this.seats.place.hidden = ofSeats.length === 0;
    this.makeRoom();
    this.ringChanges();
  }

  // For the first seat as much as it needs, up to half of the place; the rest is for the table.
  makeRoom() {
    const first = this.seats.content.querySelector("svg")?.getBoundingClientRect();
    if (first?.height) this.place.style.setProperty("--seats", `${Math.ceil(first.height) + 4}px`);
    else this.place.style.setProperty("--seats", "0px");
  }

  // One picture of these groups, made anew only if something in it has changed.
  draw(where, label, groups, name = "common") {
    const source = groups.map((group) => group.outerHTML).join("");
    let sheet = where.content.querySelector(`svg[data-name="${name}"]`);
    if (sheet && this.sources.get(name) === source) return;
    if (!sheet) {
      sheet = inSvg("svg", { "data-name": name, "font-family": "sans-serif", role: "group" });
      where.content.append(sheet);
    }
    this.sources.set(name, source);
    sheet.setAttribute("aria-label", label);
    sheet.replaceChildren(...groups.map((group) => document.importNode(group, true)));
    const box = sheet.getBBox();
    if (box.width) {
      const size = [box.x - ROOM, box.y - ROOM, box.width + 2 * ROOM, box.height + 2 * ROOM];
      sheet.setAttribute("viewBox", size.join(" "));
    }
  }

  keepOrder(names) {
    for (const name of names) {
      const sheet = this.seats.content.querySelector(`svg[data-name="${name}"]`);
      if (sheet) this.seats.content.append(sheet);
    }
  }

  // Things that look different from when the person last decided.
  ringChanges() {
    this.leaves = new Map();
    for (const group of this.groups()) {
      group.classList.remove("changed");
      if (!group.querySelector("g[id]")) this.leaves.set(group.id, bare(group));
    }
    for (const [id, look] of this.leaves) {
      if (this.before.size && this.before.get(id) !== look) this.group(id)?.classList.add("changed");
    }
  }

  // From now on changes are those that come after this.
  settle() {
    this.before = new Map(this.leaves ?? []);
    for (const group of this.groups()) group.classList.remove("changed");
  }

  groups() {
    return [...this.common.content.querySelectorAll("g[id]"), ...this.seats.content.querySelectorAll("g[id]")];
  }

  group(id) {
    const found = document.getElementById(id);
    return found && found.tagName === "g" ? found : null;
  }

  // `targets`: id to {words, state}; what is blocked says why not.
  mark(targets) {
    for (const group of this.groups()) unmark(group);
    this.targets = new Map();
    for (const [id, { words, state, isMarked }] of targets) {
      const group = this.group(id);
      if (!group) continue;
      this.targets.set(id, group);
      group.setAttribute("data-target", state);
      if (isMarked) group.setAttribute("data-marked", "");
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", state === "blocked" ? "-1" : "0");
      group.setAttribute("aria-label", words);
      if (state === "blocked") group.setAttribute("aria-disabled", "true");
      if (state === "chosen") group.setAttribute("aria-pressed", "true");
      const box = group.getBBox();
      const around = { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6, rx: 8 };
      group.append(inSvg("rect", { ...around, class: "ring" }));
    }
  }

  firstTarget() {
    return [...this.targets.values()].find((group) => group.getAttribute("data-target") !== "blocked") ?? null;
  }

  reveal() {
    const group = this.firstTarget();
    const behaviour = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    group?.scrollIntoView({ block: "center", inline: "center", behavior: behaviour });
  }

  click(event) {
    const hit = this.meant(event.clientX, event.clientY);
    if (!hit) return;
    event.preventDefault();
    this.choose(hit.id, event);
  }

  // The smallest target there; else the nearest within a finger's breadth. What is possible comes before what is not.
  meant(x, y) {
    let best = null;
    let least = Infinity;
    for (const group of this.targets.values()) {
      const box = group.getBoundingClientRect();
      const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      if (away > FINGER) continue;
      const isBlocked = group.getAttribute("data-target") === "blocked";
      const cost = (away > 0 ? 1e9 * (1 + away) : box.width * box.height) + (isBlocked ? 1e8 : 0);
      if (cost < least) [best, least] = [group, cost];
    }
    return best;
  }

  press(event) {
    const group = event.target.closest?.("[data-target]");
    if (!group) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(group.id, event);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.walk(group, event.key.slice(5));
    }
  }

  // To the nearest target that way.
  walk(from, way) {
    const middle = (group) => {
      const box = group.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const group of this.targets.values()) {
      if (group === from) continue;
      const [dx, dy] = [middle(group)[0] - x, middle(group)[1] - y];
      const [along, aside] = { Right: [dx, dy], Left: [-dx, dy], Down: [dy, dx], Up: [-dy, dx] }[way];
      const cost = along + 2 * Math.abs(aside);
      if (along > 1 && cost < least) [best, least] = [group, cost];
    }
    if (best) {
      best.setAttribute("tabindex", "0");
      best.focus();
      speak(best.getAttribute("aria-label"));
    }
  }
}

function unmark(group) {
  group.querySelector(":scope > .ring")?.remove();
  for (const name of ["data-target", "role", "tabindex", "aria-label", "aria-disabled", "aria-pressed", "data-marked"]) {
    group.removeAttribute(name);
  }
}

function bare(group) {
  const copy = group.cloneNode(true);
  unmark(copy);
  copy.removeAttribute("class");
  return copy.outerHTML;
}

// The root of a picture; scripts could not run here, and none are let in.
function parsed(source) {
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  if (root.tagName !== "svg") throw new Error("the server sent no picture");
  for (const wrong of root.querySelectorAll("script, foreignObject, style, image, use")) wrong.remove();
  return root;
}

// A part of the screen that scrolls, with a scale of its own.
function pane(title, name) {
  const content = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title });
  const key = `zoom.${name}`;
  const set = (zoom) => {
    content.style.setProperty("--zoom", zoom);
    remember(key, zoom);
  };
  const step = (by) => {
    const now = ZOOMS.indexOf(remembered(key, 1));
    set(ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, (now < 0 ? 2 : now) + by))]);
  };
  set(remembered(key, 1));
  const tools = make("div", { class: "tools" },
    button("−", () => step(-1), { "aria-label": `${title}: smaller` }),
    button("+", () => step(1), { "aria-label": `${title}: larger` }));
  return { place: make("section", { class: `pane ${name}`, "data-pane": name }, content, tools), content };
}
