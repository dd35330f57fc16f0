import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SandboxLevel } from "../port/index.ts";
import { workspace } from "../tests/_run.fixture.ts";
import { createGuard } from "./guard.ts";

/** What a launch holds in a root, when nothing is mounted in fact: all that changes does so from outside. */
function open(
  files: Readonly<Record<string, string>> = {},
  prepare: (at: (path: string) => string) => void = () => {},
) {
  const space = workspace(files);
  onTestFinished(() => space.remove());
  const at = (path: string) => join(space.root, path);
  prepare(at);
  const guard = createGuard([space.root]);
  const names = (paths: readonly string[]) => paths.map((path) => path.slice(space.root.length + 1)).sort();
  return {
    at,
    guard,
    hold(level: SandboxLevel = "default") {
      const { held, above, changes } = guard.hold(level);
      return { held: names(held), above: names(above), changes: () => names(changes().tampered) };
    },
  };
}

const repository = { ".git/HEAD": "", ".git/config": "[core]\n", ".git/hooks/x.sample": "", ".git/objects/1": "" };

/** As `rest` in walks: what has only just changed is read again in any case. */
const settle = (path: string) => expect.poll(() => Date.now() - statSync(path).ctimeMs).toBeGreaterThan(60);

describe("a launch", () => {
  test("holds what is protected, and the folders on the way to it", () => {
    const { hold } = open({ ...repository, "a/b/AGENTS.md": "", "a/c.txt": "", ".vscode/x/y": "" });
    expect(hold()).toMatchObject({ held: [".git", ".vscode", "a/b/AGENTS.md"], above: ["a", "a/b"] });
  });

  test("holds of repositories only what decides what git starts, where git may write", () => {
    const { hold } = open({ ...repository, "AGENTS.md": "" });
    expect(hold("git_write")).toMatchObject({ held: [".git/config", ".git/hooks", "AGENTS.md"], above: [".git"] });
  });

  test("holds nothing where nothing can be written, and sees no change", () => {
    const { hold, at } = open(repository);
    const { held, changes } = hold("read_only");
    mkdirSync(at(".vscode"));
    expect([held, changes()]).toEqual([[], []]);
  });
});

describe("a changed protected path is told once", () => {
  test.each<[string, string[], (at: (path: string) => string) => void]>([
    ["a file that was replaced", ["AGENTS.md"], (at) => renameSync(at("spare"), at("AGENTS.md"))],
    [
      "a folder that was replaced",
      [".vscode"],
      (at) => [rmSync(at(".vscode"), { recursive: true }), mkdirSync(at(".vscode"))],
    ],
    [
      "a link that leads elsewhere, and where it leads",
      [".husky", "spare"],
      (at) => [unlinkSync(at(".husky")), symlinkSync("spare", at(".husky"))],
    ],
    ["a file that is new", ["sub/.mcp.json"], (at) => writeFileSync(at("sub/.mcp.json"), "{}")],
    ["a folder that was moved here", ["sub/.idea"], (at) => renameSync(at("old"), at("sub/.idea"))],
  ])("%s", (_, paths, change) => {
    const files = { "AGENTS.md": "a", ".vscode/a": "a", "hooks/a": "", spare: "b", "sub/x": "", "old/x": "" };
    const { hold, at } = open(files, (at) => symlinkSync("hooks", at(".husky")));
    const { changes } = hold();
    expect(changes()).toEqual([]);
    change(at);
    expect(changes()).toEqual(paths);
    expect(changes()).toEqual([]);
  });

  test("and again when it changes again, also under its old times", () => {
    const { hold, at } = open();
    const { changes } = hold();
    writeFileSync(at("AGENTS.md"), "a");
    expect(changes()).toEqual(["AGENTS.md"]);
    const { atime, mtime } = statSync(at("AGENTS.md"));
    writeFileSync(at("AGENTS.md"), "b");
    utimesSync(at("AGENTS.md"), atime, mtime);
    expect(changes()).toEqual(["AGENTS.md"]);
    rmSync(at("AGENTS.md"));
    expect(changes()).toEqual([]);
    writeFileSync(at("AGENTS.md"), "b");
    expect(changes()).toEqual(["AGENTS.md"]);
  });

  test("one that is made in a known folder which gets the times back that it had", async () => {
    const { hold, at } = open({ "sub/x": "" });
    await settle(at("sub"));
    const { changes } = hold();
    expect(changes()).toEqual([]);
    const { atimeMs, mtimeMs } = statSync(at("sub"));
    writeFileSync(at("sub/AGENTS.md"), "evil");
    utimesSync(at("sub"), atimeMs / 1000, mtimeMs / 1000);
    expect(Math.abs(statSync(at("sub")).mtimeMs - mtimeMs), "the time is back").toBeLessThan(0.01);
    expect(changes()).toEqual(["sub/AGENTS.md"]);
  });

  test("settings of git that came under their old times, where git may write", async () => {
    const { hold, at } = open(repository);
    const { changes } = hold("git_write");
    mkdirSync(at("made/objects"), { recursive: true });
    mkdirSync(at("made/refs"));
    writeFileSync(at("made/HEAD"), "");
    const write = (text: string) => {
      writeFileSync(at("made/config"), text);
      utimesSync(at("made/config"), 1_000_000_000, 1_000_000_000);
    };
    write("[user]\n\tname = ab\n");
    expect(changes(), "this starts nothing").toEqual([]);
    await settle(at("made/config"));
    expect(changes()).toEqual([]);
    write("[alias]\n\tx = !abc\n");
    expect(changes()).toEqual(["made/config"]);
  });
});

test("what is held is innocent while it is the same file: what others write to it is theirs", () => {
  const { hold, at } = open({ "AGENTS.md": "a" });
  const { changes } = hold();
  writeFileSync(at("AGENTS.md"), "b");
  expect(changes()).toEqual([]);
});

test("what was not there is told apart from what was, and repositories that start nothing from others", () => {
  const { at, guard } = open({ ...repository, "AGENTS.md": "a", spare: "b" });
  const { changes } = guard.hold("default");
  renameSync(at("spare"), at("AGENTS.md"));
  for (const path of [".vscode", "clone/.git/hooks", "evil/.git/hooks"]) mkdirSync(at(path), { recursive: true });
  for (const path of ["clone", "evil"]) {
    writeFileSync(at(`${path}/.git/HEAD`), "");
    writeFileSync(at(`${path}/.git/config`), "[core]\n\tbare = false\n");
  }
  writeFileSync(at("evil/.git/hooks/pre-commit"), "x");
  const { tampered, made } = changes();
  expect([...tampered].sort()).toEqual([".vscode", "AGENTS.md", "clone/.git", "evil/.git"].map(at));
  expect([...(made ?? [])].sort()).toEqual([".vscode", "evil/.git"].map(at));
});
