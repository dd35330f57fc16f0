import { isUtf8 } from "node:buffer";
import { decodeFile } from "../packages/tools-fs/src/_codec.ts";
import { numberRows } from "../packages/tools-fs/src/_rows.ts";
import { type BenchRows, interleave, ratio, row, timed } from "./_harness.ts";
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

/** What is known of a file before it is decoded: that it is UTF-8, and nothing else that looks like it. */
export async function* encodingRows(): BenchRows {
  for (const [label, bytes, dashes] of [
    ["64 KB of ASCII", 64_000, false],
    ["64 KB of UTF-8", 64_000, true],
    ["5 MB of ASCII", 5_000_000, false],
    ["5 MB of UTF-8", 5_000_000, true],
  ] as const) {
    const file = new Uint8Array(Buffer.from(sourceText(bytes, { dashes })));
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const samples = await interleave(
      {
        isUtf8: timed(() => isUtf8(file), 10),
        decode: timed(() => decoder.decode(file), 10),
        ours: timed(() => decodeFile(file), 10),
      },
      { rounds: 31, warmups: 3 },
    );
    const deciding = samples.ours.map((value, index) => value - samples.decode[index]!);
    yield row(`decide the encoding, ${label}`, "buffer.isUtf8", ratio(deciding, samples.isUtf8), { most: 1.5 });
    yield row(
      "  decide and decode",
      "buffer.isUtf8 and decode",
      ratio(
        samples.ours,
        samples.isUtf8.map((value, index) => value + samples.decode[index]!),
      ),
    );
  }
}
