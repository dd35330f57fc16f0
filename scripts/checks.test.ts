import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { importsOf } from "./_workspace.ts";
import { checkExports } from "./check-exports.ts";
import { checkFloors } from "./check-floors.ts";
import { checkLayout } from "./check-layout.ts";
import { checkNeutral } from "./check-neutral.ts";

const made: string[] = [];

afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A workspace in a temporary folder, from paths and texts. */
function tree(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), "holdall-checks-"));
  made.push(dir);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

/** A healthy package with one source; `extra` adds to its package.json. */
function pkg(name: string, source = "", extra: object = {}): Record<string, string> {
  const manifest = {
    name: `@holdall/${name}`,
    license: "MIT",
    type: "module",
    sideEffects: false,
    engines: { node: ">=22.19" },
    files: ["dist", "src", "!**/*.test.*", "!**/*.fixture.*", "!**/*fixtures/**"],
    exports: { ".": "./src/index.ts" },
    publishConfig: { access: "public", exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } } },
    ...extra,
  };
  return {
    [`packages/${name}/package.json`]: JSON.stringify(manifest),
    [`packages/${name}/README.md`]: `# ${name}\n`,
    [`packages/${name}/src/index.ts`]: 'export { it } from "./it.ts";\n',
    [`packages/${name}/src/it.ts`]: source,
  };
}

const needs = (...names: string[]): object => ({
  dependencies: Object.fromEntries(names.map((name) => [`@holdall/${name}`, "workspace:^"])),
});

test("a healthy tree has no problems", async () => {
  const source = 'import type { Tool } from "@holdall/tool-core";\nexport const it = 1;\n';
  const root = tree({ ...pkg("tool-core", "export const it = 1;\n"), ...pkg("tools-fs", source, needs("tool-core")) });
  for (const check of [checkFloors, checkLayout, checkExports, checkNeutral]) {
    expect((await check(root)).problems).toEqual([]);
  }
});

describe("floors", () => {
  test.each([
    ["sideways", "tools-fs", "tools-todos", "tools-fs (floor 2) depends on @holdall/tools-todos (floor 2)"],
    ["onto the floor below that is not floor 0", "tools-fs", "permissions", "may import only floor 0"],
    ["upwards", "tool-core", "mcp", "tool-core (floor 0) depends on @holdall/mcp (floor 1)"],
    ["sideways on floor 0", "tool-core", "pattern-core", "may import only floor 0"],
  ])("an edge %s is a problem", (_, from, to, message) => {
    const root = tree({ ...pkg(from, "", needs(to)), ...pkg(to) });
    expect(checkFloors(root).problems).toEqual([expect.stringContaining(message)]);
  });

  const port = (source: string) => ({
    ...pkg("durable", "", {
      exports: { ".": "./src/index.ts", "./port": "./src/port/runs.ts" },
      dependencies: { "@holdall/tool-core": "workspace:^", zod: "^4.0.0" },
    }),
    "packages/durable/src/port/runs.ts": source,
  });
  const uses = (specifier: string) => ({
    ...pkg("tool-core"),
    ...pkg("backends-sql", `import type { It } from "${specifier}";\n`, needs("durable")),
  });

  test("a port may be imported sideways and upwards, what stands beside it may not", () => {
    expect(checkFloors(tree({ ...port(""), ...uses("@holdall/durable/port") })).problems).toEqual([]);
    expect(checkFloors(tree({ ...port(""), ...uses("@holdall/durable") })).problems).toEqual([
      expect.stringMatching(/backends-sql \(floor 1\) depends on @holdall\/durable.*backends-sql\/src\/it\.ts/),
    ]);
  });

  test.each(["node:fs", "zod", "@holdall/durable", "@holdall/presets"])(
    "a port that imports %s is a problem",
    (name) => {
      const files = { ...port('export { a } from "./deeper.ts";\n'), ...pkg("tool-core"), ...pkg("presets") };
      const root = tree({ ...files, "packages/durable/src/port/deeper.ts": `import { b } from "${name}";\n` });
      expect(checkFloors(root).problems).toContainEqual(
        expect.stringMatching(`port/deeper.ts is part of the port of @holdall/durable and imports ${name}`),
      );
    },
  );

  test("a circle of packages over ports is a problem", () => {
    const back = pkg("tools-env", 'import type { A } from "@holdall/durable/port";\n', {
      exports: { ".": "./src/index.ts", "./port": "./src/it.ts" },
      ...needs("durable"),
    });
    const root = tree({
      ...port('import type { B } from "@holdall/tools-env/port";\n'),
      ...pkg("durable", "", {
        exports: { ".": "./src/index.ts", "./port": "./src/port/runs.ts" },
        ...needs("tools-env"),
      }),
      ...back,
    });
    expect(checkFloors(root).problems).toEqual([expect.stringContaining("is a circle of packages")]);
  });

  test("presets may use everything below them, and devDependencies are free", () => {
    const upward = { devDependencies: { "@holdall/presets": "workspace:^" } };
    const root = tree({
      ...pkg("presets", "", needs("tools-fs", "mcp")),
      ...pkg("tools-fs", "", upward),
      ...pkg("mcp"),
    });
    expect(checkFloors(root).problems).toEqual([]);
  });

  test("a package on no floor is a problem", () => {
    expect(checkFloors(tree(pkg("misc"))).problems).toEqual([
      expect.stringContaining("packages/misc stands on no floor"),
    ]);
  });

  test.each([
    ["of values", 'import { b } from "./b.ts";\n', 'import { it } from "./it.ts";\n'],
    ["of types", 'import type { B } from "./b.ts";\n', 'import { type It } from "./it.ts";\n'],
    ["made on use", 'const b = () => import("./b.ts");\n', 'import { it } from "./it.ts";\n'],
  ])("a circle of imports %s is a problem", (_, it, b) => {
    const root = tree({ ...pkg("tools-env", it), "packages/tools-env/src/b.ts": b });
    expect(checkFloors(root).problems).toEqual([
      expect.stringContaining(
        "packages/tools-env/src/b.ts → packages/tools-env/src/it.ts → packages/tools-env/src/b.ts is a circle of imports",
      ),
    ]);
  });

  test("an import without its dependency is a problem, in tests as well", () => {
    const root = tree({
      ...pkg("tool-core"),
      ...pkg("tools-fs", 'import { a } from "@holdall/tool-core";\n'),
      "packages/tools-fs/src/it.test.ts": 'import { b } from "@holdall/conformance";\n',
    });
    expect(checkFloors(root).problems).toEqual([
      expect.stringContaining(
        'it.test.ts imports @holdall/conformance, which packages/tools-fs/package.json does not list. Add "@holdall/conformance": "workspace:^" to devDependencies',
      ),
      expect.stringContaining("it.ts imports @holdall/tool-core"),
    ]);
  });
});

