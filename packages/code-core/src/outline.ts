import { makeSymbols } from "./_make-symbols.ts";
import { familyOf } from "./families/family-of.ts";
import type { Language } from "./language.ts";
import type { CodeSymbol } from "./symbol.ts";

/** The definitions of a text in its order; nothing for languages without a scanner. Never throws, linear in the text's length. */
export function outlineOf(text: string, language: Language): readonly CodeSymbol[] {
  const family = familyOf(language);
  if (!family) return [];
  const tokens = family.tokens(text);
  return makeSymbols(tokens, family.outline(tokens));
}
