import type { Capture } from "../shell/capture.ts";
import { toPlainText } from "./plain-text.ts";
import { sizeText } from "./size-text.ts";

export interface Excerpt {
  readonly text: string;
  /** Not all is shown. */
  readonly isCut: boolean;
  /** What a reader must know about the text. */
  readonly notes: readonly string[];
}

/** What a model reads of an output: all of it, or its start and its end with at most `maxChars` characters together. */
export function excerpt(capture: Pick<Capture, "bytes" | "start" | "end">, maxChars: number): Excerpt {
  const { bytes, start, end } = capture;
  if (bytes === 0) return { text: "", isCut: false, notes: [] };
  if (isBinary(start.subarray(0, 4_096))) {
    return { text: "", isCut: true, notes: [`The output is binary: ${sizeText(bytes)}.`] };
  }
  const head = toPlainText(decodeStart(start, end.length > 0));
  const tail = toPlainText(decodeEnd(end));
  const overwritten = head.overwritten + tail.overwritten;
  const notes = overwritten > 0 ? [`${overwritten} overwritten lines, such as progress bars, are left out.`] : [];
  if (end.length === 0 && head.text.length <= maxChars) return { text: head.text, isCut: overwritten > 0, notes };

  const first = cutAfter(head.text, maxChars / 2);
  const last = cutBefore(end.length > 0 ? tail.text : head.text.slice(first.length), maxChars / 2);
  const missing = Math.max(0, bytes - byteLength(first) - byteLength(last));
  return {
    text: `${first}\n[… ${sizeText(missing)} left out …]\n${last}`,
    isCut: true,
    notes: [`The output is ${sizeText(bytes)}; only its start and end are shown.`, ...notes],
  };
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** As grep does it, or mostly no UTF-8. */
function isBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true;
  const text = new TextDecoder().decode(bytes, { stream: true });
  return text.split("\ufffd").length - 1 > text.length / 10;
}

/** A character that extends beyond the end is omitted. */
const decodeStart = (bytes: Uint8Array, goesOn: boolean) => new TextDecoder().decode(bytes, { stream: goesOn });

/** From the first whole character on. */
function decodeEnd(bytes: Uint8Array): string {
  let from = 0;
  while (from < 4 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return new TextDecoder().decode(bytes.subarray(from));
}

/** At most `length` characters, whole lines if the last one is not long. */
function cutAfter(text: string, length: number): string {
  const part = text.slice(0, length);
  const line = part.lastIndexOf("\n");
  return line > length - 500 ? part.slice(0, line) : part.replace(/[\ud800-\udbff]$/, "");
}

function cutBefore(text: string, length: number): string {
  const part = text.slice(-length);
  const line = part.indexOf("\n");
  return line >= 0 && line < 500 ? part.slice(line + 1) : part.replace(/^[\udc00-\udfff]/, "");
}
