import { foldName, type Named, type NameTable, nameEnds } from "./names.ts";

/** Words of a query that are looked at for names. */
const maxPieces = 400;
/** Words that one spelled-out name can have. */
const longestName = 12;
/** Words around names that ask for nothing else. */
const askers = /^(?:activate|call|enable|invoke|load|named?|names|open|run|select)$/;

interface NamePiece {
  readonly text: string;
  readonly folded: string;
  /** A quotation mark is before or behind it. */
  readonly opens: boolean;
  readonly closes: boolean;
}

interface NameMatch {
  readonly slots: readonly number[];
  /** Pieces of the query. */
  readonly length: number;
}

export interface FoundNames {
  /** Slots of tools that the query calls by name, in the order of the query. */
  readonly called: readonly number[];
  /** Slots of tools whose names of several words the query's prose happens to say. */
  readonly mentioned: readonly number[];
}

/**
 * The tools that a query names. What looks like an identifier or stands in quotation marks calls a tool anywhere; plain
 * words do so only if the query consists of names, as `check if the ip address is valid` is a wish and not a name.
 * Where several tools have a name, the first of each name come before the others.
 */
export function findNames(
  query: string,
  table: NameTable,
  document: (slot: number) => Named,
  filler: (word: string) => boolean,
): FoundNames {
  const pieces = readPieces(query);
  const matches: (NameMatch & { readonly certain: boolean })[] = [];
  let onlyNames = true;
  for (let at = 0; at < pieces.length; ) {
    const match = longestAt(pieces, at, table, document);
    if (!match) {
      const { folded } = pieces[at]!;
      if (!filler(folded) && !askers.test(folded)) onlyNames = false;
      at++;
      continue;
    }
    const [first, last] = [pieces[at]!, pieces[at + match.length - 1]!];
    const spelled = () => match.slots.some((slot) => isSpelled(document(slot), first.text));
    const quoted = first.opens && last.closes;
    const certain = quoted || (match.length === 1 && (isIdentifier(first.text) || (/-/.test(first.text) && spelled())));
    matches.push({ ...match, certain });
    at += match.length;
  }
  const called = interleave(matches.filter(({ certain }) => certain || onlyNames));
  const mentioned = onlyNames ? [] : interleave(matches.filter(({ certain, length }) => !certain && length > 1));
  return { called, mentioned: mentioned.filter((slot) => !called.includes(slot)) };
}

/** The first tool of each name, then the second of each, and so on. */
function interleave(counted: readonly NameMatch[]): number[] {
  const most = Math.max(0, ...counted.map(({ slots }) => slots.length));
  const places = Array.from({ length: most }, (_, place) => counted.map(({ slots }) => slots[place]));
  return [...new Set(places.flat().filter((slot) => slot !== undefined))];
}

const openingMark = /^[\s(]?[`'"“‘«]/;
const closingMark = /[`'"”’»][.:!?]*[\s.,;:!?)]?$/;

function readPieces(query: string): NamePiece[] {
  const read = query.slice(0, 40 * maxPieces);
  const pieces: NamePiece[] = [];
  for (const { 0: text, index } of read.matchAll(/[^\s,;|()[\]{}<>"“”«»]+/g)) {
    const folded = foldName(text);
    const opens = openingMark.test((read[index - 1] ?? "") + text);
    const closes = closingMark.test(text + (read[index + text.length] ?? ""));
    if (folded) pieces.push({ text, folded, opens, closes });
    if (pieces.length === maxPieces) break;
  }
  return pieces;
}

function longestAt(
  pieces: readonly NamePiece[],
  from: number,
  table: NameTable,
  document: (slot: number) => Named,
): NameMatch | undefined {
  let longest: NameMatch | undefined;
  let folded = "";
  for (let length = 1; length <= longestName && from + length <= pieces.length; length++) {
    const piece = pieces[from + length - 1]!;
    folded += piece.folded;
    const spelled = length === 1 ? piece.text : undefined;
    const slots = slotsNamed(folded, spelled, table, document);
    if (slots.length > 0) longest = { slots, length };
  }
  return longest ?? unqualified(pieces[from]!.text, pieces.length === 1, table, document);
}

/** The tools with a folded name, those that are spelled like it first. */
function slotsNamed(
  folded: string,
  spelled: string | undefined,
  table: NameTable,
  document: (slot: number) => Named,
): number[] {
  const slots = [...(table.get(folded) ?? [])];
  const distance = (slot: number) => nameDistance(document(slot), spelled, folded);
  return slots.sort((a, b) => distance(a) - distance(b) || compareNames(document(a), document(b)));
}

/**
 * A name qualified by a server that the tool's own name does not say: `mcp__github__create_issue` for `create_issue`. What
 * other separators join may be prose (`and/or`, an address), unless it is a name in itself or all there is.
 */
function unqualified(
  text: string,
  alone: boolean,
  table: NameTable,
  document: (slot: number) => Named,
): NameMatch | undefined {
  if (text.includes("://")) return undefined;
  for (const end of nameEnds(text).slice(1)) {
    if (!alone && !text.includes("__") && !isIdentifier(end)) continue;
    const folded = foldName(end);
    const slots = slotsNamed(folded, end, table, document);
    const whole = slots.filter((slot) => foldName(document(slot).name) === folded);
    if (whole.length > 0) return { slots: whole, length: 1 };
  }
  return undefined;
}

/** 0 for the name as it is written, 1 for a written alias, 2 for its folded form, 3 for a part of it or a folded alias. */
function nameDistance({ name, aliases = [] }: Named, spelled: string | undefined, folded: string): number {
  if (spelled === name) return 0;
  if (spelled !== undefined && aliases.includes(spelled)) return 1;
  return foldName(name) === folded ? 2 : 3;
}

export const compareNames = (a: Named, b: Named): number => {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return (a.namespace ?? "") < (b.namespace ?? "") ? -1 : (a.namespace ?? "") > (b.namespace ?? "") ? 1 : 0;
};

const isSpelled = ({ name, aliases = [] }: Named, text: string): boolean =>
  name === text || aliases.includes(text) || name.endsWith(`__${text}`);

/** `create_issue`, `createIssue`, `s3.put`, `mcp__files__read`: never a plain word. */
function isIdentifier(text: string): boolean {
  const bare = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return /[_.:/]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}\p{Ll}/u.test(bare);
}
