type Fields = Readonly<Record<string, unknown>>;

/** The objects of a list; other elements are omitted. `undefined` if it is not a list. */
export function objectsOf(value: unknown): readonly Fields[] | undefined {
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

/** The fields of an object; none for anything else. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** A text, or the empty text for anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A text that is not empty. */
export const someText = (value: unknown): string | undefined => textOf(value) || undefined;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
