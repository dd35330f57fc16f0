import { dosPages, notWindows, quotesInWords, withoutDrawing } from "./detect-dos.ts";
import { createDecoder, syllables } from "./legacy-decoder.ts";

/** Bytes that decide about an encoding. */
const SAMPLE = 65_536;

/** A legacy encoding must beat windows-1252 by this much, on a scale from -1 to 1. */
const LEAD = 0.08;

/** An encoding that nothing names, and whether another one is hardly less likely. */
export interface LegacyGuess {
  readonly encoding: string;
  readonly isSure: boolean;
}

/** The likeliest encoding of bytes that are not UTF-8; windows-1252 when nothing else fits clearly better. */
export const detectLegacy = (bytes: Uint8Array): string => guessLegacy(bytes).encoding;

/** Letters that prove something. */
const ENOUGH = 12;
/** The lead over every other reading that makes a guess sure. */
const CLEAR = 0.15;

/** The same, with how sure it is. */
export function guessLegacy(bytes: Uint8Array): LegacyGuess {
  const sample = bytes.subarray(0, SAMPLE);
  const letters = withoutSymbols(sample);
  const counts = new Uint32Array(256);
  const present = new Set(sample);
  let [total, besideAscii] = [0, 0];
  let hasPairs = false;
  for (const [i, byte] of letters.entries()) {
    counts[byte]!++;
    if (byte < 128) continue;
    total++;
    hasPairs ||= letters[i - 1]! >= 128;
    if (isAsciiLetter(letters[i - 1]) || isAsciiLetter(letters[i + 1])) besideAscii++;
  }
  if (total === 0) return { encoding: "windows-1252", isSure: false };
  // Few bytes prove little; letters that touch ASCII letters belong to a Latin alphabet.
  const latin = besideAscii > total / 4;
  const lead = LEAD + 1 / (total + 1);
  const strange = notWindows(sample.subarray(0, CLOSE));
  const quotes = quotesInWords(sample.subarray(0, CLOSE));
  const first = scoreSingle(counts, present, "windows-1252");
  const found: Scored[] = [];
  let best: Scored = { encoding: "windows-1252", score: first + (strange > total / 10 ? 0 : lead) };
  found.push({ encoding: best.encoding, score: first });
  for (const { encoding, common } of doubleByte) {
    if (!hasPairs) break;
    const score = scoreDouble(sample, encoding, common);
    found.push({ encoding, score });
    if (score > best.score) best = { encoding, score };
  }
  if (strange > 0)
    for (const page of dosPages) {
      const score = scoreDos(sample, page);
      found.push({ encoding: page, score });
      if (score > best.score) best = { encoding: page, score };
    }
  for (const encoding of Object.keys(languages)) {
    if (encoding === "windows-1252" || (latin && !languages[encoding]!.every(isLatin))) continue;
    let score = scoreSingle(counts, present, encoding);
    if (score > best.score && !languages[encoding]!.some(isLatin)) score -= faults(letters, encoding) / total;
    if (languages[encoding]!.every(isLatin)) score -= quotes / total;
    if (rare.has(encoding)) score -= 1 / (total + 1);
    found.push({ encoding, score });
    if (score > best.score) best = { encoding, score };
  }
  return { encoding: best.encoding, isSure: isSure(best.encoding, found, total, sample) };
}

/** What few letters alone do not prove. */
const rare: ReadonlySet<string> = new Set(["x-mac-cyrillic", "ibm855", "iso-8859-5", "windows-1258"]);

interface Scored {
  readonly encoding: string;
  readonly score: number;
}

/** Whether a text is long enough, and what would read it in other words is clearly less likely. */
function isSure(encoding: string, found: readonly Scored[], total: number, sample: Uint8Array): boolean {
  if (total < ENOUGH) return false;
  const start = sample.subarray(0, CLOSE);
  const text = createDecoder(encoding).decode(start, { stream: true });
  const own = found.find((each) => each.encoding === encoding)?.score ?? 0;
  return found.every(
    (each) => own - each.score >= CLEAR || createDecoder(each.encoding).decode(start, { stream: true }) === text,
  );
}

