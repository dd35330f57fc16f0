import { withoutSymbols } from "./characters.ts";
import { createDecoder } from "./decoder.ts";
import { doubleByte, type Language, languages } from "./languages.ts";
import { syllables } from "./uhc.ts";

/** Bytes that decide about an encoding. */
const SAMPLE = 65_536;

/** A legacy encoding must beat windows-1252 by this much, on a scale from -1 to 1. */
const LEAD = 0.08;

/** The likeliest encoding of bytes that are not UTF-8; windows-1252 when nothing else fits clearly better. */
export function detectLegacy(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE);
  const letters = withoutSymbols(sample);
  const counts = new Uint32Array(256);
  const present = new Set(sample);
  let [total, besideAscii] = [0, 0];
  for (const [i, byte] of letters.entries()) {
    counts[byte]!++;
    if (byte < 128) continue;
    total++;
    if (isAsciiLetter(letters[i - 1]) || isAsciiLetter(letters[i + 1])) besideAscii++;
  }
  if (total === 0) return "windows-1252";
  // Few bytes prove little; letters that touch ASCII letters belong to a Latin alphabet.
  const latin = besideAscii > total / 4;
  const lead = LEAD + 1 / (total + 1);
  let best = { encoding: "windows-1252", score: scoreSingle(counts, present, "windows-1252") + lead };
  for (const { encoding, common } of doubleByte) {
    const score = scoreDouble(sample, encoding, common);
    if (score > best.score) best = { encoding, score };
  }
  for (const encoding of Object.keys(languages)) {
    if (encoding === "windows-1252" || (latin && !languages[encoding]!.every(isLatin))) continue;
    let score = scoreSingle(counts, present, encoding);
    if (score > best.score && !languages[encoding]!.some(isLatin)) score -= faults(letters, encoding) / total;
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

const isAsciiLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122;

/** Bytes looked at for what no text does within words. */
const CLOSE = 8_192;

/** How often a word has a capital behind a small letter, or begins with a symbol. */
const faults = (bytes: Uint8Array, encoding: string): number =>
  createDecoder(encoding)
    .decode(bytes.subarray(0, CLOSE))
    .match(/\p{Ll}\p{Lu}|[—–†‡°£¢§•¶™®©‚‹]\p{L}|„(?![^“”]{0,200}[“”])/gu)?.length ?? 0;

const isLatin = ({ letters }: Language): boolean => /\p{Script=Latin}/u.test(letters);

/** How well the counted bytes beyond ASCII suit the best of the languages written in an encoding; -1 where one that is present means nothing in it. */
function scoreSingle(counts: Uint32Array, present: ReadonlySet<number>, encoding: string): number {
  const decoder = createDecoder(encoding);
  const used: { char: string; count: number }[] = [];
  let total = 0;
  for (let byte = 128; byte < 256; byte++) {
    if (!present.has(byte)) continue;
    const char = decoder.decode(Uint8Array.of(byte));
    if (char === "\ufffd") return -1;
    const count = counts[byte]!;
    used.push({ char, count });
    total += count;
  }
  if (total === 0) return 0;
  return Math.max(
    ...languages[encoding]!.map(
      (language) => Math.max(sum(used, language), CAPITALS * sum(used.map(inSmall), language)) / total,
    ),
  );
}

/** What a text in capitals counts, of one that is not. */
const CAPITALS = 0.85;

/** A character as if capitals were small letters, and small ones capitals. */
function inSmall({ char, count }: { readonly char: string; readonly count: number }) {
  const small = char.toLowerCase();
  return { char: small === char ? char.toUpperCase() : small, count };
}

const sum = (used: readonly { char: string; count: number }[], language: Language): number =>
  used.reduce((score, { char, count }) => score + count * weigh(char, language), 0);

function weigh(char: string, { letters, ranked }: Language): number {
  const rank = letters.indexOf(char);
  if (rank !== -1) return ranked ? 1 - (0.8 * rank) / letters.length : 0.9;
  if (letters.includes(char.toLowerCase())) return ranked ? 0.2 : 0.5;
  if (TYPOGRAPHY.test(char)) return 0.2;
  return /\p{C}/u.test(char) ? -3 : -1;
}

const TYPOGRAPHY = /[\u00a0«»“”„‘’‚‹›–—…•†‡ˆ‰˜™ƒŠ©®¢£¥·€№]/;

/** How well a text suits an encoding of two-byte characters; -1 where it is not even well-formed. */
function scoreDouble(sample: Uint8Array, encoding: string, common: string): number {
  let text: string;
  try {
    text = createDecoder(encoding, { fatal: true }).decode(sample, { stream: sample.length === SAMPLE });
  } catch {
    return -1;
  }
  let [score, total] = [0, 0];
  // Some platforms pass over bytes that mean nothing as controls.
  if (/[\x80-\x9f]/.test(text)) return -1;
  const { standard } = encoding === "johab" ? syllables() : { standard: undefined };
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code < 128) continue;
    total++;
    // A letter with an accent and one without it make some syllable of Johab, but seldom one that is in use.
    if (standard && code >= 0xac00 && !standard.has(char)) score--;
    else score += common.includes(char) || (code >= 0x3001 && code <= 0x3002) ? 1 : weighScript(code, encoding);
  }
  return total === 0 ? 0 : score / total;
}

function weighScript(code: number, encoding: string): number {
  if (code >= 0xe000 && code <= 0xf8ff) return -2;
  const kana = code >= 0x3041 && code <= 0x30ff;
  const hangul = code >= 0xac00 && code <= 0xd7a3;
  const han = code >= 0x4e00 && code <= 0x9fff;
  if (encoding === "euc-kr" || encoding === "johab") return hangul ? 0.8 : han ? -0.3 : 0;
  if (encoding === "shift_jis" || encoding === "euc-jp")
    return kana ? 1 : han ? 0.5 : code >= 0xff61 && code <= 0xff9f ? -0.6 : 0;
  return han ? 0.45 : kana ? -0.3 : code > 0xff00 && code < 0xff5f ? 0.5 : 0;
}
