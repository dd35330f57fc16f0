import { elementsAt, type Member, memberOf, membersAt, skipSpace } from "./json-spans.ts";
import type { Notebook, NotebookCell } from "./notebook.ts";

/** One member of a cell as text: what is before the key, and `"key": value`. */
interface Entry {
  readonly key: string;
  readonly lead: string;
  readonly raw: string;
}

/** A cell taken apart so that single members can be changed and all others keep their bytes. */
export interface CellDraft {
  readonly entries: readonly Entry[];
  /** What is before the closing brace. */
  readonly close: string;
  readonly hand: Hand;
}

/** How a file writes its JSON. */
export interface Hand {
  /** White space before a first and a later member of a cell, and before its closing brace. */
  readonly first: string;
  readonly next: string;
  readonly close: string;
  /** White space before the items of `source` when they are on lines of their own; else nothing. */
  readonly item: string | undefined;
  /** Between a key and its value. */
  readonly colon: string;
  /** Every character outside ASCII is written as an escape. */
  readonly ascii: boolean;
  /** `source` is one string instead of a list of lines. */
  readonly oneString: boolean;
}

/** Take a cell apart. */
export function draftOf({ text }: Notebook, cell: NotebookCell): CellDraft {
  let from = cell.start + 1;
  const entries = cell.members.map(({ key, keyStart, end }, i) => {
    const lead = text.slice(from, keyStart);
    const last = i === cell.members.length - 1;
    const to = last ? end : text.indexOf(",", end);
    from = last ? end : to + 1;
    return { key, lead, raw: text.slice(keyStart, to) };
  });
  return { entries, close: text.slice(from, cell.end - 1), hand: handOf(text, cell) };
}

/** Put a cell together. */
export const cellText = ({ entries, close }: CellDraft): string =>
  `{${entries.map(({ lead, raw }) => lead + raw).join(",")}${close}}`;

/** Where members are put that a cell did not have, as Jupyter orders them: behind the first of these that it has. */
const behind: Readonly<Record<string, readonly string[]>> = {
  execution_count: ["cell_type"],
  id: ["execution_count", "cell_type"],
  outputs: ["metadata"],
};

/** Give a member a value that is written as JSON; nothing removes it. A member that is there keeps its place and key. */
export function withMember(draft: CellDraft, key: string, json: string | undefined): CellDraft {
  const { entries, hand } = draft;
  const at = entries.findLastIndex((entry) => entry.key === key);
  if (json === undefined)
    return respaced(
      draft,
      entries.filter((entry) => entry.key !== key),
    );
  const old = entries[at];
  const raw = old ? old.raw.slice(0, valueOffset(old.raw)) + json : `${JSON.stringify(key)}${hand.colon}${json}`;
  if (old) return { ...draft, entries: entries.with(at, { ...old, raw }) };
  const neighbour = (behind[key] ?? []).find((name) => entries.some((entry) => entry.key === name));
  const index = entries.findLastIndex((entry) => entry.key === neighbour) + 1 || entries.length;
  return respaced(draft, entries.toSpliced(index, 0, { key, lead: hand.next, raw }));
}

/** The draft with other entries; whichever is first now has the white space of a first one. */
function respaced(draft: CellDraft, [head, ...rest]: readonly Entry[]): CellDraft {
  if (!head) return { ...draft, entries: [] };
  return { ...draft, entries: [head === draft.entries[0] ? head : { ...head, lead: draft.hand.first }, ...rest] };
}

const valueOffset = (raw: string): number => membersAt(`{${raw}}`, 0)[0]!.start - 1;

/** How the file writes its cells, seen from one of them, or from the root when it has none. */
export function handOf(text: string, sample: NotebookCell | undefined): Hand {
  const root = skipSpace(text, 0);
  const members = sample?.members ?? membersAt(text, root);
  const start = sample?.start ?? root;
  const first = text.slice(start + 1, members[0]?.keyStart);
  const next = members[1] ? afterComma(text, members[0]!.end, members[1].keyStart) : first;
  const close = text.slice(members.at(-1)?.end ?? start + 1, (sample?.end ?? text.lastIndexOf("}") + 1) - 1);
  const step = first.includes("\n") ? first.slice(close.length) : undefined;
  const deeper = sample || step === undefined ? "" : step + step;
  const colon = members[0] ? colonOf(text, members[0]) : ": ";
  const source = memberOf(members, "source");
  return {
    first: first + deeper,
    next: next + deeper,
    close: close + deeper,
    item: step === undefined ? undefined : first + deeper + step,
    colon,
    ascii: writesAscii(sample ? text.slice(sample.start, sample.end) : "") ?? writesAscii(text) ?? false,
    oneString: sample !== undefined && source !== undefined && text[source.start] === '"',
  };
}

const afterComma = (text: string, from: number, to: number): string => text.slice(text.indexOf(",", from) + 1, to);

function colonOf(text: string, { key, keyStart, start }: Member): string {
  const end = keyStart + JSON.stringify(key).length;
  return text[end - 1] === '"' ? text.slice(end, start) : ": ";
}

/** Whether a text escapes what is not ASCII; nothing when it says nothing about that. */
function writesAscii(text: string): boolean | undefined {
  if (/[\u0080-\uffff]/.test(text)) return false;
  return /(?<!\\)(?:\\\\)*\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])/i.test(text) || undefined;
}

/** A string as JSON. */
export function quote(value: string, ascii: boolean): string {
  const json = JSON.stringify(value);
  if (!ascii) return json;
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A source as JSON in the style of the file. Lines that are in `old` (its JSON) at either end keep their spelling. */
export function sourceJson(source: string, hand: Hand, old = ""): string {
  const { ascii, item, first, oneString } = hand;
  if (oneString) return quote(source, ascii);
  const lines = source.match(/[^\n]*\n|[^\n]+/g) ?? [];
  if (lines.length === 0) return "[]";
  const spans = old.startsWith("[") ? elementsAt(old, 0) : [];
  const raws = reuse(
    lines,
    spans.map(({ start, end }) => old.slice(start, end)),
    (line) => quote(line, ascii),
  );
  const [one, two] = spans;
  const open = one ? old.slice(1, one.start) : (item ?? "");
  const between = one && two ? old.slice(one.end, two.start) : `,${open || (item === undefined ? hand.next : " ")}`;
  const close = one ? old.slice(spans.at(-1)!.end, -1) : item === undefined ? "" : first;
  return `[${open}${raws.join(between)}${close}]`;
}

/** New items written as JSON; those that equal old ones at the start or the end stay as they were written. */
function reuse(fresh: readonly string[], old: readonly string[], write: (item: string) => string): string[] {
  const values = old.map((raw) => JSON.parse(raw) as string);
  const max = Math.min(fresh.length, old.length);
  let head = 0;
  while (head < max && fresh[head] === values[head]) head++;
  let tail = 0;
  while (tail < max - head && fresh.at(-1 - tail) === values.at(-1 - tail)) tail++;
  return fresh.map((item, i) => {
    if (i < head) return old[i]!;
    return i >= fresh.length - tail ? old[old.length - (fresh.length - i)]! : write(item);
  });
}
