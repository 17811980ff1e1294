// A recorded game on the page of the server: other eyes, the file to keep, and playing on from a moment.

import { ask, events } from "./api.js";
import { button, fill, make, remember, remembered, speak, theme } from "./dom.js";
import { Player } from "./player.js";

export async function replayScreen(page, id, number, start, eyes) {
  const key = Object.values(remembered(`keys.${id.replace(/^table-/, "")}`, {}))[0];
  const path = `replays/${id}/${number}`;
  const asEyes = eyes === "" || eyes === undefined ? "" : `eyes=${eyes}`;
  const recording = await ask(`${path}?${asEyes}`, { key });
  const drawings = new Map();
  const fetched = (k) => {
    if (!drawings.has(k)) {
      drawings.set(k, ask(`${path}/drawings/${k}?theme=${theme()}&${asEyes}`, { key }).then((answer) => answer.drawing));
      drawings.get(k).catch(() => drawings.delete(k));
    }
    return drawings.get(k);
  };
  const source = async (k) => {
    const drawing = await fetched(k);
    if (k + 1 < recording.moments.length) fetched(k + 1).catch(() => {});
    return drawing;
  };
  const home = make("a", { href: "#", class: "home", "aria-label": "Back to the first page" }, "☰");
  let player = null;
  const look = make("select", { name: "eyes", onchange: (event) => { location.hash = address(id, number, player.k, event.target.value); } },
    make("option", { value: "", selected: asEyes === "" }, "everybody"),
    recording.names.map((name, seat) => make("option", { value: seat, selected: String(seat) === eyes }, `seat ${seat} (${name})`)));
  const tools = [
    make("label", {}, "Hands of ", look),
    button("Play on from here", () => takeOver(page, recording, id, number, player, key), { "data-act": "take-over" }),
    button("Copy link", () => navigator.clipboard?.writeText(location.href).then(() => speak("copied")), { "data-act": "link" }),
    button("Save as a file", (event) => save(event.target, `${path}/file?${asEyes}`, key), { "data-act": "save" }),
  ];
  const analysis = new Analysis(page, recording, path, key, () => player);
  tools.push(button("Find mistakes", () => analysis.open(), { "data-act": "analyse" }));
  const moved = (k) => history.replaceState(null, "", `#${address(id, number, k, eyes ?? "")}`);
  player = new Player(page, recording, source, { start, tools, moved, home });
  await player.ready;
  return () => {
    analysis.close();
    player.end();
  };
}

function address(id, number, k, eyes) {
  return `replay/${id}/${number}/${k}${eyes === "" ? "" : `/${eyes}`}`;
}

// The words are made here, so that nothing but the file itself is fetched.
async function save(pressed, path, key) {
  pressed.disabled = true;
  pressed.textContent = "Drawing all moments …";
  try {
    const { name, html } = await ask(path, { key });
    const link = make("a", { href: URL.createObjectURL(new Blob([html], { type: "text/html" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
    pressed.textContent = "Save as a file";
  } catch (error) {
    pressed.textContent = error.message;
  }
  pressed.disabled = false;
}

async function takeOver(page, recording, id, number, player, key) {
  player.stop();
  const { games } = await ask("catalogue");
  const game = games.find((each) => each.name === recording.game);
  const mover = Math.max(0, recording.moments[player.k].seat);
  const opponent = game.agents.includes("greedy") ? "greedy" : game.agents[0];
  const seats = recording.names.map((name, seat) => (seat === mover ? "human" : opponent));
  const told = make("p", { class: "error", role: "alert" });
  const dialog = make("dialog", { class: "card", "aria-label": "Play on from here" });
  const go = async () => {
    try {
      const { table, keys } = await ask(`replays/${id}/${number}/branch`, { method: "POST", key, body: { decision: player.k, seats } });
      remember(`keys.${table}`, keys);
      dialog.close();
      location.hash = `table/${table}`;
    } catch (error) {
      told.textContent = error.message;
    }
  };
  fill(dialog, make("h2", {}, `From decision ${player.k} on`), make("p", { class: "quiet" }, "With the cards of the recorded game."),
    seats.map((code, seat) => make("label", {}, `Seat ${seat} `, make("select", { onchange: (event) => (seats[seat] = event.target.value) },
      ["human", ...game.agents].map((choice) => make("option", { value: choice, selected: choice === code }, choice === "human" ? "you (a person)" : choice))))),
    told, make("p", { class: "buttons" }, button("Play", go, { class: "main", "data-act": "branch" }), button("Not now", () => dialog.close())));
  dialog.addEventListener("close", () => dialog.remove());
  page.append(dialog);
  dialog.showModal();
}

// What a seat might have done better, worst first: it is worked out while one looks.
class Analysis {
  constructor(page, recording, path, key, player) {
    Object.assign(this, { page, recording, path, key, player });
    this.leaving = null;
  }

  open() {
    this.close();
    const seat = Math.max(0, this.recording.moments[this.player().k].seat);
    this.found = [];
    this.told = make("p", { role: "status" }, "");
    this.list = make("ol", { class: "list" });
    this.hides = make("input", { type: "checkbox", checked: true, onchange: () => this.show() });
    this.place = make("section", { class: "analysis card", "aria-label": "Mistakes" },
      make("h2", {}, `What ${this.recording.names[seat]} (seat ${seat}) might have done better`),
      make("p", { class: "quiet" }, "By games that greedy plays on from here; a loss is told only if luck cannot explain it."),
      make("label", {}, this.hides, " try it yourself first: the better answer is hidden"), this.told, this.list,
      button("Close", () => this.close(), { class: "small" }));
    this.page.append(this.place);
    this.listen(seat);
  }

  async listen(seat) {
    this.leaving = new AbortController();
    try {
      for await (const each of events(`${this.path}/analysis?seat=${seat}`, { key: this.key, signal: this.leaving.signal })) {
        this.found.push(each);
        this.progress = `${each.decision + 1} of ${each.of} decisions`;
        this.show();
      }
      this.progress = `all ${this.found.length} decisions`;
      this.show();
    } catch (error) {
      if (error.name !== "AbortError") this.told.textContent = error.message;
    }
  }

  show() {
    const wrong = this.found.filter((each) => each.grade).sort((a, b) => b.loss - a.loss);
    const fine = this.found.length - wrong.length;
    const accuracy = this.found.length ? ` ${Math.round((100 * fine) / this.found.length)} % without a loss that counts.` : "";
    this.told.textContent = `Looked at ${this.progress}.${accuracy}`;
    fill(this.list, wrong.slice(0, 20).map((each) => make("li", {},
      button(`${each.grade}, ${each.loss.toFixed(0)} % of the wins: ${each.played}`, () => this.player().goTo(each.decision)),
      this.hides.checked ? make("details", {}, make("summary", {}, "what was better?"), each.why) : make("span", {}, each.why))));
  }

  close() {
    this.leaving?.abort();
    this.place?.remove();
  }
}
