import type { Hit } from "../hits.ts";
import { named, namedHits } from "../named-secrets.ts";
import { keyHits } from "./armored-keys.ts";
import { formatHits } from "./format-hits.ts";
import { secretFormats } from "./secret-formats.ts";

/** Text that looks like a secret, by its own format or by its context. */
export const patternHits = (text: string): Hit[] =>
  text.length < 8 ? [] : [...keyHits(text), ...formatHits(text), ...namedHits(text)];

/** The names that its hits have. */
export const patternNames = (): readonly string[] => [
  ...new Set([
    "private key",
    "PGP private key",
    ...secretFormats.map(({ name }) => name),
    ...named.map(({ name }) => name),
  ]),
];
