// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about

/** Escape sequences of terminals: CSI; OSC, DCS, SOS, PM and APC that end in their line; two characters. */
const sequence =
  /\u001b\[[0-?]*[ -/]*[@-~]?|\u001b[\]PX^_][^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]?|\u009b[0-?]*[ -/]*[@-~]?/g;

/**
 * Runs of characters that are not seen or reorder others: controls, marks of direction, zero width, tags, fillers,
 * variation selectors that carry data. Joiners between letters stay, for scripts and emoji need them.
 */
const hidden =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: selectors are looked for by themselves
  /(?:[^\P{C}\n\t\u200c\u200d]|[\u2028\u2029\u115f\u1160\u3164\uffa0\ufe00-\ufe0d\u{e0100}-\u{e01ef}]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\ufe0f])[\u200c\u200d])+/gu;

/** Text of a server as a model or a person may see it: hidden characters are named as `<U+202E>`, long runs are counted. */
export function neutralText(raw: string): string {
  return raw
    .replace(sequence, "")
    .replaceAll("\r\n", "\n")
    .replace(hidden, (run) => {
      const characters = [...run];
      return characters.length > 3 ? `<${characters.length} hidden characters>` : characters.map(named).join("");
    });
}

const named = (character: string) =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;

/** The same in one line, at most `max` characters of it. */
export function neutralLine(raw: string, max = 200): string {
  const line = neutralText(raw.slice(0, max * 4))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > max ? `${line.slice(0, max)}…` : line;
}

/** Every text below a value neutralised; the same value when there is nothing to do. Keys stay, as they are sent back. */
export function neutralJson(value: unknown): unknown {
  if (typeof value === "string") return neutralText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(neutralJson);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, neutralJson(item)] as const);
  return entries.some(([key, item]) => item !== (value as Record<string, unknown>)[key])
    ? Object.fromEntries(entries)
    : value;
}
