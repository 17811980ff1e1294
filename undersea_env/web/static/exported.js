// The file of one game: what was recorded is in the file itself, deflated.

import { make } from "./dom.js";
import { Player } from "./player.js";

async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function drawingOf(recording, k) {
  const runs = recording.frames[k];
  const lines = [];
  for (let at = 0; at < runs.length; at += 2) lines.push(...recording.lines.slice(runs[at], runs[at] + runs[at + 1]));
  return lines.join("\n");
}

async function begin() {
  const page = document.getElementById("page");
  try {
    const recording = await unpacked(document.getElementById("recorded").textContent);
    const start = Number(/^#d=(\d+)$/.exec(location.hash)?.[1] ?? 0);
    new Player(page, recording, (k) => drawingOf(recording, k), { start });
  } catch (error) {
    page.append(make("p", { class: "message" }, `This game cannot be shown: ${error.message}`));
  }
}

begin();
