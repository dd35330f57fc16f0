import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { serverPool } from "@holdall/language-servers";
import type { CodeServer, ServerAnswer } from "@holdall/language-servers/port";
import { toPath } from "@holdall/tool-core";
import { afterAll, expect, test } from "vitest";
import type { FindDefinitionOutput, FindReferencesOutput, TraceCallsOutput } from "../index.ts";
import { openSymbols } from "./_symbols.fixture.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-symbols-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const config =
  '{"compilerOptions":{"noEmit":true,"strict":true,"module":"nodenext","target":"esnext","allowImportingTsExtensions":true},"include":["."]}';
const project: Readonly<Record<string, string>> = {
  "src/tsconfig.json": config,
  "src/shapes.ts":
    "export class Shape {\n  area(): number {\n    return 1;\n  }\n}\nexport const all: Record<string, Shape> = {};\n",
  "src/sum.ts":
    'import { all } from "./shapes.ts";\nexport function sum(): number {\n  return Object.values(all).map((one) => one.area()).length;\n}\n',
  "test/tsconfig.json": config,
  "test/sum.test.ts":
    'import { sum } from "../src/sum.ts";\nimport { all } from "../src/shapes.ts";\nexport const checked = sum();\nexport const first = Object.values(all)[0]!.area();\n',
};
for (const [path, text] of Object.entries(project)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const backend = nodeBackend({ roots: root });
const session = { cwd: toPath(root) };

test("a server that is there answers for what the index cannot know, in all projects", {
  timeout: 30_000,
}, async () => {
  await using servers = serverPool({ roots: [root] });
  const { output } = openSymbols({ backend, session, servers });
  const found = await output<FindDefinitionOutput>("find_definition", {
    symbol: "area",
    path: "src/sum.ts",
    exact: true,
  });
  expect(found).toMatchObject({
    server: "typescript",
    definitions: [{ path: join(root, "src/shapes.ts"), line: 2, how: "exact" }],
  });
  const uses = await output<FindReferencesOutput>("find_references", { symbol: "Shape.area" });
  expect(uses.files.map(({ path }) => path)).toEqual([join(root, "src/sum.ts"), join(root, "test/sum.test.ts")]);
  expect(uses).toMatchObject({ server: "typescript", searched: { projects: 2 } });
  expect(uses.left_out).toBeUndefined();
  const calls = await output<TraceCallsOutput>("trace_calls", { symbol: "Shape.area", depth: 2 });
  expect(calls.left_out).toBeUndefined();
  const [{ calls: callers = [] } = {}] = calls.roots;
  expect(callers.map(({ name, how }) => [name, how])).toEqual([
    ["sum", "exact"],
    ["sum.test.ts", "exact"],
  ]);
  expect(callers[0]!.calls.map(({ path }) => path)).toEqual([join(root, "test/sum.test.ts")]);
});

const never = new Promise<never>(() => {});
const nothing: ServerAnswer<never> = {
  ok: true,
  server: "fake",
  items: [],
  searched: { projects: [], complete: true, outside: 0 },
};

/** A server that says what it is told to. */
function fakeServer(isReady: boolean, answer: () => Promise<ServerAnswer<never>>) {
  const asked: string[] = [];
  const ask = (what: string) => {
    asked.push(what);
    return answer();
  };
  const server: CodeServer = {
    serves: () => "fake",
    isReady: () => isReady,
    warm: () => void asked.push("warm"),
    definitions: () => ask("definitions"),
    references: () => ask("references"),
    calls: () => ask("calls"),
    diagnostics: async () => [],
  };
  return { server, asked };
}

test("a cold server is not waited for: it warms, and the index answers", async () => {
  const { server, asked } = fakeServer(false, () => never);
  const { output } = openSymbols({ servers: server });
  const answer = await output<FindDefinitionOutput>("find_definition", { symbol: "parsePath", path: "src/router.ts" });
  expect(asked).toEqual(["warm"]);
  expect(answer).toMatchObject({
    definitions: [{ how: "import" }],
    notes: [expect.stringContaining("exact: true waits")],
  });
});

test("what the index is sure of and the server lacks makes the answer incomplete", async () => {
  const { server } = fakeServer(true, async () => nothing);
  const { output } = openSymbols({ servers: server });
  const uses = await output<FindReferencesOutput>("find_references", { symbol: "parsePath" });
  expect(uses).toMatchObject({ left_out: { unresolved: true }, total: 3, server: "fake" });
  const calls = await output<TraceCallsOutput>("trace_calls", { symbol: "parsePath" });
  expect(calls).toMatchObject({
    left_out: { unresolved: true },
    roots: [{ calls: [{ how: "import" }, { how: "import" }] }],
  });
});

test("places that a server names and the session may not see are in no answer", async () => {
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const items = [{ path: toPath("/secret/key.ts"), range }] as never[];
  const { server } = fakeServer(true, async () => ({ ...nothing, items }) as ServerAnswer<never>);
  const { text } = openSymbols({ servers: server });
  expect(await text("find_references", { symbol: "parsePath" })).not.toContain("secret");
  expect(await text("find_definition", { symbol: "parsePath", path: "src/router.ts" })).not.toContain("secret");
});
