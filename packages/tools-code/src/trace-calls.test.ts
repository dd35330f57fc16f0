import { expect, test } from "vitest";
import type { CallNode, TraceCallsOutput } from "./index.ts";
import { openSymbols } from "./tests/_symbols.fixture.ts";

const { output, text } = openSymbols();
const trace = (input: object) => output<TraceCallsOutput>("trace_calls", input);
const tree = ({ name, sites, seen, calls }: CallNode): string =>
  `${name}${sites.length > 0 ? `@${sites}` : ""}${seen ? `!${seen}` : ""}${calls.length > 0 ? `(${calls.map(tree).join(" ")})` : ""}`;
const shown = async (input: object) => (await trace(input)).roots.map(tree).join(" ");

test("callers, and theirs", async () => {
  expect(await shown({ symbol: "trimmed" })).toBe("trimmed(parsePath@2)");
  expect(await shown({ symbol: "trimmed", depth: 2 })).toBe("trimmed(parsePath@2(Router.add@7 Router.dispatch@12))");
});

test("callers in tests, unless they are left out", async () => {
  expect(await shown({ symbol: "start" })).toBe("start(app.test.ts@3)");
  expect(await trace({ symbol: "start", include_tests: false })).toMatchObject({
    roots: [{ calls: [] }],
    notes: ["1 call from tests is left out."],
  });
});

test("callees: a parameter that is called is not certain, a function inside makes its own calls", async () => {
  const answer = await trace({ symbol: "trimmed", direction: "callees" });
  expect(answer).toMatchObject({ roots: [{ calls: [] }] });
  expect(answer.left_out?.unresolved).toBeGreaterThan(0);
  expect(await shown({ symbol: "Router.dispatch", direction: "callees" })).toBe(
    "Router.dispatch(parsePath@12 Router.dispatch.pick@14)",
  );
  const files = {
    "/a.ts": "function one() {}\nexport function outer() {\n  function inner() { one(); }\n  return inner;\n}\n",
  };
  const nested = await openSymbols({ files }).output<TraceCallsOutput>("trace_calls", {
    symbol: "outer",
    direction: "callees",
  });
  expect(nested.roots.map(tree)).toEqual(["outer"]);
});

test("circles are marked and end", async () => {
  expect(await shown({ symbol: "even", depth: 4 })).toBe("even(odd@13(even@10!cycle))");
});

test("a large tree is cut at its far end, and says what is missing", async () => {
  const callers = Array.from({ length: 130 }, (_, i) => `export function user${i}() { target(); }`);
  const files = { "/a.ts": `export function target() {}\n${callers.join("\n")}\n` };
  const answer = await openSymbols({ files }).output<TraceCallsOutput>("trace_calls", { symbol: "target", depth: 2 });
  expect(answer).toMatchObject({
    nodes: 100,
    left_out: { beyond_limit: 31 },
    notes: ["Left out: target (/a.ts:1): 31 more callers."],
  });
});

test("calls of the name that may mean another are counted, not shown", async () => {
  const answer = await trace({ symbol: "Router.add" });
  expect(answer.roots.map(tree)).toEqual(["Router.add(start@6)"]);
  expect(answer).toMatchObject({ left_out: { unresolved: 1 } });
  expect(await text("trace_calls", { symbol: "Router.add" })).toContain("only calls that are certain are shown");
});
