import { type Backend, joinPath, type Path } from "@holdall/tool-core";
import { bytesOf } from "../_assert.ts";

/** Path below the root → content. */
export type Tree = Readonly<Record<string, string | Uint8Array>>;

/** Write a tree, some files at a time. */
export async function plant(backend: Backend, root: Path, tree: Tree): Promise<void> {
  const files = Object.entries(tree);
  const write = ([name, content]: (typeof files)[number]) =>
    backend.write(joinPath(root, name), typeof content === "string" ? bytesOf(content) : content);
  for (let at = 0; at < files.length; at += 20) await Promise.all(files.slice(at, at + 20).map(write));
}

/** Ignore files of every kind and strength, negation, repositories inside one another, hidden names, an order that is easy to get wrong. */
export const rulesTree: Tree = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/info/exclude": "excluded.txt\n!user.txt\n",
  ".gitignore": "*.log\nbuild/\n/only-top\n!kept.log\nvendor/*\n!vendor/ours\n",
  ".ignore": "*.tmp\n!shown.log\n",
  ".env": "x",
  ".github/workflows/ci.yml": "on: push\n",
  "a.log": "x",
  "a!/x": "x",
  "a-b": "x",
  "a/.cursorignore": "*.cur\n!a.tmp\n",
  "a/a.tmp": "x",
  "a/b.cur": "x",
  "a.ts": "x",
  "a/only-top": "x",
  "a/x.ts": "x",
  "a/.hidden/x.ts": "x",
  "a/deep/er/est/x.ts": "x",
  a0: "x",
  "build/out.js": "x",
  "excluded.txt": "x",
  "kept.log": "x",
  "mine.user": "x",
  "only-top": "x",
  "shown.log": "x",
  "src/.gitignore": "!b.log\n*.gen\n",
  "src/b.log": "x",
  "src/build": "a file, so build/ does not mean it",
  "src/c.gen": "x",
  "src/c.tmp": "x",
  "user.txt": "x",
  "vendor/ours/x": "x",
  "vendor/theirs/x": "x",
  "inner/.git/HEAD": "ref: refs/heads/main\n",
  "inner/.git/info/exclude": "own.txt\n",
  "inner/.gitignore": "*.own\n",
  "inner/a.log": "x",
  "inner/a.own": "x",
  "inner/a.tmp": "x",
  "inner/own.txt": "x",
  "tree/.git": "gitdir: ../.git/worktrees/tree\n",
  ".git/worktrees/tree/commondir": "../..\n",
  "tree/excluded.txt": "x",
  "tree/a.log": "x",
  "\u{1f600}": "x",
  "\uff21": "x",
};

const needles = "first line\nneedle and Needle\nlast";
const utf16 = (text: string, mark: boolean, little: boolean): Uint8Array => {
  const units = [...(mark ? "\ufeff" : ""), ...text].map((char) => char.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => (little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
};

/** Files that hold `needle` in every way a file of text can, a binary one, and files that do not. */
export const textTree: Tree = {
  "plain.txt": needles,
  "crlf.txt": needles.replaceAll("\n", "\r\n"),
  "upper.txt": "NEEDLE\n",
  "none.txt": "nothing here\n",
  "empty.txt": "",
  "bom.txt": `\ufeff${needles}`,
  "utf16le-marked.txt": utf16(needles, true, true),
  "utf16be-marked.txt": utf16(needles, true, false),
  "utf16le.txt": utf16(needles.repeat(20), false, true),
  "latin1.txt": Uint8Array.from("été needle à la fin\n", (char) => char.charCodeAt(0)),
  "japanese.txt": "針 needle 日本語\n",
  "shift-jis.txt": Uint8Array.of(0x90, 0x6a, ...bytesOf(" needle "), 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea),
  "kelvin.txt": "\u212aelvin and \u017fize\n",
  "binary.bin": Uint8Array.of(0, 1, 2, 0, ...bytesOf("needle"), 0, 255),
  "far.txt": `${"filler line of no interest\n".repeat(4_000)}needle\n`,
  "long-line.txt": `${"x".repeat(200_000)}needle${"y".repeat(200_000)}`,
  "parts.txt": "nee\ndle\n",
  ".hidden": needles,
  ".gitignore": "dropped/\n",
  "dropped/x.txt": needles,
  "deep/er/x.txt": needles,
  "denied/x.txt": needles,
  "denied.txt": needles,
};

/** Which files of `textTree` that a plain walk shows hold a match; every search may return more, none may return less. */
export const textMatches: readonly {
  readonly pattern: string;
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly word?: boolean;
  readonly multiline?: boolean;
  readonly files: readonly string[];
}[] = (() => {
  const exact = [
    "bom.txt",
    "crlf.txt",
    "deep/er/x.txt",
    "denied.txt",
    "denied/x.txt",
    "far.txt",
    "japanese.txt",
    "latin1.txt",
    "long-line.txt",
    "plain.txt",
    "shift-jis.txt",
    "utf16be-marked.txt",
    "utf16le-marked.txt",
    "utf16le.txt",
  ];
  const lines = exact.filter((name) => /^(bom|crlf|deep|denied|plain|utf16)/.test(name));
  return [
    { pattern: "needle", literal: true, files: exact },
    { pattern: "needle", files: exact },
    { pattern: "NEEDLE", ignoreCase: true, files: [...exact, "upper.txt"] },
    { pattern: "needle", word: true, files: exact.filter((name) => name !== "long-line.txt") },
    { pattern: "needle and (N|n)eedle", files: lines },
    { pattern: "^needle", files: [...lines, "far.txt"] },
    { pattern: String.raw`line\r?\nneedle`, multiline: true, files: lines },
    { pattern: "needle|nothing", files: [...exact, "none.txt"] },
    { pattern: "(?i:K)elvin", files: ["kelvin.txt"] },
    { pattern: "SIZE", ignoreCase: true, literal: true, files: ["kelvin.txt"] },
    { pattern: "日本", files: ["japanese.txt", "shift-jis.txt"] },
    { pattern: "x{900}needley{900}", files: ["long-line.txt"] },
    { pattern: "no such text", files: [] },
  ];
})();
