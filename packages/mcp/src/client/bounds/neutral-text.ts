import { characterName, dropSequences, replaceUnseen } from "@holdall/tool-kit/text";

/** Text of a server as a model or the user may see it: hidden characters are named as `<U+202E>`, long runs are counted. */
export function neutralText(raw: string): string {
  return replaceUnseen(dropSequences(raw).text.replaceAll("\r\n", "\n"), (run) => {
    const characters = [...run];
    return characters.length > 3 ? `<${characters.length} hidden characters>` : characters.map(characterName).join("");
  });
}

/** The same in one line, at most `max` characters of it. */
export function neutralLine(raw: string, max = 200): string {
  const line = neutralText(raw.slice(0, max * 4))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > max ? `${line.slice(0, max)}…` : line;
}

/** Neutralizes every text in a value; the same value if nothing changes. Keys stay, as they are sent back. */
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