/** How well a text suits a code page of DOS; what is drawn with its lines does not count. */
function scoreDos(sample: Uint8Array, page: string): number {
  const counts = new Map<string, number>();
  let total = 0;
  for (const char of withoutDrawing(sample, page)) {
    if (char < "\x80") continue;
    counts.set(char, (counts.get(char) ?? 0) + 1);
    total++;
  }
  const used = [...counts].map(([char, count]) => ({ char, count }));
  if (total === 0) return 0.5;
  return Math.max(
    ...(page === "ibm852" ? central : western).map(
      (language) => Math.max(sum(used, language), CAPITALS * sum(used.map(inSmall), language)) / total,
    ),
  );
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
  const { standard } = encoding === "johab" || encoding === "euc-kr" ? syllables() : { standard: undefined };
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (code < 128) continue;
    total++;
    // A letter with an accent and one without it make some syllable, but rarely one that is in use.
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

/** The non-ASCII letters of a language in one case; `ranked` when their order is that of their frequency. */
export interface Language {
  readonly letters: string;
  readonly ranked?: boolean;
}

const flat = (...letters: readonly string[]): Language[] => letters.map((value) => ({ letters: value }));
const ranked = (...letters: readonly string[]): Language[] =>
  letters.map((value) => ({ letters: value, ranked: true }));

const western = flat(
  "éèàçêâîôûùëïüœ",
  "äöüß",
  "áéíóúñü¿¡",
  "ãõáéíóúâêôàçü",
  "åäöøæé",
  "àèéìòù",
  "ðþáéíóúýæö",
  "ëïéèüö",
);
const central = flat("íáéěýžřščůúňťďó", "ąęółśćżźń", "áéíóöőúüű", "čšžćđ", "áäčďéíĺľňóôŕšťúýž", "ăâîşţ");
const cyrillic = ranked("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", "оанівтеріксмдлпуяьзйбгчхїцюєжшщфґ");
const southSlavic = ranked(
  "аиоетнрсвлкдпмзъгбщячужцйхшюьф",
  "аиоенрстувдкљмплјзгбћчцшжђњхџф",
  "аоиетнрсвдкјлпумзгчбшцжѓќњљхџфѕ",
);
const allCyrillic = [...cyrillic, ...southSlavic];
const greek = ranked("αοιετσνηρυπκλμωάίόέήύδγχθςφβώξζψϊ");
const hebrew = ranked("יוהלאתרמבשנדםחקעפגצסטזןכךץף\u05b4\u05b8\u05b7\u05b0\u05b6\u05bc\u05b9\u05b5\u05bb\u05c1\u05c2");
const arabic = ranked("اليمونرتبةعدسفهكقحجأصشضخطزذئثىغءإظآؤ،ًٌٍَُِّْپچژگ");

/** Single-byte encodings and the languages that identify them. */
export const languages: Readonly<Record<string, readonly Language[]>> = {
  "windows-1252": western,
  "windows-1251": allCyrillic,
  "koi8-r": cyrillic,
  "koi8-u": cyrillic,
  "iso-8859-5": allCyrillic,
  ibm866: cyrillic,
  ibm855: allCyrillic,
  "x-mac-cyrillic": allCyrillic,
  "windows-1250": central,
  "iso-8859-2": central,
  "windows-1253": greek,
  "iso-8859-7": greek,
  "windows-1254": flat("ışğüçöâî\u0130"),
  "windows-1255": hebrew,
  "iso-8859-8": hebrew,
  "windows-1256": arabic,
  "iso-8859-6": arabic,
  "windows-1257": flat("ėšųžįąūčę", "āīēšūņļķģčž", "äõöüšž"),
  "windows-1258": flat("đâêôơưăáàéèíóúýùì\u0300\u0301\u0303\u0309\u0323"),
  "windows-874": ranked("านรอกเ่้งมัยลวีดทิสต็ะปบคหืแจุำพชูขใไโ์ผซถศญธณฟภษฉฝฐๆฮฆฏฤฬฎฑฒฌฯ"),
};

/** Encodings of two bytes a character, with characters that every text of their language has. */
const doubleByte: readonly { readonly encoding: string; readonly common: string }[] = [
  { encoding: "shift_jis", common: "日本人一大年会国出的中ー・「」" },
  { encoding: "euc-jp", common: "日本人一大年会国出的中ー・「」" },
  { encoding: "euc-kr", common: "이다는을의에하고가지로한도를은인사기리아어나대서" },
  { encoding: "johab", common: "이다는을의에하고가지로한도를은인사기리아어나대서" },
  {
    encoding: "gb18030",
    common:
      "的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动，：“”",
  },
  {
    encoding: "big5",
    common:
      "的一是了我不人在他有這個上們來到時大地為子中你說生國年著就那和要她出也得裡後自以會家可下而過天去能對小多然於心學麼之都好看起發當沒成只如事把還用第樣道想作種開美總從無情己面最女但現前些所同日手又行意動，：「」",
  },
];

/**
 * A symbol of windows-1252 where it is used as a symbol. Elsewhere its byte is a letter, which touches other letters: `±` is
 * the Polish `ą`, `³` is `ł`, `µ` the Slovak `ľ`; beside other bytes beyond ASCII it may be anything.
 */
const symbol = new RegExp(
  [
    "[°²]",
    "(?<![A-Za-z])µ(?![aeiouy])",
    "(?<=[0-9Nn])[ªº](?![A-Za-z])",
    "(?<=[0-9]|(?<![A-Za-z])(?:[cdkm]?m|ft|in))³(?![A-Za-z])",
    "(?<=[A-Za-z0-9)\\]°²³¼½¾] ?)[×÷](?![A-Za-z])",
    "(?<![A-Za-z])[¢£¥§©®±¹¶¼½¾¬¦](?![A-Za-z])",
  ]
    .map((each) => `(?<![^\\0-\\x7f])${each}(?![^\\0-\\x7f])`)
    .join("|"),
  "gu",
);

/** The bytes with spaces for symbols such as `°`, `±` and `½`, as windows-1252 writes them: they say nothing about a language. */
function withoutSymbols(bytes: Uint8Array): Uint8Array {
  const letters = Uint8Array.from(bytes);
  const text = new TextDecoder("windows-1252").decode(bytes);
  for (const { index } of text.matchAll(symbol)) letters[index] = 32;
  return letters;
}
