/** A position of a sentence: something that must match, or a boundary between clauses. */
export interface Token {
  readonly kind: "word" | "number" | "symbol" | "boundary";
  /** As it is compared: words as they stand, numbers in digits. */
  readonly text: string;
}

const numberWords: Readonly<Record<string, number>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value]),
);
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, i) => [word, (i + 2) * 10]),
);
const ordinals: Readonly<Record<string, string>> = Object.fromEntries(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    .split(" ")
    .map((word, i) => [word, `${i + 1}${["st", "nd", "rd"][i] ?? "th"}`]),
);

const pieces =
  /\d+(?:,\d{3})+(?:\.\d+)?(?![\d,])|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?![\p{L}\p{N}])|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|(?:\p{L}\.){2,}|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*['’]?|\s[–—-]+(?=\s)|—|[,;()，；、（）]|[^\s\p{P}\p{Cc}\p{Cf}]|[%&/@#*§+=_\\–-]|(?<=\d)[:.](?=\d)/gu;

/** A sentence as what must match, in order. Numbers in words become digits; negations stand apart from their verbs. */
export function tokensOf(sentence: string): readonly Token[] {
  const text = sentence.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, "").normalize("NFKC");
  const raw = [...text.matchAll(pieces)].flatMap(([piece]) => tokenize(piece));
  return raw.flatMap((token, i): Token[] => {
    // twenty-one, as 20 - 1
    const [before, two] = [raw[i - 1], raw[i - 2]];
    const [dash, unit] = [raw[i + 1], raw[i + 2]];
    if (isTens(token) && dash?.text === "-" && isUnit(unit)) return [number(tens[low(token)]! + valueIn(unit))];
    if (token.text === "-" && before && isTens(before) && isUnit(dash)) return [];
    if (before?.text === "-" && two && isTens(two) && isUnit(token)) return [];
    return [isTens(token) ? number(tens[low(token)]!) : token];
  });
}

const low = ({ text }: Token): string => text.toLowerCase();
const number = (value: number): Token => ({ kind: "number", text: String(value) });
const isTens = (token: Token): boolean => token.kind === "word" && Object.hasOwn(tens, low(token));
const valueIn = ({ text }: Token): number => Number(text);
const isUnit = (token: Token | undefined): token is Token => token?.kind === "number" && /^[1-9]$/.test(token.text);

function tokenize(piece: string): readonly Token[] {
  const bare = piece.trim();
  if (/^[,;()，；、（）—]$|^[–—-]+$/.test(bare) && !(piece === bare && /^[–-]/.test(bare)))
    return [{ kind: "boundary", text: boundaryOf(bare) }];
  if (/^\d/.test(bare) && !/\p{L}/u.test(bare.replace(/(?:st|nd|rd|th)$/, "")))
    return [{ kind: "number", text: /^\d+(?:,\d{3})+(?:\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare }];
  if (!/[\p{L}\p{N}]/u.test(bare)) return [{ kind: "symbol", text: /^[–-]$/.test(bare) ? "-" : bare }];
  const word = bare.replaceAll("’", "'");
  const lower = word.toLowerCase();
  if (Object.hasOwn(numberWords, lower)) return [number(numberWords[lower]!)];
  if (Object.hasOwn(ordinals, lower)) return [{ kind: "number", text: ordinals[lower]! }];
  if (lower === "percent") return [{ kind: "symbol", text: "%" }];
  const apart = Object.hasOwn(expanded, lower) ? expanded[lower]! : splitNegation(word);
  return apart.map((text) => ({ kind: "word", text }));
}

const splitNegation = (word: string): readonly string[] => (/n't$/i.test(word) ? [word.slice(0, -3), "not"] : [word]);

const expanded: Readonly<Record<string, readonly string[]>> = {
  "can't": ["can", "not"],
  cannot: ["can", "not"],
  "won't": ["will", "not"],
  "shan't": ["shall", "not"],
};

function boundaryOf(mark: string): string {
  if (/[(（]/.test(mark)) return "(";
  if (/[)）]/.test(mark)) return ")";
  if (/[;；]/.test(mark)) return ";";
  return /[,，、]/.test(mark) ? "," : "—";
}

/** Without a plural's end. */
export const stemOf = (word: string): string => word.toLowerCase().replace(/(?<=\w{3}[^s])s$/, "");
