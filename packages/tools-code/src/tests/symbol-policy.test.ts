import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, deny, strictest, toOpenAI, toPath } from "@holdall/tool-core";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { codeTools, readLints } from "../index.ts";
import { openSymbols, router } from "./_symbols.fixture.ts";

const secret: Readonly<Record<string, string>> = {
  "/secret/vault.ts":
    'import { parsePath } from "../src/paths.ts";\nexport function parsePathSecretly() {\n  return parsePath("hidden");\n}\n',
};
const policy = strictest(deny({ under: toPath("/secret") }), allow());

test("files that may not be read are in no result, no count and no suggestion, also when another session has read them", async () => {
  const backend = memoryBackend({ files: { ...router, ...secret } });
  const open = openSymbols({ backend });
  expect(await open.text("find_references", { symbol: "parsePath" })).toContain("/secret/vault.ts");
  const closed = openSymbols({ backend, session: { policy } });
  const alone = openSymbols();
  const questions: readonly (readonly [string, object])[] = [
    ["find_definition", { symbol: "parsePath" }],
    ["find_references", { symbol: "parsePath" }],
    ["trace_calls", { symbol: "parsePath", depth: 2 }],
    ["analyze_code", { path: "src/paths.ts" }],
    ["analyze_code", { path: "/" }],
  ];
  for (const [name, input] of questions) {
    expect(await closed.output(name, input)).toEqual(await alone.output(name, input));
    expect(await closed.text(name, input)).toBe(await alone.text(name, input));
  }
  const failure = (session: typeof closed, symbol: string) =>
    session.output("find_definition", { symbol }).catch(({ message, hint }) => `${message} ${hint}`);
  for (const symbol of ["parsePathSecretly", "parsePathSecret"])
    expect(await failure(closed, symbol)).toBe(await failure(alone, symbol));
  await expect(closed.output("analyze_code", { path: "/secret" })).rejects.toMatchObject({ code: "permission_denied" });
});

test("a name with a line break takes no row of its own in any answer", async () => {
  const files = {
    "/src/one\n/etc/forged.ts": "export function one() {}\nexport const two = one();\n",
  };
  const { text } = openSymbols({ files });
  const questions: readonly (readonly [string, object])[] = [
    ["find_definition", { symbol: "one" }],
    ["find_references", { symbol: "one" }],
    ["trace_calls", { symbol: "one" }],
    ["analyze_code", { path: "/src" }],
    ["codebase_search", { query: "one" }],
  ];
  for (const [name, input] of questions) {
    const answer = await text(name, input);
    expect(answer).toContain("forged.ts");
    expect(answer.split("\n").filter((row) => row.startsWith("/etc"))).toEqual([]);
  }
});

test("the schemas of the six tools stay within their budget of tokens", () => {
  const backend = memoryBackend();
  const tools = toOpenAI(createRegistry([...codeTools({ backend }), readLints({ backend })]));
  const sizes = tools.map((tool) => encode(JSON.stringify(tool.function)).length);
  expect(sizes).toHaveLength(6);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(900);
});
