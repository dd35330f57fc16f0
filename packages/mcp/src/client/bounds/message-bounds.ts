import { concatBytes, textOf } from "./bytes.ts";

/** What is kept of a message that is too long: enough of both ends to find out what it answers. */
const kept = 512;

/** Bytes put together up to a bound; of more, the two ends and the count. */
export interface BoundedBytes {
  push(bytes: Uint8Array): void;
  readonly size: number;
  /** Returns what was pushed, or its replacement, and starts over. */
  take(): Uint8Array | TooLong;
}

/** A message that was thrown away while it came. */
export interface TooLong {
  readonly size: number;
  readonly head: string;
  readonly tail: string;
}

export function createBoundedBytes(max: number): BoundedBytes {
  let parts: Uint8Array[] = [];
  let size = 0;
  let ends: { head: Uint8Array; tail: Uint8Array } | undefined;

  return {
    get size() {
      return size;
    },
    push(bytes) {
      size += bytes.length;
      if (!ends) parts.push(bytes);
      if (ends) ends.tail = concatBytes([ends.tail, bytes.subarray(-kept)]).subarray(-kept);
      else if (size > max) {
        const whole = concatBytes(parts);
        ends = { head: whole.slice(0, kept), tail: whole.slice(-kept) };
        parts = [];
      }
    },
    take() {
      const [first] = parts;
      const taken = ends
        ? { size, head: textOf(ends.head), tail: textOf(ends.tail) }
        : first && parts.length === 1
          ? first
          : concatBytes(parts);
      parts = [];
      size = 0;
      ends = undefined;
      return taken;
    },
  };
}

export const isTooLong = (taken: Uint8Array | TooLong): taken is TooLong => !(taken instanceof Uint8Array);

/** The key in an error's data that holds the size of a discarded answer. */
export const tooLongKey = "holdall/too-long";

/** The error in place of an answer that was too long, as JSON; undefined if it answers nothing. */
export function replacementOf({ size, head, tail }: TooLong): string | undefined {
  const id =
    /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("[^"\\]{1,100}"|\d{1,15})\s*,/.exec(head)?.[1] ??
    /,\s*"id"\s*:\s*("[^"\\]{1,100}"|\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail)?.[1];
  if (id === undefined || /"method"\s*:/.test(head.slice(0, 200))) return undefined;
  const error = { code: -32000, message: `The answer has ${size} bytes.`, data: { [tooLongKey]: size } };
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
}

/** Take a stream apart into lines of at most `max` bytes, chunk by chunk. */
export function createBoundedLines(
  max: number,
  onLine: (line: Uint8Array | TooLong) => void,
): (chunk: Uint8Array) => void {
  const line = createBoundedBytes(max);
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      line.push(chunk.subarray(from, end));
      from = end + 1;
      onLine(line.take());
    }
    if (from < chunk.length) line.push(chunk.subarray(from));
  };
}
