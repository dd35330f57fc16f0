import { excerpt } from "../../text/excerpt.ts";
import { sizeText } from "../../text/size-text.ts";

/** Bytes of the start, and of the end, that an excerpt is made of. */
const part = 64 * 1024;

export interface ShownOutput {
  readonly text: string;
  readonly bytes: number;
  readonly path: string | undefined;
  readonly notes: readonly string[];
}

/** What a model reads of an output, and where all of it is kept if that is not everything. */
export async function showOutput(
  output: string,
  maxChars: number,
  what: string,
  keep: (bytes: Uint8Array) => Promise<string | undefined>,
): Promise<ShownOutput> {
  const bytes = new TextEncoder().encode(output);
  const [start, end] = [
    bytes.subarray(0, part),
    bytes.length > part ? bytes.subarray(Math.max(part, bytes.length - part)) : new Uint8Array(),
  ];
  const { text, isCut, notes } = excerpt({ bytes: bytes.length, start, end }, maxChars);
  if (!isCut) return { text, bytes: bytes.length, path: undefined, notes };
  const path = await keep(bytes);
  const place =
    path === undefined
      ? "It could not be kept; the rest is lost."
      : `All of it: ${path} (${what}, ${sizeText(bytes.length)} in total).${path.startsWith("/dev/shm/") ? " Read it with commands." : ""}`;
  return { text, bytes: bytes.length, path, notes: [...notes, place] };
}
