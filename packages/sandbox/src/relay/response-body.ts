import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { createStreamReplacer, type Replacement, type StreamReplacer } from "../masking/replace-stream.ts";
import type { StandIns } from "../masking/stand-ins.ts";

/** Put stand-ins in the place of values in a text that has a character for each byte. */
export function coverText(text: string, standIns: StandIns, replacements: readonly Replacement[]): string {
  const { push, flush } = createStreamReplacer(replacements);
  const replaced = Buffer.concat([push(Buffer.from(text, "latin1")), flush()]);
  return coverFound(replaced.toString("latin1"), standIns);
}

/** The same for a body while it passes. Forms that no replacement has are found within one piece. */
export function coverBody(standIns: StandIns, replacements: readonly Replacement[]): StreamReplacer {
  const { push, flush } = createStreamReplacer(replacements);
  const cover = (bytes: Buffer) => {
    const text = bytes.toString("latin1");
    const covered = coverFound(text, standIns);
    return covered === text ? bytes : Buffer.from(covered, "latin1");
  };
  return { push: (chunk) => cover(push(chunk)), flush: () => cover(flush()) };
}

function coverFound(text: string, { secrets, masked }: StandIns): string {
  let covered = "";
  let at = 0;
  for (const { start, end, name } of secrets.find(text)) {
    const found = text.slice(start, end);
    const standIn = masked.find((each) => each.name === name)?.standIn ?? `[secret ${name}]`;
    covered += text.slice(at, start) + (masked.some((each) => each.standIn === found) ? found : standIn);
    at = end;
  }
  return covered + text.slice(at);
}

/** What takes content encodings off a body. Undefined where one is not known. */
export function decodersOf(contentEncoding: string | undefined): readonly Transform[] | undefined {
  const names = (contentEncoding ?? "").toLowerCase().split(/[\s,]+/);
  const decoders = names.filter((name) => name !== "" && name !== "identity").map((name) => decoderOf(name));
  const known = decoders.filter((decoder) => decoder !== undefined).reverse();
  return known.length === decoders.length && known.length < 3 ? known : undefined;
}

function decoderOf(name: string): Transform | undefined {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      return createZstdDecompress();
    default:
      return undefined;
  }
}
