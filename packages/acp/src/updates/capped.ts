/** Characters of one text that a client gets. */
export const maxText = 64 * 1024;

/** A text as long as a client can show: its beginning and its end, and how much is left out between. */
export function capped(text: string, max = maxText): string {
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half).toWellFormed()}\n… ${left.toLocaleString("en-US")} characters are not shown …\n${text.slice(-half).toWellFormed()}`;
}

/** A value for a client to look at; undefined if it is too large for that. */
export function cappedJson(value: unknown, max = 16 * 1024): unknown {
  const text = JSON.stringify(value);
  return text !== undefined && text.length <= max ? value : undefined;
}
