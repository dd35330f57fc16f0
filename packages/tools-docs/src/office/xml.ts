/** What no XML file can hold: control characters, halves of characters, and two numbers that are no characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are looked for.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text between tags. Characters that XML cannot hold become U+FFFD. */
export const escapeText = (text: string): string =>
  text.replace(unwritable, "\ufffd").replace(/[&<>]/g, (character) => entities[character] ?? character);

/** A value of an attribute, with its line breaks. */
export const escapeAttribute = (text: string): string =>
  text
    .replace(unwritable, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Says which characters of a document are replaced; undefined where all of them can be written. */
export function unwritableNote(document: unknown): string | undefined {
  const found = new Set<string>();
  for (const text of stringsOf(document)) for (const [character] of text.matchAll(unwritable)) found.add(character);
  if (found.size === 0) return undefined;
  const names = [...found].slice(0, 8).map((character) => `U+${hex(character)}`);
  return `An office file cannot hold ${names.join(", ")}${found.size > 8 ? ` and ${found.size - 8} more characters` : ""}: written as U+FFFD.`;
}

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");

function* stringsOf(value: unknown): Generator<string, void, void> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) yield* stringsOf(each);
}

/** The address of a link as office programs take it; undefined for one that they call corrupt. */
export function linkTarget(href: string): string | undefined {
  try {
    return new URL(href).href;
  } catch {
    return undefined;
  }
}
