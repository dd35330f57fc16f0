import type { StringRule } from "./lexical-rules.ts";

export interface StringScan {
  readonly text: string;
  /** Closing texts that were not found, with the offset up to which they were looked for. */
  readonly dead: Map<string, number>;
}

/** The end of a string whose content begins at `from`, or of its part before a hole; -1 when it is not closed. */
export function scanString({ text, dead }: StringScan, rule: StringRule, from: number, raw: boolean): number {
  const { close, hole } = rule;
  if ((dead.get(close) ?? -1) > from) return -1;
  const closing = close.charCodeAt(0);
  const holing = hole ? hole.charCodeAt(0) : -1;
  const escapes = (rule.escapes ?? false) && !raw;
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92 && (escapes || (raw && text.charCodeAt(at + 1) === closing && !rule.doubled))) {
      if (holing === 92 && text.startsWith(hole!, at)) return at;
      at++;
    } else if (code === closing && text.startsWith(close, at)) {
      if (!rule.doubled || !text.startsWith(close, at + close.length)) return at + close.length;
      at += 2 * close.length - 1;
    } else if (code === holing && text.startsWith(hole!, at)) {
      if (hole === "{" && text.charCodeAt(at + 1) === 123) at++;
      else if (rule.lines || closesOnLine(text, at)) return at;
    } else if (code === 10 && !rule.lines) break;
  }
  if (rule.lines && from > 0 && rule.open === "") return text.length;
  dead.set(close, at);
  return -1;
}

function closesOnLine(text: string, from: number): boolean {
  for (let at = from + 1; at < text.length && at < from + 500; at++) {
    const code = text.charCodeAt(at);
    if (code === 125) return true;
    if (code === 10) return false;
  }
  return false;
}
