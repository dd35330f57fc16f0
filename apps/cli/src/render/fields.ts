import { foldName } from "@holdall/tool-core";

type Fields = Readonly<Record<string, unknown>>;

/** The properties of whatever it is; none when it is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** A text property by any spelling of its name: events carry input as the model wrote it. */
export function textOf(value: unknown, ...names: readonly string[]): string | undefined {
  const wanted = names.map(foldName);
  const found = Object.entries(fieldsOf(value)).find(
    ([key, item]) => typeof item === "string" && wanted.includes(foldName(key)),
  );
  return found?.[1] as string | undefined;
}

/** A number property. */
export function numberOf(value: unknown, name: string): number | undefined {
  const found = fieldsOf(value)[name];
  return typeof found === "number" ? found : undefined;
}

/** A list property; empty when it is none. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const found = fieldsOf(value)[name];
  return Array.isArray(found) ? found : [];
}
