import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import type { GrepFilesInput, GrepFilesOutput } from "../../search/grep-schema.ts";
import type { ListFilesOutput } from "../../search/list-schema.ts";
import {
  missing,
  packagesTree,
  plainEnv,
  repositoryTree,
  spreadIgnoreFiles,
  withoutHistory,
} from "../_real-trees.fixture.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "holdall-real-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const rgPath = await import("@vscode/ripgrep").then(
  (ripgrep) => ripgrep.rgPath,
  () => "rg",
);
/** With HOLDALL_STRESS=1, all packages that are installed; else some of either kind. */
const all = Boolean(process.env.HOLDALL_STRESS);
const noGit = missing("git");
const noRipgrep = missing(rgPath);
const trees = [
  {
    name: "this repository's last commit, with odd files",
    reason: noGit ?? withoutHistory() ?? noRipgrep,
    build: repositoryTree,
  },
  {
    name: "installed packages",
    reason: noGit ?? noRipgrep,
    build: (folder: string) => packagesTree(folder, all ? "abcdefh" : "bdh"),
  },
  {
    name: "other installed packages",
    reason: noGit ?? noRipgrep,
    build: (folder: string) => packagesTree(folder, all ? "ijlmopqrstv" : "jlq"),
  },
];

for (const [index, { name, reason, build }] of trees.entries()) {
  // Skipped for the reason in its name.
  describe.skipIf(reason !== undefined)(reason ? `${name} (skipped: ${reason})` : name, () => {
    const folder = join(base, `tree-${index}`);
    mkdirSync(folder);
    beforeAll(() => {
      build(folder);
      spreadIgnoreFiles(folder, ".gitignore", 8, index + 1);
    });
    const session = openSession(createRegistry(fsTools({ backend: nodeBackend({ roots: folder }) })), {
      policy: allow(),
      cwd: toPath(folder),
    });
    afterAll(() => session[Symbol.asyncDispose]());

    const run = (program: string, ...args: string[]): Buffer => {
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env: plainEnv, maxBuffer: 2 ** 30 });
      if (status !== 0 && status !== 1) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
      return stdout;
    };
    const call = async <T>(tool: string, input: object): Promise<T> => {
      const result = await session.call(tool, input);
      if (!result.ok) throw result.error;
      return result.output as T;
    };
    const below = (path: string): string => path.slice(folder.length + 1);

    /** All pages of a listing. */
    const listed = async (): Promise<string[]> => {
      const files: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const page: ListFilesOutput = await call("list_files", { offset, limit: 5_000 });
        files.push(...page.files.map(below));
        offset = page.next_offset;
      }
      return files;
    };
    /** What git and ripgrep print before every zero byte. */
    const names = (output: Buffer): string[] => output.toString().split("\0").slice(0, -1).sort();
    const plainFiles = (files: readonly string[]) =>
      files.filter((file) => lstatSync(join(folder, file)).isFile()).sort();
    const rgFiles = () => names(run(rgPath, "--no-config", "--files", "--hidden", "-g", "!.git", "-0"));

    test("list_files lists what git would add", async () => {
      expect((await listed()).sort()).toEqual(names(run("git", "ls-files", "-co", "--exclude-standard", "-z")));
    });

    test("list_files lists what ripgrep would search, and links", async () => {
      expect(plainFiles(await listed())).toEqual(rgFiles());
    });

    test("list_files lists what ripgrep would search where .ignore files speak too", async () => {
      spreadIgnoreFiles(folder, ".ignore", 15, index + 9);
      expect(plainFiles(await listed())).toEqual(rgFiles());
    });

    test.each(searchesOf(index))("grep_files finds the rows of rg %j", async (args, input) => {
      const ours: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const page: GrepFilesOutput = await call("grep_files", { context: 0, limit: 100_000, offset, ...input });
        for (const { path, rows } of page.files)
          for (const { line, text, clipped } of rows) ours.push(row(below(path), line, clipped ? undefined : text));
        offset = page.next_offset;
      }
      const theirs = rgRows(run(rgPath, ...grepArguments, ...args, "."));
      // A long line is shown in part, and so says only where it is.
      const clipped = new Set(ours.filter((each) => each.endsWith(unknownText)));
      const comparable = theirs.map(({ path, line, text }) =>
        clipped.has(row(path, line, undefined)) ? row(path, line, undefined) : row(path, line, text),
      );
      expect(ours.sort()).toEqual(comparable.sort());
    });
  });
}

const searches: readonly (readonly [args: string[], input: Omit<GrepFilesInput, "path">])[] = [
  [["-F", "-e", "a.b(c)"], { pattern: "a.b(c)", literal: true }],
  [["-e", String.raw`function \w+Handler\b`], { pattern: String.raw`function \w+Handler\b` }],
  [["-e", "12345"], { pattern: "12345" }],
  [["-i", "-e", "deprecated: use"], { pattern: "deprecated: use", ignore_case: true }],
  [["-w", "-e", "unknownd?s"], { pattern: "unknownd?s", word: true }],
  [["-e", "[A-Z]{14,}$"], { pattern: "[A-Z]{14,}$" }],
  [["-e", String.raw`\p{Greek}{3}`], { pattern: String.raw`\p{Greek}{3}` }],
  [["-U", "-e", String.raw`\},\n\s*use`], { pattern: String.raw`\},\n\s*use`, multiline: true }],
  [["--hidden", "-e", String.raw`hidden\(\)`], { pattern: String.raw`hidden\(\)`, hidden: true }],
  [["--no-ignore", "-e", "prepublishOnly"], { pattern: "prepublishOnly", ignored: true }],
  [["-t", "ts", "-e", "unique symbol"], { pattern: "unique symbol", type: "ts" }],
  [["-g", "*.md", "-g", "!README*", "-e", "npm install"], { pattern: "npm install", glob: "*.md,!README*" }],
];

/** All of them on the first tree, which is small, and a third on each of the others. */
const searchesOf = (tree: number) => searches.filter((_, i) => tree === 0 || i % 3 === tree);

const grepArguments = ["--no-config", "--no-heading", "--line-number", "--null", "--color=never"];
const unknownText = " \u2026";
const row = (path: string, line: number, text: string | undefined) =>
  `${path}:${line}:${text === undefined ? unknownText : ` ${text}`}`;

/** What ripgrep prints, but for the `\r` that ends a line: we show lines without their ends. */
function rgRows(output: Buffer): { path: string; line: number; text: string }[] {
  const rows = [];
  for (let at = 0; at < output.length; ) {
    const zero = output.indexOf(0, at);
    const colon = output.indexOf(":", zero);
    const end = output.indexOf("\n", colon);
    const text = output.toString("utf8", colon + 1, end).replace(/\r$/, "");
    rows.push({
      path: output.toString("utf8", at + 2, zero),
      line: Number(output.toString("utf8", zero + 1, colon)),
      text,
    });
    at = end + 1;
  }
  return rows;
}
