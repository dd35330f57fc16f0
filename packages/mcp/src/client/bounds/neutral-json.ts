import { neutralText } from "@holdall/tool-kit/text";

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
