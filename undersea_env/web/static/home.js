// The first page: play at once, or choose; games that go on, and games that were played.

import { ask } from "./api.js";
import { button, fill, make, remember, remembered, speak } from "./dom.js";

export async function home(page) {
  const [{ games }, { tables }, { files }, { ladders }, { runs }] = await Promise.all(
    ["catalogue", "tables", "replays", "ladders", "runs"].map((what) => ask(what)));
  const told = make("p", { class: "error", role: "alert" });
  const trouble = (error) => (told.textContent = error.message);
  const known = remembered("game", games[0].name);
  const first = games.find((game) => game.name === known) ?? games[0];
  const today = new Date();
  const daily = button("Deal of the day", () => open(first.name, ["human", opponentOf(first)], {}, seedOf(today)).catch(trouble), { "data-act": "daily", title: "the same cards for everybody today" });
  const now = button(`Play now: ${first.title}`, () => playNow(first).catch(trouble), { class: "main", "data-act": "play-now" });
  fill(page, make("main", { class: "home" },
    make("header", {}, make("h1", {}, "undersea"), make("p", {}, "Play against the agents, watch them, see why a game was won.")),
    make("section", { class: "card" }, make("p", { class: "buttons" }, now, daily),
      make("p", { class: "quiet" }, "You against ", opponentOf(first), ". Or choose:"), chooser(games, first, trouble), told),
    make("section", { class: "card" }, make("h2", {}, "Tables"), listOf(tables, page)),
    make("section", { class: "card" }, make("h2", {}, "Recorded games"), linksTo("games", files), handIn(trouble)),
    ladders.length ? make("section", { class: "card" }, make("h2", {}, "Ladders"), linksTo("ladder", ladders)) : null,
    runs.length ? make("section", { class: "card" }, make("h2", {}, "Runs of training"), linksTo("run", runs)) : null));
  document.title = "undersea";
  now.focus();
  return null;
}

// One deal a day, the same everywhere.
function seedOf(day) {
  return day.getFullYear() * 10000 + (day.getMonth() + 1) * 100 + day.getDate();
}

function linksTo(screen, files) {
  if (!files.length) return make("p", { class: "quiet" }, "None yet.");
  return make("ul", { class: "list" }, files.map((file) => make("li", {}, make("a", { href: `#${screen}/${file.id}` }, file.name))));
}

// A file from elsewhere: it is read and checked by the server, which keeps it while it runs.
function handIn(trouble) {
  return make("label", { class: "hand-in" }, "Look at a file of games ", make("input", { type: "file", accept: ".jsonl", onchange: async (event) => {
    try {
      const { id } = await ask("replays", { method: "POST", body: { file: await event.target.files[0].text() } });
      location.hash = `games/${id}`;
    } catch (error) {
      trouble(error);
    }
  } }));
}

function opponentOf(game) {
  return game.agents.includes("greedy") ? "greedy" : game.agents[0];
}

function playNow(game) {
  return open(game.name, ["human", opponentOf(game)], {});
}

async function open(game, seats, options, seed) {
  const { table, keys } = await ask("tables", { method: "POST", body: { game, seats, options, ...(seed === undefined ? {} : { seed }) } });
  remember("game", game);
  remember(`keys.${table}`, keys);
  location.hash = `table/${table}`;
}

function chooser(games, first, trouble) {
  const form = make("form", { class: "chooser" });
  let game = first;
  let seats = ["human", opponentOf(first)];
  const draw = () => {
    const choices = ["human", ...game.agents];
    const seatRows = seats.map((code, number) => make("label", {}, `Seat ${number + 1} `,
      make("select", { name: `seat-${number}`, onchange: (event) => (seats[number] = event.target.value) },
        choices.map((choice) => make("option", { value: choice, selected: choice === code }, choice === "human" ? "you (a person)" : choice)))));
    fill(form,
      make("label", {}, "Game ", make("select", { name: "game", onchange: (event) => {
        game = games.find((each) => each.name === event.target.value);
        seats = ["human", opponentOf(game)];
        draw();
      } }, games.map((each) => make("option", { value: each.name, selected: each === game }, each.title)))),
      make("label", {}, "Players ", make("select", { name: "players", onchange: (event) => {
        const wanted = Number(event.target.value);
        while (seats.length < wanted) seats.push(opponentOf(game));
        seats.length = wanted;
        draw();
      } }, Array.from({ length: game.most_players }, (_, k) => make("option", { value: k + 1, selected: k + 1 === seats.length }, k + 1)))),
      ...seatRows,
      make("details", {}, make("summary", {}, "Options"), game.options.map((option) => make("label", {}, `${option.name} `,
        make("input", { name: `option-${option.name}`, placeholder: written(option.default), autocomplete: "off" }),
        make("span", { class: "quiet" }, option.help))),
      make("label", {}, "seed ", make("input", { name: "seed", inputmode: "numeric", autocomplete: "off" }),
        make("span", { class: "quiet" }, "the same number deals the same game; empty: another one every time"))),
      make("button", { type: "submit", "data-act": "open" }, "Open the table"));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const options = {};
    for (const option of game.options) {
      const value = form.elements[`option-${option.name}`].value.trim();
      if (value) options[option.name] = Array.isArray(option.default) ? [read(value)].flat() : read(value);
    }
    const seed = form.elements.seed.value.trim();
    open(game.name, seats, options, seed ? Number(seed) : undefined).catch(trouble);
  });
  draw();
  return form;
}

// As it is typed: numbers, lists of numbers, true and false; anything else is a word.
function read(text) {
  if (/^-?\d+$/.test(text)) return Number(text);
  if (/^-?\d+(,-?\d+)+$/.test(text)) return text.split(",").map(Number);
  return { true: true, false: false }[text] ?? text;
}

function written(value) {
  return value === null ? "" : String(value);
}

function listOf(tables, page) {
  if (!tables.length) return make("p", { class: "quiet" }, "None yet.");
  return make("ul", { class: "list" }, tables.reverse().map((table) => make("li", {},
    make("a", { href: `#table/${table.table}` }, `${table.title}: ${table.names.join(", ")}`),
    table.over ? make("a", { href: `#replay/table-${table.table}/1/0` }, "look at it again") : null,
    make("span", { class: "quiet" }, table.over ? ` over, ${table.scores.join(" : ")}` : ` ${table.summary}`),
    button("Remove", async () => {
      const keys = Object.values(remembered(`keys.${table.table}`, {}));
      await ask(`tables/${table.table}`, { method: "DELETE", key: keys[0] }).catch((error) => speak(error.message));
      home(page);
    }, { class: "small", "aria-label": `Remove the table ${table.title}, ${table.names.join(", ")}` }))));
}
