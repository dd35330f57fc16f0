import { type Folded, fold } from "./fold.ts";
import { encodings, numberForms } from "./formats/encodings.ts";
import { dumpHits, mayHaveDump } from "./formats/hex-dumps.ts";
import type { Hit } from "./hits.ts";
import { createLiteralSearch } from "./literal-search.ts";

export interface KnownValues {
  hits(text: string): Hit[];
  /** Characters that the longest form of a value may take, escapes and breaks within it counted. */
  readonly longest: number;
  readonly names: readonly string[];
}

/** Values shorter than this are left alone. */
const shortest = 6;

/** Find values in whatever encoding a program may print them: see `encodings`, `fold` and `dumpHits`. */
export function createKnownValues(secrets: Readonly<Record<string, string | undefined>>): KnownValues {
  const values = Object.entries(secrets)
    .flatMap(([name, value = ""]) => [
      { name, value },
      ...passwordsIn(value).map((part) => ({ name: `${name} password`, value: part })),
    ])
    .filter(({ value }) => value.length >= shortest);
  const plain = values.flatMap(({ name, value }) =>
    encodings(value).map((text) => [text, { name, length: text.length }] as const),
  );
  const folded = values.flatMap(({ name, value }) =>
    [...new Set([...encodings(value), ...numberForms(value)].map((text) => fold(text)[0].text))]
      .filter(isTelling)
      .map((text) => [text, { name, length: text.length }] as const),
  );
  const bytes = values
    .map(({ name, value }) => ({ name, bytes: String.fromCharCode(...new TextEncoder().encode(value)) }))
    .filter((value) => value.bytes.length >= shortest);
  const inPlain = createLiteralSearch(plain);
  const inFolded = createLiteralSearch(folded);

  const foldedHits = (folded: Folded | undefined): Hit[] => {
    const hits: Hit[] = [];
    let places: ReturnType<Folded["places"]> | undefined;
    inFolded(folded?.text ?? "", (at, { name, length }) => {
      places ??= folded?.places();
      const start = places?.starts[at] ?? 0;
      hits.push({ start, end: places?.ends[at + length - 1] ?? start, name, from: start });
    });
    return hits;
  };

  return {
    names: [...new Set(values.map(({ name }) => name))],
    longest: values.reduce((most, { value }) => Math.max(most, value.length * 12 + 200), 0),
    hits(text) {
      if (values.length === 0 || text.length < shortest) return [];
      const hits: Hit[] = [];
      inPlain(text, (at, { name, length }) => hits.push({ start: at, end: at + length, name, from: at }));
      hits.push(...fold(text).flatMap(foldedHits));
      if (mayHaveDump(text)) hits.push(...dumpHits(text, bytes));
      return hits;
    },
  };
}

/** What is searched for without blanks and quotes must not be a word of any text. */
const isTelling = (text: string): boolean => text.length >= 8 && !/^(?:[a-z]+|[A-Z]?[a-z]+|[A-Z]+)$/.test(text);

/** Passwords within a connection string: of a URL as it is written and as it is meant, and of `password=…;`. */
function passwordsIn(value: string): string[] {
  const inUrl =
    /^[a-z][a-z\d+.-]*:\/\/[^\s:@/]*:([^\s/]+)@/i.exec(value)?.[1] ?? /^[^\s:@/]+:([^\s/]+)@\w+\(/.exec(value)?.[1];
  const named = /(?:^|[;\s])(?:password|pwd)\s*=\s*("[^"]*"|'[^']*'|[^;\s]+)/i
    .exec(value)?.[1]
    ?.replace(/^["']|["']$/g, "");
  const found = [inUrl, inUrl && decoded(inUrl), named].filter((part) => part !== undefined);
  return [...new Set(found)].filter((part) => part !== value);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
