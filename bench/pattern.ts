import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileTextPattern, searchLines, type TextPatternOptions } from "@holdall/pattern-core";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { hostileRows } from "./lib/pattern-hostile.ts";
import { nameRows } from "./lib/pattern-names.ts";
import { peers } from "./lib/peers.ts";
import { rgFiles, wasmRows } from "./lib/search-peers.ts";
import { searchTree } from "./lib/search-tree.ts";

export const about = "The pattern engine on bytes, lines and names, beside V8's RegExp and ripgrep in WebAssembly";

interface Search {
  readonly label: string;
  readonly pattern: string;
  readonly options?: TextPatternOptions;
  /** The same for V8. */
  readonly native: RegExp;
  /** Goals for the whole search as a part of ripgrep's, and for the test of bytes as a part of V8's test of text. */
  readonly most: { readonly wasm: number; readonly native: number };
}

const searches: readonly Search[] = [
  {
    label: "a word",
    pattern: "registerShutdownHook",
    native: /registerShutdownHook/,
    most: { wasm: 0.25, native: 1.5 },
  },
  {
    label: "a word in any case",
    pattern: "registershutdownhook",
    options: { ignoreCase: true },
    native: /registershutdownhook/i,
    most: { wasm: 0.25, native: 1 },
  },
  {
    label: "one of three words",
    pattern: "registerShutdownHook|order_10007|zeroFill",
    native: /registerShutdownHook|order_10007|zeroFill/,
    most: { wasm: 0.25, native: 1 },
  },
  {
    label: "a word in a pattern",
    pattern: String.raw`\bregisterShut\w*Hook\(\d+\)`,
    native: /\bregisterShut\w*Hook\(\d+\)/,
    most: { wasm: 0.25, native: 1 },
  },
  {
    label: "a word of every tenth line in a pattern",
    pattern: String.raw`\bregister\w*Hook\(\d+\)`,
    native: /\bregister\w*Hook\(\d+\)/,
    most: { wasm: 1, native: 2 },
  },
  {
    label: "a pattern without a word",
    pattern: "[a-z]+_[0-9]{5,}",
    native: /[a-z]+_[0-9]{5,}/,
    most: { wasm: 1, native: 0.5 },
  },
];

export async function* rows(): BenchRows {
  yield* hostileRows();
  const tree = searchTree({ files: 1_000, megabytes: 15, ignored: 0 });
  const paths = await rgFiles(tree.folder);
  yield* nameRows();
  const files = paths.map((path) => readFileSync(join(tree.folder, path)));
  for (const search of searches) yield* searchRows(search, tree.folder, files);
}

/** All is in memory for us, on a disk whose files are cached for ripgrep, and already decoded for V8. */
async function* searchRows(
  { label, pattern, options, native, most }: Search,
  folder: string,
  files: readonly Buffer[],
): BenchRows {
  const compiled = compileTextPattern(pattern, options);
  const decoder = new TextDecoder();
  const texts = files.map((bytes) => decoder.decode(bytes));
  const search = () =>
    files.reduce(
      (sum, file) => sum + (compiled.mayMatch(file) ? [...searchLines(decoder.decode(file), compiled)].length : 0),
      0,
    );
  const written = options?.ignoreCase ? `(?i)${pattern}` : pattern;
  const [found, expected] = [search(), (await wasmRows(folder, written)).length];
  if (found !== expected) throw new Error(`${pattern}: ${found} lines, but ripgrep finds ${expected}`);
  const re2 = await compileRe2(written);
  const ms = await interleave(
    {
      re2: re2 ? timed(() => texts.filter((text) => re2.matcher(text).find()).length) : async () => Number.NaN,
      search: timed(search, 20),
      wasm: timed(() => wasmRows(folder, written), 20),
      bytes: timed(() => files.filter((file) => compiled.mayMatch(file)).length, 20),
      lines: timed(() => texts.filter((text) => compiled.findLine(text, 0) >= 0).length, 20),
      native: timed(() => texts.filter((text) => native.test(text)).length, 20),
    },
    { rounds: 9 },
  );
  const megabytes = files.reduce((sum, { length }) => sum + length, 0) / 1e6;
  yield row(`${label}: its lines`, "ripgrep in WebAssembly", ratio(ms.search, ms.wasm), { most: most.wasm });
  yield row("  which files may hold it, from bytes", "V8's RegExp on their text", ratio(ms.bytes, ms.native), {
    most: most.native,
  });
  yield row("  which files hold it, from text", "V8's RegExp on their text", ratio(ms.lines, ms.native));
  if (re2) yield row("  the same", "re2js", ratio(ms.lines, ms.re2));
  yield row("  bytes a second", "nothing", megabytes / median(ms.bytes), { unit: "GB/s" });
  yield row("  text a second", "nothing", megabytes / median(ms.lines), { unit: "GB/s" });
}

interface Re2 {
  matcher(text: string): { find(): boolean };
}

/** The same pattern by RE2 in JavaScript, where HOLDALL_BENCH_PEERS names a folder to install it in. */
async function compileRe2(pattern: string): Promise<Re2 | undefined> {
  const load = peers({ re2js: "2.10.0" });
  if (!load) return undefined;
  const { RE2JS } = (await load("re2js")) as { readonly RE2JS: { compile(pattern: string): Re2 } };
  return RE2JS.compile(pattern);
}
