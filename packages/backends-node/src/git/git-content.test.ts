import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Entry, type Path, toPath } from "@holdall/tool-core";
import { isWindows } from "@holdall/tool-kit/node";
import { expect, onTestFinished, test } from "vitest";
import { folderReader } from "../read/folder-reader.ts";
import { gitContent } from "./git-content.ts";
import { readIndex } from "./read-index.ts";

const count = 80;

/** A repository whose files were committed a while ago. */
function open(...more: readonly string[][]) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-git-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@e", ...args], { cwd: root, encoding: "utf8" });
  git("init", "-q");
  mkdirSync(join(root, "ä"));
  const old = new Date(Date.now() - 60_000);
  for (let i = 0; i < count; i++) {
    const path = join(root, i % 2 ? "ä" : ".", `f${i}.ts`);
    writeFileSync(path, `content ${i}\n`.repeat(i % 7));
    utimesSync(path, old, old);
  }
  chmodSync(join(root, "f0.ts"), 0o755);
  git("add", ".");
  for (const args of more) git(...args);
  git("commit", "-qm", "all");
  const entries = async (): Promise<Entry[]> => {
    using reader = await folderReader(root);
    return [toPath(root), toPath(join(root, "ä"))]
      .flatMap((folder) => reader.read(folder, true) ?? [])
      .filter((each) => each.kind === "file");
  };
  return { root, git, entries, at: (name: string) => join(root, name) };
}

const bytesOf = async (root: string, refs: ReadonlyMap<Path, string>) => {
  const contents = await gitContent(root).read([...refs.values()]);
  return new Map([...refs.keys()].map((path, i) => [path, contents[i]]));
};

test.each([["2"], ["4"]])(
  "unchanged files are found in an index of version %s, with their exact bytes",
  async (version) => {
    const { root, entries } = open(["update-index", "--index-version", version]);
    const refs = await gitContent(root).refsOf(await entries());
    expect(refs.size).toBe(count);
    for (const [path, bytes] of await bytesOf(root, refs))
      expect(Buffer.from(bytes ?? [1]).equals(readFileSync(path))).toBe(true);
  },
);

test("what differs in any way from the index is not found", async () => {
  const { root, at, entries, git } = open();
  appendFileSync(at("f2.ts"), "more");
  const same = readFileSync(at("f4.ts"));
  writeFileSync(
    at("f4.ts"),
    same.map((byte) => byte ^ 1),
  );
  const old = new Date(Date.now() - 60_000);
  utimesSync(at("f4.ts"), old, old);
  git("update-index", "--assume-unchanged", "f6.ts");
  writeFileSync(at("new.ts"), "new");
  const refs = await gitContent(root).refsOf(await entries());
  for (const name of ["f2.ts", "f4.ts", "f6.ts", "new.ts"]) expect(refs.has(toPath(at(name)))).toBe(false);
  expect(refs.size).toBe(count - 3);
});

test.each([
  ["filters", (root: string) => writeFileSync(join(root, ".gitattributes"), "*.ts filter=upper\n")],
  ["alternates", (root: string) => writeFileSync(join(root, ".git/objects/info/alternates"), "/elsewhere\n")],
  [
    "partial clones",
    (root: string) => appendFileSync(join(root, ".git/config"), "[extensions]\n\tpartialClone = origin\n"),
  ],
])("a repository with %s is not relied on", async (_, change) => {
  const { root, entries } = open();
  change(root);
  expect((await gitContent(root).refsOf(await entries())).size).toBe(0);
});

test("files whose line ends git converts are not found, the others are", async () => {
  const { root, at, entries, git } = open();
  writeFileSync(at(".gitattributes"), "*.ts text eol=lf\n");
  writeFileSync(at("f10.ts"), "a\r\nb\r\n");
  const old = new Date(Date.now() - 60_000);
  utimesSync(at("f10.ts"), old, old);
  git("add", ".");
  const refs = await gitContent(root).refsOf(await entries());
  expect(refs.has(toPath(at("f10.ts")))).toBe(false);
  expect(refs.size).toBeGreaterThanOrEqual(count - 1);
});

test("a missing object has no content", async () => {
  const { root } = open();
  expect(await gitContent(root).read(["0".repeat(40)])).toEqual([undefined]);
});

// Windows has no variable of this length.
test.skipIf(isWindows())(
  `a git that cannot be started, which Node tells by throwing, gives no content${isWindows() ? " (skipped: this is Windows)" : ""}`,
  async () => {
    const { root, git, entries } = open();
    const { PATH } = process.env;
    onTestFinished(() => {
      process.env.PATH = PATH;
    });
    const ref = git("rev-parse", "HEAD:f2.ts").trim();
    // A repository that converts line ends asks git for sizes, too.
    writeFileSync(join(root, ".git/info/attributes"), "*.ts text\n");
    const all = await entries();
    process.env.PATH = [PATH, ...Array(4000).fill(`/${"long/".repeat(100)}`)].join(delimiter);
    expect(await gitContent(root).read([ref])).toEqual([undefined]);
    expect((await gitContent(root).refsOf(all)).size).toBe(0);
  },
);

test("what is not an index is not read", () => {
  expect(readIndex(Buffer.from("not an index, but long enough to be looked at"))).toBeUndefined();
});
