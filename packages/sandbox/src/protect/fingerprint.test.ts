import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { workspace } from "../tests/_run.fixture.ts";
import { identityOf, printOf } from "./fingerprint.ts";

function open(files: Readonly<Record<string, string>> = {}) {
  const space = workspace(files);
  onTestFinished(() => space.remove());
  return (path: string) => join(space.root, path);
}

const repository = {
  "r/HEAD": "ref",
  "r/config": "[core]\n",
  "r/hooks/x.sample": "",
  "r/objects/1": "",
  "r/index": "",
};

const setTimes = (path: string) => utimesSync(path, 1_000_000_000, 1_000_000_000);

/** Write over a file, and let it have the times that all files have here. */
function rewrite(path: string, text: string): void {
  writeFileSync(path, text);
  setTimes(path);
}

describe("a print changes when", () => {
  test.each<[string, (at: (path: string) => string) => void]>([
    ["a file's bytes do, and their number", (at) => writeFileSync(at("f/a"), "longer")],
    ["a file's bytes do, under its old times", (at) => rewrite(at("f/a"), "b")],
    ["a file in a folder of the folder does", (at) => rewrite(at("f/g/h"), "i")],
    ["a file becomes executable", (at) => chmodSync(at("f/a"), 0o755)],
    ["a file is made", (at) => writeFileSync(at("f/new"), "")],
    ["a file goes", (at) => unlinkSync(at("f/a"))],
    ["a file gets another name", (at) => renameSync(at("f/a"), at("f/b"))],
    ["two files exchange their content", (at) => [rewrite(at("f/a"), "h"), rewrite(at("f/g/h"), "a")]],
    ["a link leads elsewhere", (at) => [unlinkSync(at("f/link")), symlinkSync("h", at("f/link"))]],
    [
      "a file becomes a link to the same bytes",
      (at) => [renameSync(at("f/a"), at("a")), symlinkSync("../a", at("f/a"))],
    ],
    ["all of it goes", (at) => rmSync(at("f"), { recursive: true })],
  ])("%s", (_, change) => {
    const at = open({ "f/a": "a", "f/g/h": "h" });
    symlinkSync("g", at("f/link"));
    for (const path of ["f/a", "f/g/h"]) setTimes(at(path));
    const before = printOf(at("f"));
    expect(printOf(at("f")), "and only then").toBe(before);
    change(at);
    expect(printOf(at("f"))).not.toBe(before);
  });

  test.each([
    ["its settings do", "config", "[core]\n\tfsmonitor = x\n"],
    ["a hook is made", "hooks/pre-commit", "x"],
    ["a working tree's settings do", "worktrees/w/config.worktree", "x"],
    ["a submodule's settings do", "modules/a/b/config", "x"],
    ["a submodule's hook is made", "modules/a/b/hooks/x", "x"],
  ])("of a repository %s", (_, path, text) => {
    const at = open({ ...repository, "r/modules/a/b/HEAD": "", "r/worktrees/w/HEAD": "" });
    const before = printOf(at("r"));
    mkdirSync(dirname(at(`r/${path}`)), { recursive: true });
    writeFileSync(at(`r/${path}`), text);
    expect(printOf(at("r"))).not.toBe(before);
  });

  test("a file that is too large to be read is written, under its old times as well", () => {
    const at = open({ large: "" });
    truncateSync(at("large"), 1024 * 1024 + 1);
    setTimes(at("large"));
    const before = printOf(at("large"));
    expect(printOf(at("large"))).toBe(before);
    rewrite(at("large"), "x".repeat(statSync(at("large")).size));
    expect(printOf(at("large"))).not.toBe(before);
  });

  test("a file is written again as it was that comes after all that are read: its times stand for its bytes", () => {
    const at = open({ "f/a": "a", "f/b": "b" });
    for (const path of ["f/a", "f/b"]) setTimes(at(path));
    const print = () => printOf(at("f"), { files: 1 });
    const before = print();
    rewrite(at("f/a"), "a");
    expect(print()).toBe(before);
    rewrite(at("f/b"), "b");
    expect(print()).not.toBe(before);
  });
});

describe("a print stays when", () => {
  test("files are read, or written again as they were", () => {
    const at = open({ "f/a": "a" });
    const before = printOf(at("f"));
    writeFileSync(at("fresh"), "a");
    renameSync(at("fresh"), at("f/a"));
    utimesSync(at("f/a"), 1, 1);
    expect(printOf(at("f"))).toBe(before);
  });

  test("a repository gets objects, an index and another branch", () => {
    const at = open(repository);
    const before = printOf(at("r"));
    for (const path of ["objects/2", "index", "HEAD"]) writeFileSync(at(`r/${path}`), "other");
    expect(printOf(at("r"))).toBe(before);
  });
});

test("an identity stays with what is written, and goes with what is replaced or removed", () => {
  const at = open({ a: "a", b: "b" });
  const before = identityOf(at("a"));
  writeFileSync(at("a"), "other");
  expect(identityOf(at("a"))).toBe(before);
  renameSync(at("b"), at("a"));
  expect(identityOf(at("a"))).not.toBe(before);
  expect(identityOf(at("b"))).toBe("absent");
});
