import { familyOf } from "./families/family-of.ts";
import type { Language } from "./language.ts";
import { isWord, typeOf } from "./scan/tokens.ts";

/** An occurrence of a name as a word of the code, not in comments and strings. */
export interface NamePlace {
  readonly start: number;
  /** True if an opening parenthesis follows. */
  readonly isCall: boolean;
}

/** Find the occurrences of a name in a text. Undefined for languages without a scanner. Linear in the length of the text. */
export function placesOf(text: string, language: Language, name: string): readonly NamePlace[] | undefined {
  const family = familyOf(language);
  if (!family) return undefined;
  if (!text.includes(name)) return [];
  const tokens = family.tokens(text);
  const found: NamePlace[] = [];
  for (let at = 0; at < tokens.count; at++)
    if (isWord(tokens, at, name)) found.push({ start: tokens.start[at]!, isCall: typeOf(tokens, at + 1) === 40 });
  return found;
}
