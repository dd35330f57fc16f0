import { isMostlyUtf8 } from "@holdall/tool-kit/text";

/** Bytes of an answer as text, and how its encoding was found. */
export interface DecodedBody {
  readonly text: string;
  /** A label of the WHATWG Encoding Standard; besides those utf-32 and iso-2022-kr. */
  readonly charset: string;
  readonly from: "bom" | "header" | "meta" | "content";
  /** Some bytes are invalid in this encoding and became U+FFFD. */
  readonly isMalformed: boolean;
  /** Nothing names the encoding: its letters make it the likeliest. */
  readonly isGuess: boolean;
  /** The guess has no close second. */
  readonly isLikely?: boolean;
}

/** Bytes in which a page may declare its encoding. */
const prescan = 1024;

/**
 * Decode as browsers do: byte order mark, header, declaration in the page, then UTF-8 if it is that, also with a stray byte.
 * Without any of them the letters decide, as they do for files.
 */
export async function decodeBody(bytes: Uint8Array, contentType?: string): Promise<DecodedBody> {
  const mark = byteOrderMark(bytes);
  if (mark) return decode(bytes.subarray(mark.length), mark.charset, "bom");
  const header = known(/;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? "")?.[1]);
  if (header) return decodeDeclared(bytes, header, "header");
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  const declared = type === "" || /html|xml/.test(type) ? known(declaredIn(bytes)) : undefined;
  if (declared)
    return decodeDeclared(
      bytes,
      declared.replace(/^utf-(16|32).*/, "utf-8").replace("x-user-defined", "windows-1252"),
      "meta",
    );
  const wide = wideWithoutMark(bytes);
  if (wide) return decode(bytes, wide, "content");
  if (isMostlyUtf8(bytes)) return decode(bytes, "utf-8", "content");
  return guess(bytes, "content");
}

/** By what is declared, unless that is UTF-8 and the bytes are plainly something else. */
async function decodeDeclared(bytes: Uint8Array, charset: string, from: DecodedBody["from"]): Promise<DecodedBody> {
  const decoded = decode(bytes, charset, from);
  const isOther = charset === "utf-8" && decoded.isMalformed && countWrong(decoded.text) > fewBytes;
  return isOther && !isMostlyUtf8(bytes) ? guess(bytes, from) : decoded;
}

/** Invalid bytes that are faults of a text in UTF-8 rather than another encoding. */
const fewBytes = 7;

async function guess(bytes: Uint8Array, from: DecodedBody["from"]): Promise<DecodedBody> {
  const { createDecoder, guessLegacy } = await import("@holdall/tool-kit/encodings");
  const { encoding: likely, isSure } = guessLegacy(lettersOf(bytes));
  try {
    const text = createDecoder(likely, { fatal: true }).decode(bytes);
    return { text, charset: likely, from, isMalformed: false, isGuess: true, isLikely: isSure };
  } catch {
    // A byte means nothing in it; in windows-1252 every byte means something.
    return { ...decode(bytes, "windows-1252", from), isGuess: true };
  }
}

/** What to say of an encoding that was guessed, or that is not the declared one; nothing where all is as it was said. */
export function encodingNote({ charset, from, isMalformed, isGuess, isLikely }: DecodedBody): string | undefined {
  const isDeclared = from === "header" || from === "meta";
  if (isGuess) {
    const why = isDeclared ? "It declares utf-8, which its bytes are not" : "No encoding is declared";
    const how = isLikely ? "a guess by its letters, which fit it well" : "a guess by its letters, which may be wrong";
    return `${why}: it was read as ${charset}, ${how}.`;
  }
  if (!isMalformed) return undefined;
  const says = isDeclared ? ", which it declares" : "";
  return `Some of its bytes are not ${charset}${says}: they are shown as \ufffd.`;
}

const countWrong = (text: string): number => text.split("\ufffd").length - 1;

/** The part that says something about the letters: scripts and styles at the start of a page are long and in ASCII. */
function lettersOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 128);
  return bytes.subarray(Math.max(0, first - 1));
}

