import { expect, test } from "vitest";
import type { AnalyzeCodeOutput } from "./index.ts";
import { openSymbols } from "./tests/_symbols.fixture.ts";

const { output, text } = openSymbols();
const analyze = (input: object) => output<AnalyzeCodeOutput>("analyze_code", input);

test("a file: outline, imports, dependents, complexity", async () => {
  const { files } = await analyze({ path: "src/router.ts" });
  expect(files).toMatchObject([
    {
      path: "/src/router.ts",
      language: "typescript",
      lines: 16,
      imports: [{ specifier: "./paths.ts", path: "/src/paths.ts", line: 1 }],
      dependents: ["/src/app.ts"],
    },
  ]);
  const [{ outline = [], complexity = [] } = {}] = files;
  expect(outline.map(({ line, end_line, name, members }) => [line, end_line, name, members])).toEqual([
    [4, 16, "Router", 3],
    [5, 5, "routes", 0],
    [6, 10, "add", 0],
    [11, 15, "dispatch", 1],
  ]);
  expect(complexity.map(({ name }) => name)).toContain("Router.add");
  expect(await text("analyze_code", { path: "src/router.ts" })).toContain("4-16 export class Router<T> · 3 members");
});

test("a folder: its files, the largest first; only what is asked for", async () => {
  const answer = await analyze({ path: "src" });
  expect(answer.files.map(({ path }) => path)).toEqual([
    "/src/router.ts",
    "/src/paths.ts",
    "/src/app.ts",
    "/src/shop.py",
    "/src/app.test.ts",
  ]);
  expect(answer.files[0]).not.toHaveProperty("outline");
  expect((await analyze({ path: "src", show: "imports" })).files[0]).toHaveProperty("imports");
});

test("a glob", async () => {
  expect((await analyze({ path: "src/*.py" })).files.map(({ path }) => path)).toEqual(["/src/shop.py"]);
  expect(
    (await analyze({ path: "**/*.rs", show: ["outline"], depth: 1 })).files[0]!.outline!.map(({ name }) => name),
  ).toEqual(["ignite", "main"]);
});

test("files that import each other", async () => {
  const files = {
    "/a.ts": 'import "./b.ts";\n',
    "/b.ts": 'import "./c.ts";\n',
    "/c.ts": 'import "./a.ts";\n',
    "/d.ts": 'import "./a.ts";\n',
  };
  const { cycles } = await openSymbols({ files }).output<AnalyzeCodeOutput>("analyze_code", { path: "/" });
  expect(cycles).toEqual([["/a.ts", "/b.ts", "/c.ts"]]);
});

test("what is not there, and what is no code", async () => {
  await expect(analyze({ path: "src/none.ts" })).rejects.toMatchObject({ code: "not_found" });
  expect((await analyze({ path: "/" })).total).toBe(6);
});
