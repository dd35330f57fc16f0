import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkBrowserPeers } from "./check-browser-peers.ts";

const made: string[] = [];

afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A workspace with one package, whose dependency is `owned`, whose required peer is `needed` and whose optional one is `engine`. */
async function problemsOf(files: Record<string, string>, more: object = {}): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), "holdall-peers-"));
  made.push(root);
  const manifest = {
    name: "@holdall/drawings",
    exports: { ".": "./src/index.ts" },
    dependencies: { owned: "^1.0.0" },
    peerDependencies: { needed: "^1.0.0", engine: "^1.0.0" },
    peerDependenciesMeta: { engine: { optional: true } },
    ...more,
  };
  for (const [name, text] of Object.entries({ "package.json": JSON.stringify(manifest), ...files })) {
    const file = join(root, "packages/drawings", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return (await checkBrowserPeers(root)).problems;
}

test("dependencies and required peers are there in every installation", async () => {
  const index = 'import "owned/part";\nexport * from "needed";\nexport const load = () => import("owned");';
  expect(await problemsOf({ "src/index.ts": index })).toEqual([]);
});

test.each([
  ["an import on use", 'export const load = () => import("engine/part");'],
  ["an import", 'export * from "engine";'],
  ["an address", 'export const wasm = () => new URL("engine/wasm", import.meta.url);'],
  ["a package that nothing names", 'export const load = () => import("stranger");'],
])("%s of what is optional is a problem", async (_, index) => {
  expect(await problemsOf({ "src/index.ts": index })).toContainEqual(
    expect.stringMatching(/@holdall\/drawings: packages\/drawings\/src\/index\.ts asks for (engine|stranger)/),
  );
});

test("a worker that is reached through another worker is walked", async () => {
  const worker = (file: string) => `export const start = () => new Worker(new URL("${file}", import.meta.url));`;
  const files = { "src/index.ts": worker("./a.ts"), "src/a.ts": worker("./b.ts"), "src/b.ts": 'import "engine";' };
  expect(await problemsOf(files)).toEqual([expect.stringContaining("src/b.ts asks for engine")]);
});

test("what stands in for a file in browsers is walked in its place", async () => {
  const files = {
    "src/index.ts": 'export * from "./load.ts";',
    "src/load.ts": 'export async function load() {\n  try {\n    return await import("engine");\n  } catch {}\n}',
    "src/load.browser.ts": "export const load = () => undefined;",
  };
  expect(await problemsOf(files, { browser: { "./src/load.ts": "./src/load.browser.ts" } })).toEqual([]);
  expect(await problemsOf(files)).toHaveLength(1);
});

test("an entry for a peer may ask for it, and no other entry may lead there", async () => {
  const files = { "src/index.ts": "export const a = 1;", "src/engine.ts": 'export * from "engine";' };
  const more = {
    exports: { ".": "./src/index.ts", "./engine": "./src/engine.ts" },
    holdall: { peerEntries: { "./engine": ["engine"] } },
  };
  expect(await problemsOf(files, more)).toEqual([]);
  const leading = { ...files, "src/index.ts": 'export const load = () => import("./engine.ts");' };
  expect(await problemsOf(leading, more)).toEqual([expect.stringContaining("@holdall/drawings: ")]);
});

test.each([
  [
    "require",
    'import { createRequire } from "node:module";\nexport const at = createRequire(import.meta.url).resolve("engine");',
  ],
  [
    "a require of its own",
    'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\nexport const at = require.resolve("engine/package.json");',
  ],
])("what %s resolves is seen by bundlers for servers", async (_, index) => {
  expect(await problemsOf({ "src/index.ts": index })).toEqual([expect.stringContaining("Use `resolveOptional`")]);
});

test("what is optional is imported in a `try` by an entry for Node", async () => {
  const load = (body: string) => ({ "src/index.ts": `import "node:fs";\nexport async function load() {\n${body}\n}` });
  expect(await problemsOf(load('  try {\n    return await import("engine/x");\n  } catch {}'))).toEqual([]);
  const after = '  try {\n    a();\n  } catch {}\n  return await import("engine/x");';
  for (const body of ['  return import("engine/x");', after, '  return import("engine/x").catch(() => {});'])
    expect(await problemsOf(load(body))).toEqual([expect.stringContaining("src/index.ts imports engine/x outside of")]);
});

test("an entry for Node may", async () => {
  expect(await problemsOf({ "src/index.ts": 'import "node:fs";\nimport "engine";' })).toEqual([]);
});
