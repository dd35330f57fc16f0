import { renameSync, rmSync } from "node:fs";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { testProject, typescriptFiles } from "./_project.fixture.ts";
import { type ServerPool, serverPool } from "./server-pool.ts";
import { typescriptServer } from "./servers/default-servers.ts";

const project = testProject(typescriptFiles);
const pool = serverPool({ roots: [project.folder] });
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  project[Symbol.dispose]();
});

const add = { path: project.path("src/add.ts"), line: 1, column: 17 };

test("a definition, with the whole declaration", async () => {
  const answer = await pool.definitions({ path: project.path("src/total.ts"), line: 3, column: 62 });
  expect(answer).toMatchObject({
    ...{ ok: true, server: "typescript" },
    items: [{ path: add.path, range: { start: { line: 1, column: 17 } }, whole: { end: { line: 3, column: 2 } } }],
    searched: { projects: [project.path("tsconfig.json")], complete: true },
  });
});

test("callers in a project of their own are found when they are candidates, and said to be missing otherwise", async () => {
  const files = ["src/total.ts", "test/add.check.ts"].map((name) => project.path(name));
  const all = await pool.calls(add, "callers", { candidates: files });
  expect(all).toMatchObject({ ok: true, searched: { complete: true } });
  expect(all.ok && all.items.map(({ name, path }) => [name, path])).toEqual([
    ["total", files[0]],
    ["check", files[1]],
  ]);
  const uses = await pool.references(add, { candidates: files });
  expect(uses.ok && new Set(uses.items.map(({ path }) => path))).toEqual(new Set(files));
  expect(await pool.references(add)).toMatchObject({ ok: true, searched: { complete: false } });
});

test("a function's own calls", async () => {
  const answer = await pool.calls({ path: project.path("src/total.ts"), line: 3, column: 14 }, "callees");
  expect(answer.ok && answer.items.map(({ name, kind, declared }) => [name, kind, declared.path])).toContainEqual([
    ...["add", "function", add.path],
  ]);
});

test("what would be wrong with other texts, while the disk stays as it is", async () => {
  const total = project.path("src/total.ts");
  const texts = new Map([[add.path, "export const add = (a: string, b: string) => a + b;\n"]]);
  expect(await pool.diagnostics([total], { texts })).toMatchObject([
    { ok: true, items: expect.arrayContaining([expect.objectContaining({ rule: "TS2345" })]) },
  ]);
  expect(await pool.diagnostics([total])).toMatchObject([{ ok: true, items: [] }]);
});

test("files without a server are told apart from files without problems", async () => {
  const [style, missing] = [project.path("a.css"), project.path("src/none.ts")];
  expect(await pool.diagnostics([style, missing])).toMatchObject([
    { path: style, ok: false, why: "unsupported" },
    { path: missing, ok: false, why: "failed" },
  ]);
});

test("a project with too many files starts no server", async () => {
  await using small = serverPool({ roots: [project.folder], servers: [{ ...typescriptServer, maxFiles: 2 }] });
  expect(await small.definitions(add)).toMatchObject({ ok: false, why: "unavailable" });
});

test("a server that is not installed says how to get it", async () => {
  const servers = [{ ...typescriptServer, command: () => undefined }];
  await using none = serverPool({ roots: [project.folder], servers });
  expect(await none.definitions(add)).toMatchObject({
    ok: false,
    why: "unavailable",
    message: /npm install typescript/,
  });
});

test("whatever happens on disk, an answer is that of a fresh server (anthropics/claude-code#17979)", {
  timeout: 60_000,
}, async () => {
  const name = fc.constantFrom("a", "b", "c", "d/a");
  const text = fc.constantFrom(
    "export const one = 1;\n",
    'export const one = "1";\n',
    'import { one } from "./a.ts";\nexport const n: number = one;\n',
    'import { one } from "./b.ts";\nexport const n: number = one;\n',
    'import { one } from "../b.ts";\nexport const n: string = one;\n',
    "export const one = ;\n",
  );
  const operation = fc.oneof(
    fc.record({ kind: fc.constant("write" as const), name, text }),
    fc.record({ kind: fc.constant("delete" as const), name }),
    fc.record({ kind: fc.constant("move" as const), name, to: name }),
  );
  const runs = process.env.HOLDALL_STRESS === undefined ? 1 : 100;
  const seed = Number(process.env.HOLDALL_SEED ?? 5);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 3 }),
      async (steps) => {
        using place = testProject({
          "tsconfig.json": typescriptFiles["tsconfig.json"] ?? "",
          "src/a.ts": "export const one = 1;\n",
        });
        const file = (short: string) => place.path(`src/${short}.ts`);
        await using old = serverPool({ roots: [place.folder] });
        for (const step of steps) {
          for (const change of step) {
            if (change.kind === "write") place.write(`src/${change.name}.ts`, change.text);
            if (change.kind === "delete") rmSync(file(change.name), { force: true });
            if (change.kind === "move" && change.name !== change.to) tryMove(file(change.name), file(change.to));
          }
          const known = await problems(old, file);
          await using fresh = serverPool({ roots: [place.folder] });
          expect(known).toEqual(await problems(fresh, file));
        }
      },
    ),
    { numRuns: runs, seed },
  );
});

const problems = async (of: ServerPool, file: (name: string) => ReturnType<typeof project.path>) =>
  (await of.diagnostics(["a", "b", "c", "d/a"].map(file), { deadline: 20_000 })).map((answer) =>
    answer.ok ? answer.items : answer.why,
  );

function tryMove(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There is nothing to move, or no folder to move it to.
  }
}
