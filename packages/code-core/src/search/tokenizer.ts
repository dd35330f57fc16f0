import { createTextTable, grown, type TextData, type TextTable } from "./text-table.ts";
import { foldIdentifier, stem, wordsOfIdentifier } from "./words.ts";

/** Terms of texts, as numbers. */
export interface Tokenizer {
  readonly terms: TextTable;
  readonly bytes: number;
  /** Give the terms of a part of a text, one after the other: words, and every compound identifier whole. */
  scan(text: string, start: number, end: number, take: (term: number) => void): void;
  /** Terms of one identifier. */
  termsOf(identifier: string): readonly number[];
}

/** The term of a compound identifier, whole. */
export const wholeTerm = (identifier: string): string => `=${foldIdentifier(identifier)}`;
/** The term that a chunk has which defines a name. */
export const definitionTerm = (name: string): string => `#${foldIdentifier(name)}`;

/** Whether an identifier consists of several words. */
export const isCompound = (identifier: string): boolean =>
  /[\p{L}\d][_$]+[\p{L}\d]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\d/u.test(identifier);

/** UTF-16 units of an identifier; longer ones are not indexed. */
export const maxIdentifier = 80;
/** Identifiers that are kept with their terms before all are forgotten. */
const maxKnown = 100_000;

const other = 0;
const letter = 1;
const digit = 2;
const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  return /[A-Za-z_$]/.test(char) ? letter : /\d/.test(char) ? digit : other;
});

export function createTokenizer(from?: TextData): Tokenizer {
  const terms = createTextTable(from);
  let known = createTextTable();
  let starts = new Uint32Array(1024);
  let list = new Int32Array(4096);

  const forget = () => {
    known = createTextTable();
    starts = new Uint32Array(1024);
    list = new Int32Array(4096);
  };

  /** Keep the terms of a new identifier. */
  const learn = (id: number, identifier: string) => {
    const found = termsIn(identifier, terms);
    const from = starts[id]!;
    if (id + 2 > starts.length) starts = grown(starts, Uint32Array);
    if (from + found.length > list.length) list = grown(list, Int32Array, from + found.length);
    list.set(found, from);
    starts[id + 1] = from + found.length;
  };

  return {
    terms,
    get bytes() {
      return terms.bytes + known.bytes + starts.byteLength + list.byteLength;
    },
    termsOf: (identifier) => termsIn(identifier, terms),
    scan(text, start, end, take) {
      if (known.size > maxKnown) forget();
      let i = start;
      while (i < end) {
        const unit = text.charCodeAt(i);
        const kind = unit < 128 ? kinds[unit] : letter;
        if (kind === other) {
          i++;
          continue;
        }
        const from = i++;
        while (i < end) {
          const next = text.charCodeAt(i);
          if (next < 128 && kinds[next] === other) break;
          i++;
        }
        if (kind === digit || i - from > maxIdentifier || i - from < 2) continue;
        const before = known.size;
        const id = known.addPart(text, from, i);
        if (id === before) learn(id, text.slice(from, i));
        for (let at = starts[id]!; at < starts[id + 1]!; at++) take(list[at]!);
      }
    },
  };
}

/** The words of an identifier and, of a compound one, the whole. Scripts without blanks give pairs of characters. */
function termsIn(identifier: string, terms: TextTable): number[] {
  const found: number[] = [];
  for (const word of wordsOfIdentifier(identifier)) {
    if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(word)) {
      const characters = [...word];
      for (let i = 0; i + 1 < characters.length; i++) found.push(terms.add(characters[i]! + characters[i + 1]!));
    } else if (word.length > 1 && !/^\d/.test(word)) found.push(terms.add(stem(word)));
  }
  if (isCompound(identifier)) found.push(terms.add(wholeTerm(identifier)));
  return found;
}
