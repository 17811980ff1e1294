// Asking the server. Every failure is an error with words for whoever plays.

let token = sessionToken();

function sessionToken() {
  const found = /^#token=([\w-]+)/.exec(location.hash);
  if (found) {
    sessionStorage.setItem("undersea.token", found[1]);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("undersea.token");
}

export class Failure extends Error {
  constructor(status, data) {
    super(data.error ?? "the server did not answer");
    this.status = status;
    this.data = data;
  }
}

function headers(key, more = {}) {
  return { ...more, ...(token ? { "x-token": token } : {}), ...(key ? { "x-seat-key": key } : {}) };
}

export async function ask(path, { method = "GET", body, key, signal } = {}) {
  const given = { method, headers: headers(key), signal };
  if (method !== "GET") {
    given.headers["content-type"] = "application/json";
    given.body = typeof body === "string" ? body : JSON.stringify(body ?? {});
  }
  let answer;
  try {
    answer = await fetch(`/api/${path}`, given);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure(0, { error: "The server cannot be reached." });
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Failure(answer.status, data);
  return data;
}

// The events of a stream, one after the other. `EventSource` could not send a key in a header.
export async function* events(path, { key, signal }) {
  const answer = await fetch(`/api/${path}`, { headers: headers(key), signal });
  if (!answer.ok) throw new Failure(answer.status, await answer.json().catch(() => ({})));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split("\n\n");
    rest = parts.pop();
    for (const part of parts) if (part.startsWith("data: ")) yield JSON.parse(part.slice(6));
  }
}
