import type { CodeImport } from "./code-import.ts";
import { familyOf } from "./families/family-of.ts";
import type { Language } from "./language.ts";
import { lineOf, lineStartsOf } from "./line-table.ts";

/** Get the imports of a file in the order of the text. Empty for languages without a scanner. */
export function importsOf(text: string, language: Language): readonly CodeImport[] {
  const family = familyOf(language);
  if (!family?.imports) return [];
  const lines = lineStartsOf(text);
  return family.imports(family.tokens(text)).map((found) => ({ ...found, line: lineOf(lines, found.start) }));
}
