import { isUtf8 } from "node:buffer";
import { numberRows } from "../packages/tools-fs/src/read/rows.ts";
import { decodeFile } from "../packages/tools-fs/src/text/codec.ts";
import { type BenchRows, interleave, ratio, row, timed, type Variant } from "./_harness.ts";
import { sourceText } from "./_source-text.ts";

/** Numbering 50,000 lines. */
export async function* numberingRows(): BenchRows {
  const lines = Buffer.from(sourceText(3_000_000)).toString("utf8").split("\n").slice(0, 50_000);
  const text = lines.join("\n");
  const ours = () => numberRows(text, 1, lines.length, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const padded = () =>
    text
      .split("\n")
      .map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)
      .join("\n");
  if (ours().lines !== lines.length) throw new Error(`${ours().lines} of ${lines.length} lines were numbered.`);

  // What is timed ends with one flat string, as whoever sends it needs it.
  const flat = (make: () => string) => () => Buffer.byteLength(make(), "utf8");
  const samples = await interleave(
    {
      ours: timed(
        flat(() => ours().rows),
        20,
      ),
      padded: timed(flat(padded), 20),
    },
    { rounds: 21, warmups: 3 },
  );
  yield row("number 50,000 lines", "split + padStart + join", ratio(samples.ours, samples.padded), { most: 0.4 });
}

/** What is found out about a file before it is decoded: that it is UTF-8, and nothing else that looks like it. */
export async function* encodingRows(): BenchRows {
  for (const [label, bytes, dashes] of [
    ["64 KB of ASCII", 64_000, false],
    ["64 KB of UTF-8", 64_000, true],
    ["5 MB of ASCII", 5_000_000, false],
    ["5 MB of UTF-8", 5_000_000, true],
  ] as const) {
    const file = new Uint8Array(Buffer.from(sourceText(bytes, { dashes })));
    const samples = await interleave(
      {
        isUtf8: timed(() => isUtf8(file), 10),
        ours: withoutDecoding(
          file,
          timed(() => decodeFile(file), 10),
        ),
      },
      { rounds: 31, warmups: 3 },
    );
    yield row(`decide the encoding, ${label}`, "buffer.isUtf8", ratio(samples.ours, samples.isUtf8), { most: 1.5 });
  }
}

/** Measure with decoders that have the text at once: what is left is the deciding. */
function withoutDecoding(file: Uint8Array, measure: Variant): Variant {
  const text = Buffer.from(file).toString();
  return async () => {
    const [buffer, decoder] = [Buffer.prototype.toString, TextDecoder.prototype.decode];
    let decoded = 0;
    const atOnce = () => {
      decoded++;
      return text;
    };
    Buffer.prototype.toString = atOnce;
    TextDecoder.prototype.decode = atOnce;
    let ms: number;
    try {
      ms = await measure();
    } finally {
      Buffer.prototype.toString = buffer;
      TextDecoder.prototype.decode = decoder;
    }
    if (decoded === 0) throw new Error("The file is decoded in a way that this bench does not know.");
    return ms;
  };
}
