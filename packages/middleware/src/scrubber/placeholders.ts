import { isSecretName } from "./environment-secrets.ts";
import { patternNames } from "./pattern-hits.ts";

/** A function that finds the placeholders in a text: of these names, of patterns, and of what another run may have hidden. */
export function createPlaceholders(names: readonly string[]): (text: string) => readonly string[] {
  const known = new Set([...names, ...patternNames()]);
  return (text) => {
    if (!text.includes("[secret ")) return [];
    const found = [...text.matchAll(/\[secret ([^[\]\n]{1,200})\]/g)];
    return [...new Set(found.filter(([, name = ""]) => known.has(name) || isVariable(name)).map(([whole]) => whole))];
  };
}

/** A name that a variable with a secret may have, such as one of an earlier run of this session. */
const isVariable = (name: string): boolean =>
  /^[A-Z][A-Z0-9_]*(?: password)?$/.test(name) && isSecretName(name.replace(/ password$/, ""));
