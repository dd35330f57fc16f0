import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { followBundles } from "./_changesets.ts";
import { nameChunks } from "./_chunk-names.ts";
import { tree } from "./_tree.fixture.ts";
import { readWorkspace } from "./_workspace.ts";
import { checkChangesets } from "./check-changesets.ts";

/** A workspace with two libraries, one on top of the other, and a command that bundles the upper one. */
function workspace(changesets: Record<string, string>, version = "0.1.0"): string {
  const manifests = {
    "packages/core": { name: "@holdall/core" },
    "packages/fs": { name: "@holdall/fs", dependencies: { "@holdall/core": "workspace:^" } },
    "packages/apart": { name: "@holdall/apart" },
    "apps/cli": {
      name: "holdall",
      bin: { holdall: "dist/main.js" },
      devDependencies: { "@holdall/fs": "workspace:^" },
    },
  };
  return tree({
    ...Object.fromEntries(Object.entries(manifests).map(([at, one]) => [`${at}/package.json`, { ...one, version }])),
    ...Object.fromEntries(
      Object.entries(changesets).map(([at, head]) => [`.changeset/${at}.md`, `---\n${head}\n---\n\nNews.\n`]),
    ),
  });
}

test("the command follows a package that its bundle reaches through another, as far as that rises", () => {
  const root = workspace({ a: '"@holdall/core": minor', b: '"@holdall/fs": patch' });
  expect(followBundles(root, readWorkspace(root))).toEqual([".changeset/bundle-of-holdall.md"]);
  const text = readFileSync(join(root, ".changeset/bundle-of-holdall.md"), "utf8");
  expect(text).toBe('---\n"holdall": minor\n---\n\nContains the new versions of @holdall/core, @holdall/fs.\n');
  expect(followBundles(root, readWorkspace(root))).toEqual([]);
});

test.each([
  ["names it already", { a: '"@holdall/core": minor\n"holdall": minor' }],
  ["names it more", { a: '"@holdall/core": patch', b: '"holdall": minor' }],
  ["names what is not in it", { a: '"@holdall/apart": minor' }],
])("nothing is added where a changeset %s", (_, changesets) => {
  const root = workspace(changesets);
  expect(followBundles(root, readWorkspace(root))).toEqual([]);
});

test("changesets that cannot be right are problems", () => {
  const root = workspace({ a: '"@holdall/gone": minor', b: '"@holdall/fs": major' });
  expect(checkChangesets(root).problems).toEqual([
    expect.stringContaining("a.md names @holdall/gone, which is not a published package"),
    expect.stringContaining("b.md: major would release @holdall/fs as 1.0.0"),
  ]);
});

test("a package that was never released starts at 0.1.0", () => {
  const all = '"@holdall/core": minor\n"@holdall/fs": minor\n"@holdall/apart": patch\n"holdall": minor';
  expect(checkChangesets(workspace({ a: all }, "0.0.0")).problems).toEqual([
    expect.stringContaining("Name @holdall/apart as minor in one."),
  ]);
});

test("chunks are named after the largest module in them, in every file that names them", () => {
  const chunk = (bytes: Record<string, number>) => ({
    inputs: Object.fromEntries(Object.entries(bytes).map(([path, bytesInOutput]) => [path, { bytesInOutput }])),
    imports: [],
    exports: [],
    bytes: 0,
  });
  const outputs = {
    "dist/main.js": chunk({ "src/main.ts": 5 }),
    "dist/chunk-ABCDEFGH.js": chunk({
      "../../packages/tools-fs/src/_small.ts": 1,
      "../../packages/tools-fs/src/edit/_plan.ts": 9,
    }),
    "dist/chunk-BCDEFGHI.js": chunk({ "../../node_modules/.pnpm/a@1/node_modules/@scope/name/x.js": 1 }),
  };
  const files = [
    { path: "/dist/main.js", text: 'import "./chunk-ABCDEFGH.js"; import("./chunk-BCDEFGHI.js")' },
    { path: "/dist/chunk-ABCDEFGH.js", text: "" },
    { path: "/dist/chunk-BCDEFGHI.js", text: "" },
  ];
  expect(nameChunks(files, { inputs: {}, outputs })).toEqual([
    ["main.js", 'import "./tools-fs.plan.js"; import("./scope.name.js")'],
    ["tools-fs.plan.js", ""],
    ["scope.name.js", ""],
  ]);
  // Another bundle in the same folder overwrites none of them.
  const other = { "dist/chunk-CDEFGHIJ.js": chunk({ "../../packages/tools-fs/src/edit/_plan.ts": 9 }) };
  const named = nameChunks(
    [{ path: "/dist/chunk-CDEFGHIJ.js", text: "" }],
    { inputs: {}, outputs: other },
    new Set(["tools-fs.plan"]),
  );
  expect(named).toEqual([["tools-fs.plan.2.js", ""]]);
});
