import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempFolder } from "./temp.ts";

export interface TreeSize {
  /** Files that no rule hides. */
  readonly files: number;
  /** Their text, about. */
  readonly megabytes: number;
  /** Small files in a git-ignored `node_modules`. */
  readonly ignored: number;
}

export interface SearchTree extends TreeSize {
  readonly folder: string;
  readonly label: string;
  /** Bytes of the files that no rule hides. */
  readonly bytes: number;
  /** Trees go when the process ends; a large one can go before. */
  remove(): void;
}

/** What is to be found: the first two stand on 25 lines of a tree, as the name of a function may. */
export const needles = {
  literal: "registerShutdownHook",
  /** Matches `order_10042`, and begins to match in every line. */
  regex: "[a-z]+_[0-9]{4,}",
  /** On every tenth line or so. */
  common: "const ",
};

/** The folder that prefix globs ask for; it holds a tenth of the files. */
export const prefix = "packages/group-0";

/** The names of what the rules of a tree hide, and of the repository. */
export const hiddenName = /^(?:\.git|node_modules|out|debug\.log|left-\d+\.gen\.ts)$/;

const filesPerFolder = 9;
const mostNeedles = 25;

/**
 * Write a tree of source files that is the same every time: nested folders, sizes from a few hundred bytes to a hundred
 * kilobytes, ignore files with negation at every fifth folder, and a `node_modules` that is to be ignored.
 */
export function searchTree({ files, megabytes, ignored }: TreeSize): SearchTree {
  const folder = tempFolder(`search-${files}`);
  const next = random(files);
  const pool = textPool(next);
  const mean = (megabytes * 1e6) / files;
  const withNeedle = Math.ceil(files / mostNeedles);
  const made = new Set<string>();
  const write = (path: string, text: string | Uint8Array) => {
    const parent = dirname(path);
    if (!made.has(parent)) mkdirSync(join(folder, parent), { recursive: true });
    made.add(parent);
    writeFileSync(join(folder, path), text);
  };

  write(".gitignore", "node_modules/\ndist/\n*.log\n!keep.log\n/coverage\n");
  write(".git/HEAD", "ref: refs/heads/main\n");
  write(".git/info/exclude", "");
  let bytes = 0;
  let written = 2;
  for (let index = 0; written < files; index++) {
    const home = folderAt(Math.floor(index / filesPerFolder));
    if (index % (filesPerFolder * 5) === 0) {
      write(`${home}/.gitignore`, `*.tmp\n*.gen.ts\n!kept-${index}.gen.ts\n/out/\n`);
      write(`${home}/left-${index}.gen.ts`, "export {};\n");
      write(`${home}/out/build.js`, "1;\n");
      write(`${home}/debug.log`, "started\n");
      write(`${home}/kept-${index}.gen.ts`, "export {};\n");
      written += 2;
    }
    const size = Math.min(120_000, 300 + Math.floor(mean * -Math.log(1 - next())));
    const from = pool.lineFrom(Math.floor(next() * (pool.bytes.length - 130_000)));
    const body = pool.bytes.subarray(from, pool.lineFrom(from + size));
    const parts = [Buffer.from(`import { module${index} } from "./module-${index}.ts";\n`), body];
    if (index % withNeedle === 0) parts.push(Buffer.from(`${needles.literal}(${index}); order_${10_000 + index};\n`));
    const text = Buffer.concat(parts);
    bytes += text.length;
    write(`${home}/file-${index}.${extensions[index % extensions.length]}`, text);
    written++;
  }
  for (let index = 0; index < ignored; index++) {
    write(
      `node_modules/dep-${index % 97}/lib/${index % 11}/mod-${index}.js`,
      `exports.${needles.literal} = ${index};\n`,
    );
  }
  const label = `${files.toLocaleString("en")} files, ${Math.round(bytes / 1e6)} MB`;
  return {
    files,
    megabytes,
    ignored,
    folder,
    bytes,
    label,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const extensions = ["ts", "ts", "ts", "tsx", "js", "json", "md", "css"];

/** Folder `n`, six to an area, down to four levels below it; the areas are spread over ten groups. */
function folderAt(n: number): string {
  const below = ["src", "src/core", "src/core/util", "src/view", "src/view/list/item", "test"];
  const area = Math.floor(n / below.length);
  return `packages/group-${area % 10}/area-${area}/${below[n % below.length]}`;
}

/** A generator of numbers in [0, 1) that is the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A few megabytes of lines that look like code, to cut files from. */
function textPool(next: () => number) {
  const pick = (words: readonly string[]): string => words[Math.floor(next() ** 2 * words.length)]!;
  const camel = () => verbs[Math.floor(next() * verbs.length)]! + nouns[Math.floor(next() * nouns.length)]!;
  const snake = () => `${pick(verbs)}_${Math.floor(next() * 900)}_${pick(nouns)}`.toLowerCase();
  const lines: string[] = [];
  for (let size = 0; size < 4_000_000; ) {
    const indent = "  ".repeat(Math.floor(next() * 5));
    const line = `${indent}${pick(shapes).replace(/[ABCD]/g, (slot) => (slot === "D" ? snake() : camel()))}\n`;
    lines.push(line);
    size += line.length;
  }
  const bytes = Buffer.from(lines.join(""));
  return { bytes, lineFrom: (at: number) => bytes.indexOf(10, at) + 1 };
}

const verbs = "get set read write create remove register update parse render resolve shut open close find merge".split(
  " ",
);
const nouns =
  "User Order Path Entry Hook Token Node Edge Buffer Stream Config Session Handler Registry Down Cache Index Event".split(
    " ",
  );
const shapes = [
  "return A(B, C);",
  "}",
  "if (A.B === C) {",
  "A.B(C, { D: B });",
  "const A = B(C);",
  "",
  "// A takes what B left and hands it to C, unless D says otherwise.",
  "export function A(B: C): D {",
  'throw new Error("A: B is not a C");',
  "for (const A of B.C()) {",
  "import { A, B } from './C.ts';",
  "* @param A the B of D; D when there is none",
  '"D": "A-B", "D": ["C"],',
];
