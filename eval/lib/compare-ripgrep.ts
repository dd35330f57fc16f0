import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { type GrepFilesOutput, grepFiles } from "@holdall/tools-fs";
import { rgPath } from "@vscode/ripgrep";
import { tempFolder } from "../../bench/lib/temp.ts";
import { lineFiles, type RandomSearch } from "./grep-patterns.ts";

/** What a search found, a line each, or that the pattern was refused. */
type Answer = readonly string[] | "refused";

/**
 * A function that says how an answer differs from ripgrep's; undefined where it does not. Our files have CRLF, LF and both,
 * ripgrep's the same lines with LF alone: a line ends before its `\r\n` wherever a pattern asks for its end.
 */
export function comparison(seed: number): (search: RandomSearch) => Promise<string | undefined> {
  const files = lineFiles(seed);
  const folder = tempFolder(`ripgrep-${seed}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.replaceAll("\r\n", "\n"));
  }
  const backend = memoryBackend({
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [`/${path}`, text])),
  });
  const session = openSession(createRegistry([grepFiles({ backend })]), { policy: allow() });

  return async (search) => {
    const result = await session.call("grep_files", { ...search, limit: 10_000 });
    const ours: Answer = result.ok ? linesOf(result.output as GrepFilesOutput) : "refused";
    const theirs = ripgrep(folder, search);
    if (JSON.stringify(ours) === JSON.stringify(theirs)) return undefined;
    const why = result.ok ? "" : ` (${result.error.message})`;
    return `${JSON.stringify(search)}: ${JSON.stringify(ours)}${why}, ripgrep: ${JSON.stringify(theirs)}`.slice(0, 900);
  };
}

const linesOf = ({ files }: GrepFilesOutput): string[] =>
  files.flatMap(({ path, rows }) => rows.map(({ line, text }) => `${path.slice(1)}:${line}:${text}`)).sort();

function ripgrep(folder: string, { pattern, ignore_case, word, multiline, glob }: RandomSearch): Answer {
  const flags = [
    ...(ignore_case ? ["--ignore-case"] : []),
    ...(word ? ["--word-regexp"] : []),
    ...(multiline ? ["--multiline"] : []),
    ...(glob === undefined ? [] : ["--glob", glob]),
  ];
  const { status, stdout } = spawnSync(
    rgPath,
    ["--no-config", "--no-heading", "--line-number", "--with-filename", "--color=never", ...flags, "-e", pattern, "."],
    { cwd: folder, encoding: "utf8" },
  );
  if (status === 2) return "refused";
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((row) => row.replace(/^\.\//, ""))
    .sort();
}
