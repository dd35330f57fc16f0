import { foldedNames, foldName, hashOn, type Named, type NameTable, noText } from "./names.ts";

/** Words of a query that are looked at for names. */
const mostPieces = 400;
/** Words that one spelled-out name can have. */
const longestName = 8;

interface Piece {
  readonly text: string;
  readonly folded: string;
}

interface NameMatch {
  readonly slots: readonly number[];
  /** Pieces of the query. */
  readonly length: number;
}

/**
 * The slots of tools that a query calls by name, in the order of the query. Names of several words and anything that looks
 * like an identifier count anywhere; a name that is a plain word only where the query says nothing but names.
 */
export function findNames(
  query: string,
  table: NameTable,
  document: (slot: number) => Named,
  filler: (word: string) => boolean,
): number[] {
  const pieces = readPieces(query);
  const matches: (NameMatch & { readonly certain: boolean })[] = [];
  let onlyNames = true;
  for (let at = 0; at < pieces.length; ) {
    const match = longestAt(pieces, at, table, document);
    if (!match) {
      if (!filler(pieces[at]!.folded)) onlyNames = false;
      at++;
      continue;
    }
    const certain = match.length > 1 || isIdentifier(pieces[at]!.text);
    matches.push({ ...match, certain });
    at += match.length;
  }
  const counted = matches.filter(({ certain }) => certain || onlyNames);
  return [...new Set(counted.flatMap(({ slots }) => slots))];
}

function readPieces(query: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [text] of query.slice(0, 40 * mostPieces).matchAll(/[^\s,;|()[\]{}<>"]+/g)) {
    const folded = foldName(text);
    if (folded) pieces.push({ text, folded });
    if (pieces.length === mostPieces) break;
  }
  return pieces;
}

function longestAt(
  pieces: readonly Piece[],
  from: number,
  table: NameTable,
  document: (slot: number) => Named,
): NameMatch | undefined {
  let longest: NameMatch | undefined;
  let hash = noText;
  let folded = "";
  for (let length = 1; length <= longestName && from + length <= pieces.length; length++) {
    const piece = pieces[from + length - 1]!;
    hash = hashOn(hash, piece.folded);
    folded += piece.folded;
    const candidates = table.candidates(hash);
    if (candidates.length === 0) continue;
    const spelled = length === 1 ? piece.text : undefined;
    const slots = [...new Set(candidates)].filter((slot) => foldedNames(document(slot)).has(folded));
    const closeness = (slot: number) => nameDistance(document(slot), spelled, folded);
    slots.sort((a, b) => closeness(a) - closeness(b) || compareNames(document(a), document(b)));
    if (slots.length > 0) longest = { slots, length };
  }
  return longest;
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

/** `create_issue`, `createIssue`, `s3.put`, `` `search` ``: nobody writes a plain word like this. */
function isIdentifier(text: string): boolean {
  const bare = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (text.startsWith("`") && /`[.:!?]*$/.test(text)) return true;
  return /[_.:/-]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{N}/u.test(bare);
}
