/** A number whose digits JavaScript numbers do not preserve; `JSON.stringify` writes it unchanged. */
export interface ExactNumber {
  readonly rawJSON: string;
}

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const json = JSON as unknown as {
  readonly rawJSON?: (text: string) => ExactNumber;
  parse(text: string, reviver: Reviver): unknown;
};

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null && "rawJSON" in value;

/** Whether a text is a whole number that JavaScript's numbers do not keep. */
export const isExactInteger = (text: string): boolean =>
  /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));

/** The number of a JSON text: JavaScript's where it prints the same digits, else one that keeps them, where the runtime has those. */
export function exactNumber(text: string): number | ExactNumber {
  const value = Number(text);
  return String(value) === text || !json.rawJSON ? value : json.rawJSON(text);
}

const mayLoseDigits = /\d{16}|\d[eE]|\.\d*0(?!\d)|-0/;

/** `JSON.parse` that keeps the digits of all numbers. */
export function parseExact(text: string): unknown {
  if (!mayLoseDigits.test(text)) return JSON.parse(text);
  return json.parse(text, (_, value, context) =>
    typeof value === "number" && context?.source !== undefined ? exactNumber(context.source) : value,
  );
}
