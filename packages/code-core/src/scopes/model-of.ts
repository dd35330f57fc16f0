import { familyOf } from "../families/family-of.ts";
import type { Language } from "../language.ts";
import type { FileModel } from "./file-model.ts";

/** Scopes, declarations and uses of a text; undefined for languages whose scopes are not understood. Never throws. */
export function modelOf(text: string, language: Language): FileModel | undefined {
  const family = familyOf(language);
  return family?.model?.(family.tokens(text));
}

/** True for the languages that {@link modelOf} understands. */
export function hasScopes(language: Language): boolean {
  return familyOf(language)?.model !== undefined;
}
