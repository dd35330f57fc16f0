import { expect, test } from "vitest";
import type { FindDefinitionOutput } from "./index.ts";
import { openSymbols } from "./tests/_symbols.fixture.ts";

const { output, text } = openSymbols();
const find = (input: object) => output<FindDefinitionOutput>("find_definition", input);
const where = async (input: object) => {
  const { definitions } = await find(input);
  return definitions.map(({ path, line, how }) => `${how} ${path}:${line}`).join(", ");
};

const spelled: readonly (readonly [object, string])[] = [
  [{ symbol: "parsePath" }, "name /src/paths.ts:1"],
  [{ symbol: "parsePath()" }, "name /src/paths.ts:1"],
  [{ symbol: "`parsePath`" }, "name /src/paths.ts:1"],
  [{ symbol: '"parsePath"' }, "name /src/paths.ts:1"],
  [{ symbol: "function parsePath(path: string)" }, "name /src/paths.ts:1"],
  [{ symbol: "new Router<T>()" }, "name /src/router.ts:4"],
  [{ symbol: "Router<() => void>" }, "name /src/router.ts:4"],
  [{ symbol: "Router.add" }, "name /src/router.ts:6"],
  [{ symbol: "Router#add" }, "name /src/router.ts:6"],
  [{ symbol: "Router::add" }, "name /src/router.ts:6"],
  [{ symbol: "Router<T>.add(path)" }, "name /src/router.ts:6"],
  [{ symbol: "Shop.price" }, "name /src/shop.py:2"],
  [{ symbol: "src/paths.ts:parsePath" }, "scope /src/paths.ts:1"],
  [{ symbol: "paths.ts:parsePath" }, "scope /src/paths.ts:1"],
  [{ symbol: "src/paths.ts:1:parsePath" }, "scope /src/paths.ts:1"],
  [{ symbol: "ignite" }, "name /lib/engine.rs:1"],
];
test.each(spelled)("%o is understood", async (input, expected) => {
  expect(await where(input)).toBe(expected);
});

const used: readonly (readonly [string, object, string])[] = [
  ["an import", { symbol: "parsePath", path: "src/router.ts" }, "import /src/paths.ts:1"],
  ["a line", { symbol: "parsePath", path: "src/router.ts", line: 12 }, "import /src/paths.ts:1"],
  ["a line as text, two lines off", { symbol: "add", path: "src/app.ts", line: "4" }, "typed /src/router.ts:6"],
  ["this", { symbol: "this.routes", path: "src/router.ts", line: 8 }, "typed /src/router.ts:5"],
  ["a local", { symbol: "pick", path: "src/router.ts", line: 14 }, "scope /src/router.ts:13"],
  ["self", { symbol: "self.price", path: "src/shop.py", line: 5 }, "typed /src/shop.py:2"],
  ["a file whose folder is wrong", { symbol: "even", path: "paths.ts" }, "scope /src/paths.ts:9"],
];
test.each(used)("from a use: %s", async (_, input, expected) => {
  expect(await where(input)).toBe(expected);
});

test("from a place alone, as editors and language servers count", async () => {
  const found = "typed /src/router.ts:6";
  const line = 6;
  expect(await where({ path: "src/app.ts", line, column: 10 })).toBe(found);
  expect(await where({ file: "src/app.ts", position: { line: line - 1, character: 9 } })).toBe(found);
  await expect(find({ path: "src/app.ts", line })).rejects.toMatchObject({
    message: "Line 6 of src/app.ts has several names.",
    hint: "Send one of its names as `symbol`: router, add, home.",
  });
  await expect(find({})).rejects.toMatchObject({ message: "No symbol was named." });
});

test("the only definition comes with its text", async () => {
  const { definitions } = await find({ symbol: "parsePath" });
  expect(definitions[0]!.content).toBe(
    'export function parsePath(path: string): string[] {\n  return trimmed(path).split("/");\n}',
  );
  expect(await text("find_definition", { symbol: "parsePath" })).toContain("2   return trimmed");
});

test("a package outside is named", async () => {
  expect(await find({ symbol: "z", path: "src/app.ts" })).toMatchObject({ definitions: [], external: "zod" });
});

test("a name that is not there: similar names, and the call of grep to make", async () => {
  await expect(find({ symbol: "parsPath" })).rejects.toMatchObject({
    code: "not_found",
    hint: expect.stringMatching(/Similar names: parsePath.*grep_files/s),
  });
});

test("a file that is not there: the files of that name", async () => {
  const answer = await find({ symbol: "even", path: "/elsewhere/paths.ts" }).catch((error: unknown) => error);
  expect(answer).toMatchObject({ code: "not_found", hint: expect.stringContaining("paths.ts") });
});

test("a symbol without a name is refused with examples", async () => {
  await expect(find({ symbol: "()" })).rejects.toMatchObject({ code: "invalid_input" });
});

test("an unknown owner: by the name, said so, and not complete", async () => {
  const files = {
    "/a.ts": "export class A { go() {} }\n",
    "/b.ts": "export class B { go() {} }\n",
    "/c.ts": "export const f = (x: any) => x.go();\n",
  };
  const answer = await openSymbols({ files }).output<FindDefinitionOutput>("find_definition", {
    symbol: "go",
    path: "/c.ts",
  });
  expect(answer).toMatchObject({ left_out: { unresolved: true }, definitions: [{ how: "name" }, { how: "name" }] });
});

test("an inherited member is found through its class", async () => {
  const files = {
    "/a.ts": "export class Base { go() {} }\n",
    "/b.ts": 'import { Base } from "./a.ts";\nexport class Sub extends Base {}\n',
  };
  const answer = await openSymbols({ files }).output<FindDefinitionOutput>("find_definition", { symbol: "Sub.go" });
  expect(answer.definitions).toMatchObject([{ path: "/a.ts", how: "typed", container: "Base" }]);
});
