/** The text of a file as lines that keep their ends, so that joining them gives back the same bytes. */
export interface TextLines {
  /** How bytes become characters: one each, which keeps every encoding that extends ASCII, or UTF-16. */
  readonly unit: "byte" | "utf-16le" | "utf-16be";
  readonly hasMark: boolean;
  readonly lines: readonly string[];
  /** The line end of all lines that have one. Undefined if there is none, or if they differ. */
  readonly lineEnd: "\n" | "\r\n" | undefined;
}

/** How a text is written as a file. Without a line end, a text keeps its own. */
export type TextForm = Pick<TextLines, "unit" | "hasMark" | "lineEnd">;

/** As many bytes as git looks at for a NUL. */
const sniffed = 8_000;

/** Bytes of a file up to which its lines are compared, which takes several times as much memory. */
const maxText = 32 * 1024 * 1024;

/** Split a file into lines. Undefined for a binary file, and for one of more than 32 MiB. */
export function readLines(bytes: Uint8Array): TextLines | undefined {
  if (bytes.length > maxText) return undefined;
  const [first, second, third] = bytes;
  if (bytes.length % 2 === 0 && first === 0xff && second === 0xfe) return ofText("utf-16le", wide(bytes, 0), true);
  if (bytes.length % 2 === 0 && first === 0xfe && second === 0xff) return ofText("utf-16be", wide(bytes, 1), true);
  if (bytes.subarray(0, sniffed).includes(0)) return undefined;
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  return ofText("byte", narrow(hasMark ? bytes.subarray(3) : bytes), hasMark);
}

/** The bytes of lines. */
export function writeLines({ unit, hasMark }: Pick<TextLines, "unit" | "hasMark">, lines: readonly string[]) {
  const text = lines.join("");
  if (unit === "byte") {
    const start = hasMark ? 3 : 0;
    const bytes = new Uint8Array(start + text.length);
    if (hasMark) bytes.set([0xef, 0xbb, 0xbf]);
    for (let at = 0; at < text.length; at++) bytes[start + at] = text.charCodeAt(at);
    return bytes;
  }
  const marked = hasMark ? `\ufeff${text}` : text;
  const bytes = new Uint8Array(marked.length * 2);
  const high = unit === "utf-16be" ? 0 : 1;
  for (let at = 0; at < marked.length; at++) {
    const code = marked.charCodeAt(at);
    bytes[at * 2 + high] = code >> 8;
    bytes[at * 2 + 1 - high] = code & 0xff;
  }
  return bytes;
}

/** Whether the characters of a file are known: its bytes are UTF-8, or it is UTF-16. */
export function isReadable({ unit, lines }: TextLines): boolean {
  if (unit !== "byte") return true;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(writeLines({ unit, hasMark: false }, lines));
    return true;
  } catch {
    return false;
  }
}

/** Lines as a person reads them. Bytes that are not UTF-8 are shown as U+FFFD. */
export function showLines({ unit }: Pick<TextLines, "unit">, lines: readonly string[]): string {
  return unit === "byte" ? new TextDecoder().decode(writeLines({ unit, hasMark: false }, lines)) : lines.join("");
}

/** Text of a model as lines of a file, in its encoding and with its line ends. */
export function encodeText({ unit, hasMark, lineEnd }: TextForm, text: string): Uint8Array {
  const unmarked = text.replace(/^\ufeff/, "");
  const own = lineEnd === "\r\n" ? unmarked.replace(/\r?\n/g, "\r\n") : unmarked;
  if (unit !== "byte") return writeLines({ unit, hasMark }, [own]);
  const bytes = new TextEncoder().encode(own);
  return hasMark ? new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]) : bytes;
}

/** The same lines with another end; a last line without one stays so. */
export const withLineEnd = (lines: readonly string[], end: "\n" | "\r\n"): string[] =>
  lines.map((line) => (line.endsWith("\n") ? line.slice(0, line.endsWith("\r\n") ? -2 : -1) + end : line));

function ofText(unit: TextLines["unit"], text: string, hasMark: boolean): TextLines {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    lines.push(text.slice(at, next));
    at = next;
  }
  const ended = lines.filter((line) => line.endsWith("\n"));
  const crlf = ended.filter((line) => line.endsWith("\r\n")).length;
  const isUniform = ended.length > 0 && (crlf === 0 || crlf === ended.length);
  return { unit, hasMark, lines, lineEnd: isUniform ? (crlf === 0 ? "\n" : "\r\n") : undefined };
}

const block = 8_192;

function narrow(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += block) text += String.fromCharCode(...bytes.subarray(at, at + block));
  return text;
}

function wide(bytes: Uint8Array, low: 0 | 1): string {
  const codes = new Uint16Array(bytes.length / 2 - 1);
  for (let at = 0; at < codes.length; at++)
    codes[at] = (bytes[at * 2 + 2 + low] ?? 0) | ((bytes[at * 2 + 3 - low] ?? 0) << 8);
  let text = "";
  for (let at = 0; at < codes.length; at += block) text += String.fromCharCode(...codes.subarray(at, at + block));
  return text;
}
