import { makeSymbols } from "./_make-symbols.ts";
import { familyOf } from "./families/family-of.ts";
import type { Language } from "./language.ts";
import type { CodeSymbol } from "./symbol.ts";

/** Get the definitions of a text in its order. Empty for languages without a scanner. Never throws; linear in the length of the text. */
export function outlineOf(text: string, language: Language): readonly CodeSymbol[] {
  const family = familyOf(language);
  if (!family) return [];
  const tokens = family.tokens(text);
  return makeSymbols(tokens, family.outline(tokens));
}
