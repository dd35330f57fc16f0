import type { seeded } from "../seeded.ts";

type Random = ReturnType<typeof seeded>;

const alphabets = [
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  "0123456789abcdef",
  "abcdefghijkmnopqrstuvwxyz0123456789-_.",
  "abcdefghijkLMNOPQRSTUVWXYZ0123456789+/=!$&?",
];

/** A value that is nowhere else, of 20 to 60 characters. */
export function makeCanary(random: Random): string {
  const alphabet = random.pick(alphabets);
  const length = 20 + random.below(41);
  return Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join("");
}

export const encodings = {
  plain: (value: string) => value,
  base64: (value: string) => Buffer.from(value).toString("base64"),
  base64url: (value: string) => Buffer.from(value).toString("base64url"),
  "base64 of more": (value: string) => Buffer.from(`user:${value}\n`).toString("base64"),
  hex: (value: string) => Buffer.from(value).toString("hex"),
  "upper hex": (value: string) => Buffer.from(value).toString("hex").toUpperCase(),
  backwards: (value: string) => [...value].reverse().join(""),
  percent: (value: string) =>
    Array.from(Buffer.from(value), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  json: (value: string) =>
    Array.from(value, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
} as const;

export type Encoding = keyof typeof encodings;

/** Whether a text has a value, by means of its own: nothing of the product is used. */
export function hasCanary(text: string, value: string): boolean {
  const texts = [
    text,
    decoded(text),
    text.replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  ];
  const forms = Object.entries(encodings).flatMap(([name, encode]) =>
    name === "base64 of more" ? [] : [encode(value)],
  );
  // Within other bytes, base64 has three ways; the characters that depend on neighbors are left out.
  const shifted = [1, 2].map((by) =>
    Buffer.from(`${"x".repeat(by)}${value}`)
      .toString("base64")
      .slice(4, -4),
  );
  if (texts.some((each) => [...forms, ...shifted].some((form) => each.includes(form)))) return true;
  const bare = (each: string) => each.replace(/[^A-Za-z0-9]/g, "");
  return bare(text).includes(bare(value));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, "%25"));
  } catch {
    return text;
  }
}
