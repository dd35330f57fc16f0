import { describe, expect, test } from "vitest";
import { tree } from "./_tree.fixture.ts";
import { importsOf } from "./_workspace.ts";
import { checkBrowserEntries } from "./check-browser-entries.ts";
import { checkFloors } from "./check-floors.ts";
import { checkLayout } from "./check-layout.ts";
import { checkManifests } from "./check-manifests.ts";
import { checkPlatform } from "./check-platform.ts";
import { pageBudget, weigh } from "./check-size.ts";

/** A healthy package with one source; `extra` adds to its package.json. */
function pkg(name: string, source = "", extra: object = {}): Record<string, string> {
  const manifest = {
    name: `@holdall/${name}`,
    description: "A package of a test, in a sentence",
    keywords: ["ai", "agent", "tools", "holdall"],
    homepage: `https://github.com/holdall/holdall/tree/main/packages/${name}#readme`,
    bugs: { url: "https://github.com/holdall/holdall/issues" },
    author: "Holdall contributors",
    repository: { type: "git", url: "git+https://github.com/holdall/holdall.git", directory: `packages/${name}` },
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
    [`packages/${name}/README.md`]: `# ${name}\n\nnpm install @holdall/${name}\n`,
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
  for (const check of [checkFloors, checkLayout, checkManifests, checkPlatform, checkBrowserEntries]) {
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

describe("platform", () => {
  test.each([
    'if (process.platform === "win32") stop();',
    "const { isMac } = table[globalThis.process?.platform];",
    'if (platform() === "linux") start();',
    'export const isIt = (name: string) => name === "win32";',
    'const file = new URL("./x.txt", import.meta.url).pathname;',
  ])("a source that asks for the operating system is a problem: %s", (source) => {
    expect(checkPlatform(tree(pkg("tools-fs", `// A line.\n${source}\n`))).problems).toEqual([
      expect.stringMatching(/^packages\/tools-fs\/src\/it\.ts:2 asks for the operating system\. /),
    ]);
  });

  test("the port, sandboxes, tests and comments may name it", () => {
    const source = 'export const isIt = process.platform === "win32";\n';
    const files = {
      "packages/tool-kit/src/node/platform/platform.ts": source,
      "packages/sandbox/src/probe.ts": source,
      "packages/tools-fs/src/it.test.ts": source,
    };
    const comment = "/**\n * On process.platform.\n */\n// process.platform\nexport const it = 1;\n";
    const all = { ...pkg("tool-kit"), ...pkg("sandbox"), ...pkg("tools-fs", comment), ...files };
    expect(checkPlatform(tree(all)).problems).toEqual([]);
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

describe("manifests", () => {
  test("a published entry that is missing, and a source that is, are problems", () => {
    const root = tree(pkg("tools-fs", "", { exports: { ".": "./src/index.ts", "./extra": "./src/extra.ts" } }));
    expect(checkManifests(root).problems).toEqual([
      expect.stringMatching(/"publishConfig.exports" should be .*"\.\/extra":\{"types":"\.\/dist\/extra\.d\.ts"/),
      expect.stringContaining('exports["./extra"] should name a source below ./src, but ./src/extra.ts does not exist'),
    ]);
  });

  test.each([
    ["type", { type: "commonjs" }, '"type" should be "module", it is "commonjs"'],
    ["keywords", { keywords: ["holdall"] }, '"keywords" should be'],
    ["a pinned range", { dependencies: { zod: "4.0.0" } }, "a published range starts with ^"],
    ["a peer that the README does not name", { peerDependencies: { zod: "^4.0.0" } }, "should name zod"],
    ["a command without a source", { bin: { x: "dist/x.js" } }, 'bin "x" should name a source'],
    ["a stand-in that is not there", { browser: { "./src/it.ts": "./src/no.ts" } }, '"browser" should name a source'],
  ])("%s is a problem", (_, extra, message) => {
    const { problems } = checkManifests(tree(pkg("tools-fs", "", extra)));
    expect(problems.join("\n")).toContain(message);
  });
});

describe("entries for browsers", () => {
  const problemsOf = async (files: Record<string, string>, extra: object = {}) => {
    const all = { ...pkg("drawings", "", { ...optional, ...extra }), ...inDrawings(files) };
    return (await checkBrowserEntries(tree(all))).problems;
  };
  const inDrawings = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`packages/drawings/src/${name}`, text]));
  const optional = {
    dependencies: { owned: "^1.0.0" },
    peerDependencies: { needed: "^1.0.0", engine: "^1.0.0" },
    peerDependenciesMeta: { engine: { optional: true } },
  };

  test("a Node import behind another package is found, with the way to it", async () => {
    const root = tree({
      ...pkg("tool-core", 'import { readFile } from "node:fs/promises";\n'),
      ...pkg("tools-fs", 'import { a } from "@holdall/tool-core";\n', needs("tool-core")),
    });
    expect((await checkBrowserEntries(root)).problems[1]).toContain(
      'reaches "node:fs/promises": packages/tools-fs/src/index.ts → packages/tools-fs/src/it.ts → packages/tool-core/src/index.ts → packages/tool-core/src/it.ts',
    );
  });

  test("types, other entries and packages for Node only may use it; a lazy import counts", async () => {
    const root = tree({
      ...pkg("tools-fs", 'import type { Stats } from "node:fs";\n'),
      "packages/tools-fs/src/node.ts": 'import "node:fs";\n',
      ...pkg("backends-node", 'import "node:fs";\n'),
    });
    expect((await checkBrowserEntries(root)).problems).toEqual([]);
    const lazy = tree(pkg("mcp", 'const fs = await import("node:fs");\n'));
    expect((await checkBrowserEntries(lazy)).problems).toHaveLength(1);
  });

  test("dependencies and required peers are there in every installation", async () => {
    const index = 'import "owned/part";\nexport * from "needed";\nexport const load = () => import("owned");';
    expect(await problemsOf({ "index.ts": index })).toEqual([]);
  });

  test.each([
    ["a dynamic import", 'export const load = () => import("engine/part");'],
    ["an import", 'export * from "engine";'],
    ["an address", 'export const wasm = () => new URL("engine/wasm", import.meta.url);'],
    ["a package that is not listed", 'export const load = () => import("stranger");'],
  ])("%s of what is optional is a problem", async (_, index) => {
    expect(await problemsOf({ "index.ts": index })).toContainEqual(
      expect.stringMatching(/@holdall\/drawings reaches (engine|stranger).*: packages\/drawings\/src\/index\.ts/),
    );
  });

  test("a worker that is reached through another worker is walked", async () => {
    const worker = (file: string) => `export const start = () => new Worker(new URL("${file}", import.meta.url));`;
    const files = { "index.ts": worker("./a.ts"), "a.ts": worker("./b.ts"), "b.ts": 'import "engine";' };
    expect(await problemsOf(files)).toEqual([expect.stringMatching(/reaches engine.*index\.ts → .*a\.ts → .*b\.ts/)]);
  });

  test("a file for browsers is walked in the place of the one that it replaces", async () => {
    const files = {
      "index.ts": 'export * from "./load.ts";',
      "load.ts": 'export async function load() {\n  try {\n    return await import("engine");\n  } catch {}\n}',
      "load.browser.ts": "export const load = () => undefined;",
    };
    expect(await problemsOf(files, { browser: { "./src/load.ts": "./src/load.browser.ts" } })).toEqual([]);
    expect(await problemsOf(files)).toHaveLength(1);
  });

  test("an entry for a peer may import it, and no other entry may lead there", async () => {
    const files = { "index.ts": "export const a = 1;", "engine.ts": 'export * from "engine";' };
    const more = {
      exports: { ".": "./src/index.ts", "./engine": "./src/engine.ts" },
      holdall: { peerEntries: { "./engine": ["engine"] } },
    };
    expect(await problemsOf(files, more)).toEqual([]);
    const leading = { ...files, "index.ts": 'export const load = () => import("./engine.ts");' };
    expect(await problemsOf(leading, more)).toEqual([expect.stringContaining("@holdall/drawings reaches engine")]);
  });

  test.each([
    [
      'import { createRequire } from "node:module";\nexport const at = createRequire(import.meta.url).resolve("engine");',
    ],
    ['const require = createRequire(import.meta.url);\nexport const at = require.resolve("engine/package.json");'],
  ])("a resolved name is seen by bundlers for servers: %s", async (text) => {
    expect(await problemsOf({ "index.ts": "export const a = 1;", "node.ts": text })).toEqual([
      expect.stringContaining("Use `resolveOptional`"),
    ]);
  });

  test("what is optional is imported in a `try` by an entry for Node", async () => {
    const load = (body: string) => ({ "index.ts": "", "node.ts": `export async function load() {\n${body}\n}` });
    expect(await problemsOf(load('  try {\n    return await import("engine/x");\n  } catch {}'))).toEqual([]);
    const after = '  try {\n    a();\n  } catch {}\n  return await import("engine/x");';
    for (const body of ['  return import("engine/x");', after, '  return import("engine/x").catch(() => {});'])
      expect(await problemsOf(load(body))).toEqual([
        expect.stringContaining("src/node.ts imports engine/x outside of"),
      ]);
  });
});

describe("sizes", () => {
  const text = Array.from({ length: 2000 }, (_, i) => (i * i * 7919).toString(36)).join("");
  const weighed = (entry: string, other: string) =>
    weigh(pageBudget(tree({ "entry.ts": entry, "other.ts": other }), "a page", "entry.ts", 1000));
  const lazy = 'export const load = () => import("./other.ts");';

  test("what loads on use is not counted, what loads at once is, and the largest module is named", async () => {
    const large = `export const large = "${text}";`;
    expect((await weighed(lazy, large)).problem).toBeUndefined();
    expect((await weighed('export * from "./other.ts";', large)).problem).toContain("other.ts");
  });

  test("a Node module is a problem of a page, also behind a lazy import", async () => {
    expect((await weighed(lazy, 'export * from "node:fs";')).problem).toContain("node:fs");
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
