import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Path, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { localPrograms } from "./local-programs.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function hostileTree(link: (root: string, outside: string) => string) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hostile-")));
  const [root, outside] = [join(base, "root"), join(base, "outside")];
  for (const folder of [join(root, "real"), outside]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "f.py"), "new\n");
    writeFileSync(join(folder, "notes.txt"), "mine\n");
  }
  symlinkSync(link(root, outside), join(root, "sub"));
  return { root, outside, [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }) };
}

test.each([
  ["up to the disk and down to the root", (root: string) => `${"../".repeat(12)}${root.slice(1)}/real`],
  ["relative, to the outside", () => "../outside"],
  ["absolute, to the outside", (_: string, outside: string) => outside],
  ["absolute, to the inside", (root: string) => join(root, "real")],
  ["to itself", () => "sub"],
  ["to the root around it", () => "."],
])("old contents behind a link that leads %s are written to nobody's files", async (_, link) => {
  using tree = hostileTree(link);
  const { root, outside } = tree;
  const old = new Map<Path, Uint8Array | null>([
    [toPath(join(root, "sub/f.py")), bytes("old\n")],
    [toPath(join(root, "sub/notes.txt")), null],
  ]);
  await using copy = await localPrograms({ roots: [root] }).copyProject(toPath(root), old);
  for (const folder of [join(root, "real"), outside]) {
    expect(readFileSync(join(folder, "f.py"), "utf8")).toBe("new\n");
    expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("mine\n");
  }
  if (!copy) return;
  for (const entry of readdirSync(copy.folder, { withFileTypes: true }))
    if (entry.isSymbolicLink()) expect(realpathSync(join(copy.folder, entry.name))).toContain(copy.folder);
});

test.each(["node_modules", "target"])("a change in %s is not put back through its link", async (name) => {
  using tree = hostileTree(() => "real");
  mkdirSync(join(tree.root, name));
  writeFileSync(join(tree.root, name, "a.js"), "new\n");
  const old = new Map([[toPath(join(tree.root, name, "a.js")), bytes("old\n")]]);
  expect(await localPrograms({ roots: [tree.root] }).copyProject(toPath(tree.root), old)).toBeUndefined();
  expect(readFileSync(join(tree.root, name, "a.js"), "utf8")).toBe("new\n");
});

test("what rules deny for reading is not in the copy", async () => {
  using tree = hostileTree(() => "real");
  const denial = {
    action: "read",
    rule: "read(f.py)",
    below: [tree.root],
    matches: (path: string) => /f\.py$/.test(path),
  } as const;
  const old = new Map([[toPath(join(tree.root, "real/f.py")), bytes("old\n")]]);
  await using copy = await localPrograms({ roots: [tree.root], denials: () => [denial] }).copyProject(
    toPath(tree.root),
    old,
  );
  expect(readdirSync(join(copy?.folder ?? "", "real"))).toEqual(["notes.txt"]);
});
