import { expect, test } from "vitest";
import type { FindReferencesOutput } from "./index.ts";
import { openSymbols } from "./tests/_symbols.fixture.ts";

const { output, text } = openSymbols();
const find = (input: object) => output<FindReferencesOutput>("find_references", input);
const places = ({ files }: FindReferencesOutput) =>
  files.flatMap(({ path, references }) => references.map(({ line, kind, how }) => `${path}:${line} ${kind} ${how}`));

test("uses by file, with their kind and how they are known", async () => {
  const answer = await find({ symbol: "parsePath" });
  expect(places(answer)).toEqual([
    "/src/router.ts:1 import import",
    "/src/router.ts:7 call import",
    "/src/router.ts:12 call import",
  ]);
  expect(answer).toMatchObject({ total: 3, next_offset: null });
  expect(answer.left_out).toBeUndefined();
});

test("what may be meant is counted apart, and makes the answer incomplete", async () => {
  const answer = await find({ symbol: "Router.add" });
  expect(places(answer)).toEqual(["/src/app.ts:6 call typed"]);
  expect(answer).toMatchObject({ left_out: { unresolved: 1 }, unresolved_at: [{ path: "/src/app.ts", line: 7 }] });
});

test("only calls, a page at a time", async () => {
  const first = await find({ symbol: "parsePath", kind: "calls", limit: 1 });
  expect([places(first), first.total, first.next_offset]).toEqual([["/src/router.ts:7 call import"], 2, 1]);
  const second = await find({ symbol: "parsePath", kind: "calls", limit: 1, offset: 1 });
  expect([places(second), second.next_offset]).toEqual([["/src/router.ts:12 call import"], null]);
});

test("a language without scopes: places of the name, none of them certain", async () => {
  const answer = await find({ symbol: "ignite" });
  expect(answer).toMatchObject({
    total: 0,
    left_out: { unresolved: 1 },
    unresolved_at: [{ path: "/lib/engine.rs", line: 2 }],
  });
});

test("the text says what is certain", async () => {
  expect(await text("find_references", { symbol: "parsePath" })).toContain("7:5 call [import] parsePath(path);");
});
