import { findMatches } from "../../packages/tools-fs/src/edit/find/match.ts";
import { type BenchRows, interleave, ratio, row, timed } from "./harness.ts";
import { sourceText } from "./source-text.ts";

const files = [300_000, 5_000_000, 50_000_000].flatMap((bytes) => [
  { bytes, text: "ASCII", dashes: false },
  { bytes, text: "UTF-8", dashes: true },
]);

const decode = "one UTF-8 decode of the file";

/** Finding where an edit goes in a file that is decoded already: eight lines at 90 % of it, spelled a little differently. */
export async function* matchRows(): BenchRows {
  for (const { bytes, dashes, text: kind } of files) {
    const label = `${bytes < 1_000_000 ? `${bytes / 1000} KB` : `${bytes / 1_000_000} MB`} of ${kind}`;
    // A string that was decoded is flat, as the one that an edit searches.
    const text = Buffer.from(sourceText(bytes, { dashes })).toString("utf8");
    const file = Buffer.from(text);
    const exact = needle(text);
    const indented = exact.replace(/^ +/gm, (indent) => "\t".repeat(indent.length / 2));
    const absent = indented.replace("scale", "scope");
    expectMatches(text, exact, 1);
    expectMatches(text, indented, 1);
    expectMatches(text, absent, 0);

    const samples = await interleave(
      {
        decode: timed(() => file.toString("utf8")),
        exact: timed(() => find(text, exact)),
        hit: timed(() => find(text, indented)),
        miss: timed(() => find(text, absent)),
        lines: timed(() => findByLines(text, indented)),
      },
      { rounds: bytes > 10_000_000 ? 9 : 21 },
    );
    const against = (name: keyof typeof samples) => ratio(samples[name], samples.decode);
    yield row(`match, ${label}, exact`, decode, against("exact"));
    yield row(`match, ${label}, indented with tabs`, decode, against("hit"), { most: 0.5 });
    yield row(`match, ${label}, not there`, decode, against("miss"), { most: 0.5 });
    yield row(`  every line trimmed and compared, ${label}`, decode, against("lines"));
  }
  yield* adversarialRows(50_000_000);
}

/** Files made to be slow: whatever the pattern is looked up by stands everywhere. */
async function* adversarialRows(bytes: number): BenchRows {
  const repeat = (line: string) => line.repeat(Math.ceil(bytes / line.length));
  const braces = repeat("    }\n");
  const words = repeat("  return value;\n");
  const oneLine = repeat("a(b,c);");
  const spaced = repeat("a b ");
  const cases = [
    { label: "closing braces only", text: braces, old: `${"  }\n".repeat(20)}  )` },
    { label: "one line over and over", text: words, old: `${"\treturn value;\n".repeat(8)}\treturn other;` },
    { label: "one line of 50 MB", text: oneLine, old: "a(b,c);  a(b,c);a(b,d);" },
    { label: "two words over and over", text: spaced, old: `${"a  b ".repeat(12)}a  c` },
    {
      label: "5000 lines, the last word another",
      text: words,
      old: `${"\treturn value;\n".repeat(5000)}\treturn other;`,
    },
    {
      label: "5000 lines, the first word another",
      text: words,
      old: `\tother value;\n${"\treturn value;\n".repeat(5000)}`,
    },
    {
      label: "a long period, the last word another",
      text: repeat(`${"x ".repeat(999)}y `),
      old: `${"x  ".repeat(999)}z`,
    },
  ];
  yield* rowsOf(cases, bytes);
  // No word is rare and only their order is wrong, so that nothing but reading sign by sign can tell.
  const scanned = [
    {
      label: "the last words in another order",
      text: words,
      old: `${"\treturn value;\n".repeat(5000)}\tvalue; return`,
    },
    { label: "one word more than in a row", text: repeat(`${"x ".repeat(999)}y `), old: "x  ".repeat(1000) },
    {
      label: "the first words in another order",
      text: words,
      old: `  value; return\n${"  return value;\n".repeat(5000)}`,
    },
    { label: "5000 lines that are everywhere", text: words, old: "\treturn value;\n".repeat(5000), absent: false },
    { label: "the same, to the letter", text: words, old: "  return value;\n".repeat(5000), absent: false },
  ];
  yield* rowsOf(scanned, bytes);
}

interface Adversary {
  readonly label: string;
  readonly text: string;
  readonly old: string;
  readonly absent?: boolean;
}

async function* rowsOf(cases: readonly Adversary[], bytes: number): BenchRows {
  for (const { label, text, old, absent = true } of cases) {
    const size = await bearable(text, old, bytes);
    const part = Buffer.from(text.slice(0, size)).toString("utf8");
    const file = Buffer.from(part);
    if (absent) expectMatches(part, old, 0);
    const samples = await interleave(
      { decode: timed(() => file.toString("utf8")), find: timed(() => find(part, old)) },
      { rounds: size < bytes ? 1 : 7, warmups: 1 },
    );
    const what = `match, adversarial ${size / 1_000_000} MB: ${label}`;
    yield row(what, decode, ratio(samples.find, samples.decode), { most: 1 });
  }
}

/** How much of a text to search, so that a search that takes time in the square of it still comes to an end. */
async function bearable(text: string, old: string, bytes: number): Promise<number> {
  const size = Math.min(bytes, 100_000);
  const ms = await timed(() => find(text.slice(0, size), old))();
  return ms > 100 ? size : bytes;
}

function find(text: string, old: string) {
  return findMatches(text, { old, new: "something else altogether" });
}

function expectMatches(text: string, old: string, count: number): void {
  const found = find(text, old)?.matches.length ?? 0;
  if (found !== count) throw new Error(`${found} matches where ${count} were expected, for:\n${old}`);
}

/** How most servers are tolerant: split, then compare trimmed lines at every position. */
function findByLines(text: string, old: string): number {
  const lines = text.split("\n");
  const wanted = old.split("\n").map((line) => line.trim());
  return lines.findIndex((_, at) => wanted.every((line, offset) => lines[at + offset]?.trim() === line));
}

/** Eight lines of code at 90 % of a text. */
function needle(text: string): string {
  const start = text.indexOf("export function", Math.floor(text.length * 0.9));
  return text.slice(start).split("\n").slice(0, 8).join("\n");
}