describe("layout", () => {
  test.each([
    ["a stray top-level file", { "notes.txt": "" }, "notes.txt is not a known top-level name"],
    [
      "a stray package file",
      { "packages/tools-fs/jest.config.js": "" },
      "tools-fs/jest.config.js: a package holds only",
    ],
    ["code in the index", { "packages/tools-fs/src/index.ts": "export const a = 1;\n" }, "index.ts may hold only"],
    ["a star export", { "packages/tools-fs/src/index.ts": 'export * from "./it.ts";\n' }, "index.ts may hold only"],
    ["a camelCase file", { "packages/tools-fs/src/readFile.ts": "" }, "name files in kebab-case"],
    ["a long file", { "packages/tools-fs/src/long.ts": "//\n".repeat(401) }, "has 401 lines, more than 400"],
    ["a default export", { "packages/tools-fs/src/a.ts": "export default 1;\n" }, "has a default export"],
    ["an only", { "packages/tools-fs/src/a.test.ts": 'test.only("x", f);\n' }, "a.test.ts:1: remove .only"],
    ["a skip", { "packages/tools-fs/src/a.test.ts": 'test.skip("x", f);\n' }, "needs its reason"],
  ])("%s is a problem", (_, files, message) => {
    expect(checkLayout(tree({ ...pkg("tools-fs"), ...files })).problems).toEqual([expect.stringContaining(message)]);
  });

  test("a skip with a reason passes", () => {
    const files = { "packages/tools-fs/src/a.test.ts": '// no symlinks on this disk\ntest.skip("x", f);\n' };
    expect(checkLayout(tree({ ...pkg("tools-fs"), ...files })).problems).toEqual([]);
  });
});

test("exports: an entry without its published twin, and a missing file, are problems", () => {
  const root = tree(pkg("tools-fs", "", { exports: { ".": "./src/index.ts", "./extra": "./src/extra.ts" } }));
  expect(checkExports(root).problems).toEqual([
    expect.stringContaining('exports["./extra"] names ./src/extra.ts, which does not exist'),
    expect.stringContaining('publishConfig.exports["./extra"] should be {"types":"./dist/extra.d.ts"'),
  ]);
});

describe("neutral", () => {
  test("a Node import behind another package is found, with the way to it", () => {
    const root = tree({
      ...pkg("tool-core", 'import { readFile } from "node:fs/promises";\n'),
      ...pkg("tools-fs", 'import { a } from "@holdall/tool-core";\n', needs("tool-core")),
    });
    expect(checkNeutral(root).problems[1]).toContain(
      'reaches "node:fs/promises": packages/tools-fs/src/index.ts → packages/tools-fs/src/it.ts → packages/tool-core/src/index.ts → packages/tool-core/src/it.ts',
    );
  });

  test("types, other entries and packages for Node only may use it", () => {
    const root = tree({
      ...pkg("tools-fs", 'import type { Stats } from "node:fs";\n'),
      "packages/tools-fs/src/node.ts": 'import "node:fs";\n',
      ...pkg("backends-node", 'import "node:fs";\n'),
    });
    expect(checkNeutral(root).problems).toEqual([]);
  });

  test("a lazy import counts", () => {
    expect(checkNeutral(tree(pkg("mcp", 'const fs = await import("node:fs");\n'))).problems).toHaveLength(1);
  });
});

test("importsOf reads statements over several lines and leaves comments alone", () => {
  const text = [
    'import {\n  a,\n  type B,\n} from "one";',
    'import type { C } from "two";',
    'import "three";',
    'export * from "four";',
    'export type { D } from "five";',
    'import type from "six";',
    '/**\n * import { x } from "no";\n */',
    '// import "no";',
    'export const y = { from: "no" };',
    'const lazy = () => import("seven");',
  ].join("\n");
  expect(importsOf(text)).toEqual([
    { specifier: "one", typeOnly: false },
    { specifier: "two", typeOnly: true },
    { specifier: "three", typeOnly: false },
    { specifier: "four", typeOnly: false },
    { specifier: "five", typeOnly: true },
    { specifier: "six", typeOnly: false },
    { specifier: "seven", typeOnly: false },
  ]);
});
