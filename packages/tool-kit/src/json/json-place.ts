const token = /[ \t\n\r]*(?:([{}[\],:])|("[^"\\\n]*(?:\\.[^"\\\n]*)*")|(?:-?\d[\d.eE+-]*|true|false|null))/y;

const space = /[ \t\n\r]*/y;

/** The expected token: a value, a key, or an end or separator. */
type Next = "value" | "key" | ":" | ", or end";

/**
 * Find where a text stops being valid JSON, as `line 3, column 7`, both from 1. Returns the end of the text if something is
 * missing. For texts that `JSON.parse` rejects: its message does not always contain the position, and shows a part of the
 * text, which may be a secret.
 */
export function jsonPlace(text: string): string {
  const before = text.slice(0, offsetOf(text)).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

function offsetOf(text: string): number {
  const open: string[] = [];
  let next: Next = "value";
  let canClose = false;
  for (let at = 0; ; ) {
    space.lastIndex = at;
    const start = at + (space.exec(text)?.[0].length ?? 0);
    token.lastIndex = at;
    const [whole, mark, string] = token.exec(text) ?? [];
    if (whole === undefined) return start;
    at += whole.length;
    if (mark === "}" || mark === "]") {
      const isOpen = open.at(-1) === (mark === "}" ? "{" : "[");
      if (!isOpen || !(canClose || next === ", or end")) return start;
      open.pop();
      next = ", or end";
    } else if (mark === ":" || mark === ",") {
      if (mark === ":" ? next !== ":" : next !== ", or end" || open.length === 0) return start;
      next = mark === "," && open.at(-1) === "{" ? "key" : "value";
    } else if (next === "key" && string !== undefined) next = ":";
    else if (next !== "value") return start;
    else if (mark) {
      open.push(mark);
      next = mark === "{" ? "key" : "value";
    } else next = ", or end";
    canClose = mark === "{" || mark === "[";
  }
}
