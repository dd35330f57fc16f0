import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { Progress } from "../context.ts";
import { allow } from "../policy/policy.ts";
import type { ToolResult } from "../result.ts";
import { passthroughSchema } from "../schema/schema.ts";
import { openSession } from "../session/open-session.ts";
import type { CallRequest, Session } from "../session/session.ts";
import { defineTool, type Tool } from "../tool.ts";
import { createRegistry } from "./registry.ts";
import type { Registry } from "./types.ts";

const about = { category: "test", description: "A tool.", hints: { readOnly: true, openWorld: false } };
const findPrice = defineTool({
  ...about,
  name: "find_price",
  input: z.object({ article: z.string(), count: z.number().default(1) }),
  execute: ({ article, count }) => ({ article, cents: 490 * count }),
});
const listPrices = defineTool({
  ...about,
  name: "list_prices",
  input: z.object({ page: z.int().optional() }),
  execute: () => ["490"],
});
/** As tools of servers are: their names and schemas come at run time. */
const remote: Tool = defineTool({
  ...about,
  name: `remote_${"x".length}`,
  input: passthroughSchema({ type: "object" }),
  execute: (input) => input,
});

const policy = allow();
const registry = createRegistry([findPrice, listPrices, remote]);
const session = openSession(registry, { policy });

it("a tool keeps its name, what callers give, what it gets and what it returns", () => {
  expectTypeOf(findPrice).toEqualTypeOf<
    Tool<
      { article: string; count: number },
      { article: string; cents: number },
      "find_price",
      { article: string; count?: number | undefined }
    >
  >();
  expectTypeOf(findPrice).toExtend<Tool>();
  expectTypeOf<Tool>().toEqualTypeOf<Tool<unknown, unknown, string, unknown>>();
});

it("a call by a canonical name takes the tool's input and gives its output", async () => {
  const result = await session.call("find_price", { article: "tea" });
  expectTypeOf(result).toEqualTypeOf<ToolResult<{ article: string; cents: number }>>();
  expect(result.ok && result.output.cents).toBe(490);
  expectTypeOf(await session.call("list_prices")).toEqualTypeOf<ToolResult<string[]>>();

  // @ts-expect-error there is no such parameter
  await session.call("find_price", { artcle: "tea" });
  // @ts-expect-error the article is missing
  await session.call("find_price", { count: 1 });
  // @ts-expect-error the input is missing
  await session.call("find_price");
  // @ts-expect-error a count is a number
  await session.call("find_price", { article: "tea", count: "1" });
});

it("other spellings, tools of servers and names that nobody knows take anything", async () => {
  expectTypeOf(await session.call("findPrice", { Article: "tea" })).toEqualTypeOf<ToolResult>();
  expectTypeOf(await session.call("remote_1", { any: 1 })).toEqualTypeOf<ToolResult>();
  expectTypeOf(await session.call("nobody" as string, JSON.parse("{}"))).toEqualTypeOf<ToolResult>();
  const either = await session.call("list_prices" as "list_prices" | "find_price", { article: "tea" });
  expectTypeOf(either).toEqualTypeOf<ToolResult<string[] | { article: string; cents: number }>>();
});

it("streams and calls side by side are typed, too", async () => {
  expectTypeOf(session.stream("find_price", { article: "tea" })).toEqualTypeOf<
    AsyncGenerator<Progress, ToolResult<{ article: string; cents: number }>, void>
  >();
  const results = await session.callAll([
    { tool: "find_price", input: { article: "tea" } },
    { tool: "remote_1", input: 1 },
    { tool: "list_prices" },
  ]);
  expectTypeOf(results).toEqualTypeOf<
    [ToolResult<{ article: string; cents: number }>, ToolResult, ToolResult<string[]>]
  >();
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
  // @ts-expect-error there is no such parameter
  await session.callAll([{ tool: "find_price", input: { artcle: "tea" } }]);
  const requests: CallRequest[] = [{ tool: "find_price", input: { article: "tea" } }];
  expectTypeOf(await session.callAll(requests)).toEqualTypeOf<ToolResult[]>();
});

it("a session and a registry that know their tools are good wherever any are, and a plain one takes anything", async () => {
  expectTypeOf(session).toExtend<Session>();
  expectTypeOf(registry).toExtend<Registry>();
  const plain: Session = session;
  expectTypeOf(await plain.call("find_price", { artcle: 1 })).toEqualTypeOf<ToolResult>();
  expectTypeOf(createRegistry()).toEqualTypeOf<Registry>();
  expectTypeOf(createRegistry([remote] as readonly Tool[])).toEqualTypeOf<Registry>();
  expectTypeOf(openSession(createRegistry(), { policy })).toEqualTypeOf<
    Session<Readonly<Record<never, never>>, "snake">
  >();
});

it("of several registries a session knows what all of them have", async () => {
  const some = [registry, createRegistry([findPrice])];
  for (const one of some) {
    const result = await openSession(one, { policy }).call("find_price", { article: "tea" });
    expectTypeOf(result).toEqualTypeOf<ToolResult<{ article: string; cents: number }>>();
    // @ts-expect-error there is no such parameter
    await openSession(one, { policy }).call("find_price", { artcle: "tea" });
  }
});

it("a session knows its dialect", () => {
  expectTypeOf(session.dialect).toEqualTypeOf<"snake">();
  expectTypeOf(openSession(registry, { policy, dialect: "camel" }).dialect).toEqualTypeOf<"camel">();
});
