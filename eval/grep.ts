import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession, type Session } from "@holdall/tool-core";
import { type GrepFilesOutput, grepFiles } from "@holdall/tools-fs";
import { rgPath } from "@vscode/ripgrep";
import { tempFolder } from "../bench/lib/temp.ts";
import { comparison } from "./lib/compare-ripgrep.ts";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";
import { randomSearches } from "./lib/grep-patterns.ts";

export const about = "grep_files: the lines that ripgrep finds, in a real project and in a folder of traps";

interface Line {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** As ripgrep tells it: text that is not UTF-8 comes as bytes. */
interface RipgrepLine {
  readonly path: string;
  readonly line: number;
  readonly text: string | { readonly bytes: string };
}

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly tree: string;
  readonly pattern: string;
  readonly options: {
    readonly fixed?: boolean;
    readonly ignore_case?: boolean;
    readonly word?: boolean;
    readonly path?: string;
    readonly glob?: readonly string[];
    readonly type?: string;
    readonly before?: number;
    readonly after?: number;
    readonly max_count?: number;
    readonly hidden?: boolean;
    readonly no_ignore?: boolean;
  };
  readonly matches?: readonly RipgrepLine[];
  readonly context?: readonly RipgrepLine[];
  readonly expect_error?: string;
}

/** What was recorded of them is not what is right, see docs/decisions/search.md. They are asked of ripgrep 15, CRLF being LF. */
const askedAnew: Record<string, string> = {
  g0193: "an older ripgrep refused \\', ripgrep 15 takes it",
  g0400: "a line ends before its \\r\\n",
  g0414: "a line ends before its \\r\\n",
  g0416: "the \\r of a line end is no space of the line",
};

export async function* rows(): EvalRows {
  const folder = corpus("grep");
  const trees = tempFolder("grep");
  execFileSync("tar", ["-xzf", join(folder, "trees.tar.gz"), "-C", trees]);
  const { cases } = readCases<{ cases: Case[] }>(folder, "cases.json");
  for (const tree of new Set(cases.map((one) => one.tree))) {
    execFileSync("git", ["init", "-q"], { cwd: join(trees, tree) });
  }

  const all = tally();
  for (const [kind, members] of Map.groupBy(cases, (one) => one.kind)) {
    const count = tally();
    for (const one of members) {
      const right = await isRight(one, join(trees, one.tree));
      count.add(right, `${one.id} ${one.pattern} ${JSON.stringify(one.options)}`);
      all.add(right);
    }
    yield { what: `  ${kind}`, value: count.right, of: count.all };
  }
  yield { what: "same lines as ripgrep, or a clear error", value: all.right, of: all.all, least: all.all };
  yield* randomRows();
}

/** Random patterns, flags and globs over files with line ends of both kinds; `HOLDALL_SEED` takes others. */
async function* randomRows(): EvalRows {
  const seed = Number(process.env.HOLDALL_SEED ?? 1);
  const count = tally();
  for (let round = 0; round < 10; round++) {
    const differs = comparison(seed + round);
    for (const search of randomSearches(seed + round, 500)) {
      const difference = await differs(search);
      count.add(difference === undefined, difference);
    }
  }
  yield { what: `random searches from seed ${seed}, as ripgrep`, value: count.right, of: count.all, least: count.all };
}

async function isRight(
  { id, pattern, options, matches: recorded = [], context = [], expect_error: refusal }: Case,
  root: string,
): Promise<boolean> {
  const isRecorded = !Object.hasOwn(askedAnew, id);
  const matches = isRecorded ? recorded : ripgrepNow(pattern, options, root);
  const expect_error = isRecorded ? refusal : undefined;
  const session = openSession(createRegistry([grepFiles({ backend: nodeBackend({ roots: [root] }) })]), {
    policy: allow(),
    cwd: root,
  });
  const input = {
    pattern,
    path: options.path ?? ".",
    literal: options.fixed,
    ignore_case: options.ignore_case,
    word: options.word,
    glob: options.glob?.join(","),
    type: options.type,
    before: options.before ?? 0,
    after: options.after ?? 0,
    max_per_file: options.max_count,
    hidden: options.hidden,
    ignored: options.no_ignore,
  };
  const found = await search(session, JSON.parse(JSON.stringify(input)), root);
  if (found === undefined || expect_error !== undefined) return found === undefined && expect_error !== undefined;
  return same(found.matches, matches) && same(found.context, context);
}

/** The lines that ripgrep finds in a copy of a tree in which CRLF is LF. With `--crlf` it takes a lone `\r` for the end of a line. */
function ripgrepNow(pattern: string, { path = ".", glob = [] }: Case["options"], root: string): RipgrepLine[] {
  const copy = `${root}-lf`;
  execFileSync("cp", ["-a", "-T", root, copy]);
  for (const file of readdirSync(copy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const at = join(file.parentPath, file.name);
    const text = readFileSync(at, "latin1");
    if (text.includes("\r\n")) writeFileSync(at, text.replaceAll("\r\n", "\n"), "latin1");
  }
  const globs = glob.flatMap((each) => ["--glob", each]);
  const args = ["--no-config", "--null", "--line-number", "--with-filename", ...globs, "-e", pattern, path];
  const { stdout } = spawnSync(rgPath, args, { cwd: copy, encoding: "latin1" });
  return Array.from(stdout.matchAll(/^(?:\.\/)?([^\0\n]+)\0(\d+):(.*)$/gm), ([, file = "", line, text = ""]) => ({
    path: file,
    line: Number(line),
    text: /[^\0-\x7f]/.test(text) ? { bytes: text } : text,
  }));
}

/** All pages of a search; undefined when it is refused. */
async function search(session: Session, input: object, root: string) {
  const [matches, context]: [Line[], Line[]] = [[], []];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const result = await session.call("grep_files", { ...input, limit: 500, offset });
    if (!result.ok) return undefined;
    const output = result.output as GrepFilesOutput;
    for (const file of output.files) {
      for (const { line, text, match } of file.rows) {
        (match ? matches : context).push({ path: file.path.slice(root.length + 1), line, text });
      }
    }
    offset = output.next_offset;
  }
  return { matches, context };
}

/** Equal sets of lines. A long line may be cut, but to a part of what ripgrep shows; legacy text is compared by its place. */
function same(ours: readonly Line[], theirs: readonly RipgrepLine[]): boolean {
  const wanted = new Map(theirs.map(({ path, line, text }) => [`${path}:${line}`, text]));
  return (
    ours.length === theirs.length &&
    ours.every(({ path, line, text }) => {
      const expected = wanted.get(`${path}:${line}`);
      if (typeof expected !== "string") return expected !== undefined;
      return expected.replace(/\r?\n$/, "") === text || (expected.length > 300 && text.length >= 100);
    })
  );
}
