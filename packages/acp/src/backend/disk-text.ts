/** A file on disk as text, and how to make its bytes from another text. */
export interface DiskText {
  /** Without the byte order mark. */
  readonly text: string;
  /** In the file's encoding, with its byte order mark. Undefined if the text cannot be encoded. */
  encode(text: string): Uint8Array | undefined;
}

/** The text of bytes that are UTF-8, or UTF-16 with a byte order mark. Undefined for everything else: an editor may decode it otherwise. */
export function diskText(bytes: Uint8Array): DiskText | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe && !(third === 0 && bytes[3] === 0)) return wide(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return wide(bytes, "utf-16be");
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? bytes.slice(0, 3) : new Uint8Array();
  const text = decode(bytes.subarray(mark.length), "utf-8");
  if (text === undefined || text.includes("\0")) return undefined;
  return { text, encode: (next) => (next.isWellFormed() ? joined(mark, new TextEncoder().encode(next)) : undefined) };
}

function wide(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): DiskText | undefined {
  const text = decode(bytes.subarray(2), encoding);
  if (text === undefined) return undefined;
  const isLittle = encoding === "utf-16le";
  return {
    text,
    encode(next) {
      if (!next.isWellFormed()) return undefined;
      const view = new DataView(new ArrayBuffer(next.length * 2));
      for (let at = 0; at < next.length; at++) view.setUint16(at * 2, next.charCodeAt(at), isLittle);
      return joined(bytes.slice(0, 2), new Uint8Array(view.buffer));
    },
  };
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function joined(mark: Uint8Array, text: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(mark.length + text.length);
  bytes.set(mark);
  bytes.set(text, mark.length);
  return bytes;
}

/** The text as editors hold it: one kind of line ending. */
const plain = (text: string): string => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

/** Whether two texts differ in nothing but line endings and a byte order mark. */
export const isSameText = (one: string, other: string): boolean => one === other || plain(one) === plain(other);

/**
 * The text of an editor with the line endings of the file on disk: those of its first and last lines where these are the same, and
 * the most frequent one between. An editor that gives endings other than `\n` is taken at its word.
 */
export function withDiskEndings(editor: string, disk: string): string {
  const text = editor.replace(/^\ufeff/, "");
  if (text.includes("\r") || !disk.includes("\r")) return text;
  const before = linesOf(disk);
  const after = linesOf(text);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start]?.text === after[start]?.text) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end)?.text === after.at(-1 - end)?.text) end++;
  const usual = usualEnding(before.map((line) => line.ending));
  return after
    .map((line, at) => {
      if (line.ending === "") return line.text;
      const same =
        at < start ? before[at] : at >= after.length - end ? before[at - after.length + before.length] : undefined;
      return line.text + (same?.ending || usual);
    })
    .join("");
}

const linesOf = (text: string) =>
  [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)].map(([, line = "", ending = ""]) => ({ text: line, ending }));

function usualEnding(endings: readonly string[]): string {
  const count = (ending: string) => endings.filter((each) => each === ending).length;
  return ["\n", "\r\n", "\r"].reduce((best, each) => (count(each) > count(best) ? each : best));
}
