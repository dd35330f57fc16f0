import type { Tool } from "@holdall/tool-core";

/** The texts of others in one program. The program has an opaque name for each, which calls and the result replace. */
export interface SealedValues {
  /** Replace every text in a result by a name. Numbers, booleans, keys and the structure stay. */
  seal(value: unknown): unknown;
  /** Replace names by their texts, also inside longer texts. */
  open(value: unknown): unknown;
}

/** Results of tools of others, or of tools that may reach beyond the session. */
export const isSealed = ({ category, hints }: Tool): boolean =>
  category === "mcp" || category === "web" || hints.openWorld;

/** Open an empty store. The names contain a random part, so that no text can name another. */
export function createSealedValues(nonce: string = crypto.randomUUID().slice(0, 8)): SealedValues {
  const texts: string[] = [];
  const names = new RegExp(`<sealed-${nonce}-(\\d+)>`, "g");
  const open = (text: string) => text.replace(names, (name, at: string) => texts[Number(at)] ?? name);
  return {
    seal: (value) => mapTexts(value, (text) => (text === "" ? text : `<sealed-${nonce}-${texts.push(text) - 1}>`)),
    open: (value) => mapTexts(value, open),
  };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}