function byteOrderMark(bytes: Uint8Array): { readonly charset: string; readonly length: number } | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0 && bytes.length % 4 === 0)
    return { charset: "utf-32le", length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { charset: "utf-32be", length: 4 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { charset: "utf-8", length: 3 };
  if (a === 0xfe && b === 0xff) return { charset: "utf-16be", length: 2 };
  if (a === 0xff && b === 0xfe) return { charset: "utf-16le", length: 2 };
  return undefined;
}

/** The label's canonical name; nothing for one that means no encoding. */
function known(label: string | undefined): string | undefined {
  const name = label?.trim().toLowerCase();
  if (!name) return undefined;
  if (/^(csiso2022kr|iso-?2022-?kr)$/.test(name)) return "iso-2022-kr";
  const wide = /^(?:utf|ucs)-?(?:32|4)-?(le|be)?$/.exec(name);
  if (wide) return `utf-32${wide[1] ?? "le"}`;
  for (const candidate of [name, aliases[name]]) {
    if (candidate === undefined) continue;
    try {
      return new TextDecoder(candidate).encoding;
    } catch {
      // Not a label of the standard: the next candidate, or the next place that names an encoding.
    }
  }
  return undefined;
}

/** Names that servers send and the standard does not know. */
const aliases: Readonly<Record<string, string>> = {
  cp936: "gbk",
  cp949: "euc-kr",
  ms949: "euc-kr",
  cp932: "shift_jis",
  ms932: "shift_jis",
  cp950: "big5",
  cp874: "windows-874",
  utf8mb4: "utf-8",
  latin9: "iso-8859-15",
};

/** The encoding that the beginning of a page names, in an XML declaration or a meta element. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, prescan)).replace(/<!--[\s\S]*?(-->|$)/g, "");
  const xml = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  if (xml) return xml;
  for (const [meta] of start.matchAll(/<meta[\s/][^>]*>?/gi)) {
    const label = /[\s"';]charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(meta)?.[1];
    if (label) return label;
  }
  return undefined;
}

/** UTF-16 or UTF-32 of mostly Latin text shows by its zeros. */
function wideWithoutMark(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 256);
  if (sample.length < 4 || !sample.includes(0)) return undefined;
  const zeros = [0, 0, 0, 0];
  const whole = sample.length - (sample.length % 4);
  for (let i = 0; i < whole; i++) if (sample[i] === 0) zeros[i % 4]!++;
  const share = zeros.map((count) => count / (whole / 4));
  const pattern = share.map((part) => (part > 0.7 ? "0" : part < 0.3 ? "x" : "?")).join("");
  return { x000: "utf-32le", "000x": "utf-32be", x0x0: "utf-16le", "0x0x": "utf-16be" }[pattern];
}

function decode(bytes: Uint8Array, charset: string, from: DecodedBody["from"]): DecodedBody {
  const decoder = own[charset];
  const strict = decoder ? undefined : decodeStrictly(bytes, charset);
  const text = strict ?? (decoder ? decoder(bytes) : new TextDecoder(charset).decode(bytes));
  return { text, charset, from, isMalformed: strict === undefined && text.includes("\ufffd"), isGuess: false };
}

function decodeStrictly(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Encodings that the platform does not decode. */
const own: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  "utf-32le": (bytes) => decodeUtf32(bytes, true),
  "utf-32be": (bytes) => decodeUtf32(bytes, false),
  "iso-2022-kr": decodeIso2022Kr,
};

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    parts.push(code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? "\ufffd" : String.fromCodePoint(code));
  }
  if (bytes.length % 4 > 0) parts.push("\ufffd");
  return parts.join("");
}

/** Seven-bit Korean: between shift-out and shift-in stand the bytes of EUC-KR without their high bit. */
function decodeIso2022Kr(bytes: Uint8Array): string {
  const plain: number[] = [];
  let isShifted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === 0x1b && bytes[i + 1] === 0x24 && bytes[i + 2] === 0x29 && bytes[i + 3] === 0x43) i += 3;
    else if (byte === 0x0e) isShifted = true;
    else if (byte === 0x0f) isShifted = false;
    else plain.push(isShifted && byte > 0x20 ? byte | 0x80 : byte);
  }
  return new TextDecoder("euc-kr").decode(Uint8Array.from(plain));
}

/** Media types that are text, whatever their bytes look like. */
const textual =
  /^text\/|[/+](json|xml|yaml|javascript|ecmascript|x-www-form-urlencoded|csv|toml|graphql|x-ndjson|x-sh)$/;

/**
 * The media type of a `content-type`, in lower case; empty when there is none. What is not a type is none either, because
 * results name it outside the marks around a server's words.
 */
export function mediaTypeOf(contentType = ""): string {
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  return /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(type) ? type : "";
}

/** A body as text, or undefined for one that is none: NUL says no, then the type has its say, then how well it decodes. */
export async function textOf(
  bytes: Uint8Array,
  contentType = "",
): Promise<{ readonly text: string; readonly note?: string | undefined } | undefined> {
  const type = mediaTypeOf(contentType);
  if (/^(image|audio|video|font)\//.test(type) && !textual.test(type)) return undefined;
  const body = await decodeBody(bytes, contentType);
  const { text, isMalformed, isGuess } = body;
  if (text.slice(0, 4096).includes("\0")) return undefined;
  return textual.test(type) || !(isGuess || isMalformed) ? { text, note: encodingNote(body) } : undefined;
}
