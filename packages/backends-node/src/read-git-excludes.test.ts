import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { testFolder } from "./_test-folder.fixture.ts";
import { readGitExcludes } from "./read-git-excludes.ts";

/** A home folder with files in it, and no system configuration. */
function homeWith(files: Record<string, string>) {
  const { base } = testFolder();
  const home = join(base, "home");
  for (const [name, content] of Object.entries({ ".keep": "", ...files })) {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content.replaceAll("HOME", home));
  }
  const env = { GIT_CONFIG_NOSYSTEM: "1" };
  return { home, read: (more = {}) => readGitExcludes({ home, env: { ...env, ...more } }) };
}

test("by default the file in ~/.config/git, or in $XDG_CONFIG_HOME/git; nothing where there is none", async () => {
  const { home, read } = homeWith({ ".config/git/ignore": "default\n", "xdg/git/ignore": "xdg\n" });
  expect(await read()).toBe("default\n");
  expect(await read({ XDG_CONFIG_HOME: join(home, "xdg") })).toBe("xdg\n");
  expect(await read({ XDG_CONFIG_HOME: join(home, "none") })).toBe("");
  expect(await homeWith({}).read()).toBe("");
  expect(await homeWith({ ".config/git/ignore/folder": "x" }).read()).toBe("");
});

/** How configuration can be written, and the file that git takes from it. */
const written: readonly (readonly [config: string, path: string])[] = [
  ["[core]\n\texcludesFile = ~/a\n", "a"],
  ["[core]\nexcludesfile=HOME/a ; comment\n", "a"],
  ['[Core]\n  EXCLUDESFILE = "HOME/with space"  # comment\n', "with space"],
  ['[core] excludesFile = HOME/"a"\n', "a"],
  ["[core]\nexcludesFile = \\\n  ~/a\n", "a"],
  ["[core]\r\nexcludesFile = ~/a\r\n", "a"],
  ["[core]\nexcludesFile = ~/b\n[user]\nname = x\nexcludesFile = ~/c\n[core]\nexcludesFile = ~/a\n", "a"],
  ['[core "sub"]\nexcludesFile = ~/b\n[core]\nexcludesFile = ~/a\n', "a"],
  ["[include]\npath = more\n", "included"],
  ["[include]\npath = ~/more\n[core]\nexcludesFile = ~/a\n", "a"],
  ['[includeIf "gitdir:/nowhere/"]\npath = ~/more\n[core]\nexcludesFile = ~/a\n', "a"],
  ["[include]\npath = .gitconfig\n[core]\nexcludesFile = ~/a\n", "a"],
  ["[core]\nexcludesFile = ~/gone\n", ""],
  ["[core]\nexcludesFile =\n", ""],
];

test.each(written)("%j: the file that git itself names", async (config, path) => {
  const files = Object.fromEntries(["a", "b", "c", "with space", "included"].map((name) => [name, `${name}\n`]));
  const more = "[core]\nexcludesFile = ~/included\n";
  const { home, read } = homeWith({ ...files, more, ".gitconfig": config, ".config/git/ignore": "default\n" });
  expect(await read()).toBe(path === "" ? "" : `${path}\n`);
  if (config.includes("path = .gitconfig")) return; // git refuses to include a file in itself
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const args = ["config", "--type=path", "--default", "", "--get", "core.excludesFile"];
  const named = execFileSync("git", args, { env, cwd: home, encoding: "utf8" }).trim();
  expect(path === "" ? ["", join(home, "gone")] : [join(home, path)]).toContain(named);
});

test("later files win: system, ~/.config/git/config, ~/.gitconfig, the working tree's own", async () => {
  const set = (name: string) => `[core]\nexcludesFile = HOME/${name}\n`;
  const { home, read } = homeWith({
    ...Object.fromEntries(["system", "xdg", "user", "local", "global"].map((name) => [name, name])),
    "etc/gitconfig": set("system"),
    "work/.git/config": set("local"),
    global: "global",
    "global.config": set("global"),
  });
  const system = { GIT_CONFIG_NOSYSTEM: undefined, GIT_CONFIG_SYSTEM: join(home, "etc/gitconfig") };
  const write = (name: string, content: string) => writeFileSync(join(home, name), content.replaceAll("HOME", home));
  expect(await read(system)).toBe("system");
  mkdirSync(join(home, ".config/git"), { recursive: true });
  write(".config/git/config", set("xdg"));
  expect(await read(system)).toBe("xdg");
  write(".gitconfig", set("user"));
  expect(await read(system)).toBe("user");
  expect(await read({ ...system, GIT_CONFIG_GLOBAL: join(home, "global.config") })).toBe("global");
  expect(await read({ ...system, GIT_CONFIG_GLOBAL: "" })).toBe("system");
  const env = { GIT_CONFIG_NOSYSTEM: "1" };
  expect(await readGitExcludes({ home, env, folder: join(home, "work") })).toBe("local");
});

test("what is remembered of a file counts until the file changes", async () => {
  const { home, read } = homeWith({ ".gitconfig": "[core]\nexcludesFile = ~/a\n", a: "one\n", b: "two\n" });
  // Files that were written just now are not remembered.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  try {
    expect([await read(), await read()]).toEqual(["one\n", "one\n"]);
    change(join(home, "a"), "new\n");
    expect(await read()).toBe("new\n");
    change(join(home, ".gitconfig"), "[core]\nexcludesFile = ~/b\n");
    expect(await read()).toBe("two\n");
    rmSync(join(home, "b"));
    expect(await read()).toBe("");
  } finally {
    vi.useRealTimers();
  }
});

/** Write a file, at a time that cannot be the one before. */
function change(file: string, content: string): void {
  writeFileSync(file, content);
  utimesSync(file, 1, 1);
}
