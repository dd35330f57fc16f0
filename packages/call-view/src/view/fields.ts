import { foldName } from "@holdall/tool-core";

/** The properties of whatever it is; none when it is not an object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A property by any spelling of its name: inputs come as the model wrote them, outputs in the dialect of a session. */
export function fieldOf(value: unknown, ...names: readonly string[]): unknown {
  const fields = fieldsOf(value);
  for (const name of names) if (Object.hasOwn(fields, name)) return fields[name];
  const wanted = new Set(names.map(foldName));
  return Object.entries(fields).find(([key]) => wanted.has(foldName(key)))?.[1];
}

/** A text property; of several names the first that holds one. */
export function textOf(value: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = fieldOf(value, name);
    if (typeof found === "string") return found;
  }
  return undefined;
}

/** A number property that is one. */
export function numberOf(value: unknown, ...names: readonly string[]): number | undefined {
  const found = fieldOf(value, ...names);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

/** A list property; empty if it is not a list. */
export function listOf(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = fieldOf(value, ...names);
  return Array.isArray(found) ? found : [];
}

/** `1 match`, `3 matches`; nothing for no number. */
export function counted(count: number | undefined, noun: string, plural = `${noun}s`): string {
  return count === undefined ? "" : `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;
}
