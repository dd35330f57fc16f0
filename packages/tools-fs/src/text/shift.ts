import { ToolError } from "@holdall/tool-core";

/** Seven-bit encodings that switch between ASCII and two-byte characters. */
export type ShiftEncoding = "iso-2022-jp" | "iso-2022-kr";

/** A run of bytes in one mode; escapes lie between the runs. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly wide: boolean;
}

export const isShift = (encoding: string): encoding is ShiftEncoding => /^iso-2022-(jp|kr)$/.test(encoding);

const ESCAPE = String.fromCharCode(27);

const SAMPLE = 4096;

/** Recognize an encoding by its escape sequences. */
export function guessShift(bytes: Uint8Array): ShiftEncoding | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, SAMPLE));
  if (head.includes(`${ESCAPE}$)C`)) return "iso-2022-kr";
  return head.includes(`${ESCAPE}$B`) || head.includes(`${ESCAPE}$@`) ? "iso-2022-jp" : undefined;
}

export function decodeShift(bytes: Uint8Array, encoding: ShiftEncoding): string {
  const wide = new TextDecoder(encoding === "iso-2022-jp" ? "euc-jp" : "euc-kr");
  const narrow = new TextDecoder();
  return runsOf(bytes, encoding)
    .map((run) => {
      const slice = bytes.subarray(run.start, run.end);
      return run.wide ? wide.decode(slice.map((byte) => byte | 0x80)) : narrow.decode(slice);
    })
    .join("");
}

/** The byte offset of a text index in ASCII mode; throws where the text around it is not ASCII. */
export function offsetInShift(bytes: Uint8Array, encoding: ShiftEncoding, index: number): number {
  let at = 0;
  for (const { start, end, wide } of runsOf(bytes, encoding)) {
    const length = wide ? (end - start) / 2 : end - start;
    if (!wide && index >= at && index <= at + length) return start + index - at;
    at += length;
  }
  throw new ToolError("unsupported", `The text to change is inside text that ${encoding} writes in two-byte mode.`, {
    hint: "Only ASCII parts of such a file can be edited; rewrite it as UTF-8 with {write_file} and encoding utf-8.",
  });
}

function runsOf(bytes: Uint8Array, encoding: ShiftEncoding): Run[] {
  const runs: Run[] = [];
  let [start, wide] = [0, false];
  const close = (end: number, next: number): void => {
    if (end > start) runs.push({ start, end, wide });
    start = next;
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (encoding === "iso-2022-kr" && (byte === 14 || byte === 15)) {
      close(at, at + 1);
      wide = byte === 14;
    } else if (byte === 27) {
      const size = encoding === "iso-2022-kr" ? 4 : 3;
      close(at, at + size);
      if (encoding === "iso-2022-jp") wide = bytes[at + 1] === 36;
      at += size - 1;
    }
  }
  close(bytes.length, bytes.length);
  return runs;
}
