import type { Hit } from "../hits.ts";

/** RFC 7468, RFC 4716 and the ASCII armor of RFC 9580. */
const begin = /-{4,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const finish = /-{4,5} ?END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;

/** Lines of a key, with what `cat -n`, `grep -n` and diffs put in front of them, or parted by `\n` as in JSON. */
const row = String.raw`(?:\\[nr]|\s){1,4}(?:[^\s:]{1,200}:)?(?:\d{1,7}[ \t]{0,4}[:|-]?)?[ \t]{0,8}(?:[-+|>][ \t]{0,4})?(?:[\w-]{3,20}: [^\r\n]{1,100}|[A-Za-z0-9+/]{24,100}={0,2})`;
const rows = new RegExp(`(?:${row}){1,400}`, "y");
const firstRow = /^[ \t]{0,8}[A-Za-z0-9+/]{24,100}={0,2}(?=\\n|\s|$)/;

/** Characters that a key takes at most, from its first line to its last. */
export const longestKey = 40_000;

/** Private keys between their first and last lines; also the rest of one whose end or beginning was cut off. */
export function keyHits(text: string): Hit[] {
  if (!text.includes("PRIVATE KEY")) return [];
  const starts = [...text.matchAll(begin)];
  const ends = [...text.matchAll(finish)];
  const hits: Hit[] = [];
  const paired = new Set<number>();
  let next = 0;
  for (const [i, { 0: marker, index }] of starts.entries()) {
    while (ends[next] && (ends[next]?.index ?? 0) < index) next++;
    const until = starts[i + 1]?.index ?? text.length;
    const found = ends[next];
    const name = marker.includes("PGP") ? "PGP private key" : "private key";
    if (found && found.index < until && found.index - index < longestKey) {
      paired.add(next);
      if (hasBody(text.slice(index + marker.length, found.index)))
        hits.push({ start: index, end: found.index + found[0].length, name, from: index });
      continue;
    }
    rows.lastIndex = index + marker.length;
    if (rows.test(text)) hits.push({ start: index, end: rows.lastIndex, name, from: index });
  }
  for (const [i, { 0: marker, index }] of ends.entries()) {
    if (paired.has(i)) continue;
    const before = ends[i - 1];
    const start = startOfRows(text, index, before ? before.index + before[0].length : 0);
    const name = marker.includes("PGP") ? "PGP private key" : "private key";
    if (start < index) hits.push({ start, end: index + marker.length, name, from: start });
  }
  return hits;
}

/** Something of a key, and not code or words that only speak of its lines. */
const hasBody = (body: string): boolean =>
  /[A-Za-z0-9+/]{40}/.test(body) || (/[A-Za-z0-9+/]{6}/.test(body) && !/[;(){}<>$…]|\.{3}/.test(body));

/** Where the lines of a key begin that end at an index, no further in front than another key. */
function startOfRows(text: string, index: number, first: number): number {
  const head = text.slice(Math.max(first, index - 12_000), index);
  const lines = [...head.matchAll(new RegExp(row, "g"))];
  let start = head.length;
  for (const line of lines.reverse()) {
    const end = line.index + line[0].length;
    if (!/^(?:\\[nr]|\s|[\d:|+> -]){0,16}$/.test(head.slice(end, start))) break;
    start = line.index;
  }
  const own = firstRow.exec(head);
  if (own && own[0].length >= start) start = 0;
  return index - head.length + start;
}
