import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { fsTools } from "../../fs-tools.ts";
import type { ListFilesOutput } from "../../search/list-schema.ts";
import { gitInit, missing, plainEnv, random } from "../_real-trees.fixture.ts";

// Git counts bytes where we count characters, so that all of this is ASCII.
const names = "a b ab abc a.b foo foo.txt Foo [x] !bang #hash - a*b build .dot .d z? a{b} a^b ]"
  .split(" ")
  .concat("x y");
const parts =
  "a b * ? ** / /**/ **/ /** a**/ [ab] [!a] [^a] [a-c] []a] [[:alpha:]] [a \\a \\* foo .txt . ! # x \\! {b} [\\]] a.b [a- \\ ^"
    .split(" ")
    .concat(" ", "\\ ");

/** Write folders that have nothing to do with each other, each with rules and files of its own; the rules by folder. */
function writeCases(root: string, count: number, seed: number): Map<string, string[]> {
  const next = random(seed);
  const chance = (share: number) => next() < share;
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)]!;
  const some = (most: number, make: () => string) => Array.from({ length: 1 + Math.floor(next() * most) }, make);
  const quoted = (name: string) => (chance(0.5) ? name.replace(/[*?[\]\\]/g, "\\$&") : name);
  const rule = () => {
    const body = chance(0.35) ? quoted(pick(names)) : some(4, () => pick(parts)).join("");
    return `${chance(0.25) ? "!" : ""}${chance(0.15) ? "/" : ""}${body}${chance(0.2) ? "/" : ""}`;
  };
  const write = (path: string, text: string) => {
    const host = join(root, path);
    mkdirSync(dirname(host), { recursive: true });
    writeFileSync(host, text);
  };

  const cases = new Map<string, string[]>();
  for (let i = 0; i < count; i++) {
    const files = new Set<string>();
    for (let n = 0; n < 14; n++) files.add(some(3, () => pick(names)).join("/"));
    const isFolder = (path: string) => files.values().some((file) => file.startsWith(`${path}/`));
    const kept = [...files].filter((file) => !isFolder(file));
    const ruled = [".", ...kept.map(dirname).filter(() => chance(0.1))];
    const rules: string[] = [];
    for (const file of kept) write(`case-${i}/${file}`, "");
    for (const folder of new Set(ruled)) {
      const text = some(4, rule).join(chance(0.8) ? "\n" : "\r\n");
      write(`case-${i}/${folder}/.gitignore`, text);
      rules.push(`${folder}: ${JSON.stringify(text)}`);
    }
    cases.set(`case-${i}`, rules);
  }
  return cases;
}

const noGit = missing("git");

// Skipped for the reason in its name.
test.skipIf(noGit !== undefined)(
  `of 200 folders with rules made at random, the files are listed that git lists${noGit ? ` (skipped: ${noGit})` : ""}`,
  { timeout: 30_000 },
  async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-rules-")));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    gitInit(root);
    const cases = writeCases(root, 200, 7);
    const git = execFileSync("git", ["ls-files", "-co", "-z", "--exclude-standard"], { cwd: root, env: plainEnv });
    const theirs = git.toString().split("\0").filter(Boolean);

    const backend = nodeBackend({ roots: root });
    const session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), cwd: toPath(root) });
    onTestFinished(() => session[Symbol.asyncDispose]());
    const ours: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const result = await session.call("list_files", { offset, limit: 5_000 });
      if (!result.ok) throw result.error;
      const { files, next_offset } = result.output as ListFilesOutput;
      ours.push(...files.map((file) => file.slice(root.length + 1)));
      offset = next_offset;
    }

    const differing = [...new Set(ours).symmetricDifference(new Set(theirs))];
    const told = differing.map((path) => ({ path, rules: cases.get(path.split("/")[0]!) }));
    expect(told.slice(0, 5)).toEqual([]);
    expect(theirs.length).toBeGreaterThan(1_000);
  },
);
