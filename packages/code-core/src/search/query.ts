import { definitionTerm, isCompound, type Tokenizer, wholeTerm } from "./tokenizer.ts";
import type { RankWeights } from "./weights.ts";
import { foldIdentifier, stem, stopWords, wordsOfIdentifier } from "./words.ts";

export interface QueryTerm {
  /** In the index's term table. */
  readonly term: number;
  readonly weight: number;
  /** As the user reads it. */
  readonly word: string;
}

export interface Query {
  readonly terms: readonly QueryTerm[];
  /** Words that a path can have. */
  readonly words: readonly QueryTerm[];
  /** Names in it whose definition is wanted, as terms. */
  readonly names: readonly { readonly term: number; readonly name: string }[];
  /** The query is one name. */
  readonly isSymbol: boolean;
}

/** What a query asks an index for: words of it that the index knows, its identifiers whole, and neighbors joined. */
export function readQuery(query: string, { terms }: Tokenizer, { whole, joined }: RankWeights): Query {
  const tokens = query.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const found = new Map<string, QueryTerm>();
  const add = (text: string, weight: number, word: string): QueryTerm | undefined => {
    const term = terms.find(text);
    if (term === -1) return undefined;
    const known = found.get(text);
    const entry = { term, weight: Math.max(weight, known?.weight ?? 0), word };
    found.set(text, entry);
    return entry;
  };
  const isName = (token: string) => isCompound(token) && token.length > 2;
  const kept = tokens.filter((token) => isName(token) || !stopWords.has(token.toLowerCase()));
  const used = kept.length > 0 ? kept : tokens;
  const words: QueryTerm[] = [];
  for (const token of used) {
    for (const word of wordsOfIdentifier(token)) {
      if (word.length < 2) continue;
      const entry = add(stem(word), 1, word);
      words.push(entry ?? { term: -1, weight: 1, word });
    }
    if (!isName(token)) continue;
    add(wholeTerm(token), whole, token);
    add(stem(foldIdentifier(token)), whole, token);
  }
  for (let i = 0; i + 1 < used.length; i++) {
    const both = used[i]! + used[i + 1]!;
    add(wholeTerm(both), joined, `${used[i]} ${used[i + 1]}`);
    add(stem(foldIdentifier(both)), joined, `${used[i]} ${used[i + 1]}`);
  }
  const isSymbol = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->|\\)[\p{L}_$][\p{L}\p{N}_$]*)*(?:\(\))?$/u.test(
    query.trim(),
  );
  const named = isSymbol ? tokens : tokens.filter((token) => isName(token) || /^\p{Lu}\p{Ll}{2}/u.test(token));
  const names = named.flatMap((name) => {
    const term = terms.find(definitionTerm(name));
    return term === -1 ? [] : [{ term, name }];
  });
  return { terms: [...found.values()], words: distinct(words), names, isSymbol };
}

const distinct = (words: readonly QueryTerm[]): QueryTerm[] => [
  ...new Map(words.map((word) => [stem(word.word), word])).values(),
];
