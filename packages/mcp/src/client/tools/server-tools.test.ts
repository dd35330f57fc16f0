import { defineTool, passthroughSchema } from "@holdall/tool-core";
import { expect, it } from "vitest";
import { configs, odd } from "../_fixtures/servers.fixture.ts";
import { memoryPins } from "../connect/pins.ts";
import type { ServerConfig } from "../server-config.ts";
import { createServerTools, type ServerTools, type ServerToolsOptions } from "./server-tools.ts";

const mcp = (name: string, description = name) => ({ name, description, inputSchema: { type: "object" as const } });

function open(
  options: Partial<ServerToolsOptions> = {},
  config = configs({ odd: odd() })[0] as ServerConfig,
): ServerTools & { readonly errors: string[]; names(): string[] } {
  const errors: string[] = [];
  const tools = createServerTools(config, {
    pins: memoryPins(),
    approveChange: undefined,
    maxTools: 3,
    make: ({ name, description = "" }) =>
      defineTool({ name, category: "mcp", description, input: passthroughSchema({}), execute: () => "" }),
    onChange: () => {},
    onError: ({ message }) => errors.push(message),
    ...options,
  });
  return { ...tools, errors, names: () => tools.tools().map(({ name }) => name) };
}

it("takes the first of tools with one name, so that a second cannot stand in for it", async () => {
  const tools = open();
  await tools.take([mcp("a", "first"), mcp("b"), mcp("a", "second")]);
  expect(tools.tools().map(({ name, description }) => `${name} ${description}`)).toEqual(["a first", "b b"]);
});

it("leaves out what is too much, and says so", async () => {
  const tools = open();
  await tools.take([mcp("a", "x".repeat(200_000)), mcp("b"), mcp("c"), mcp("d"), mcp("e")]);
  expect(tools.names()).toEqual(["b", "c"]);
  expect(tools.errors).toEqual([
    "It lists 5 tools; the last 2 are left out.",
    "Its tool a has too long a definition, and is left out.",
  ]);
});

it.each([
  [["a"], ["a"]],
  [["mcp__my server__a"], ["a"]],
  [["mcp__my_server__a"], ["a"]],
  [["mcp__my_server__*"], ["a", "b"]],
  [["m*"], []],
  [["mcp__other__a"], []],
])("takes the tools that %j allows: %j", async (allowedTools, names) => {
  const [config] = configs({ odd: odd() });
  const tools = open({}, { ...(config as ServerConfig), name: "my server", allowedTools });
  await tools.take([mcp("a"), mcp("b")]);
  expect(tools.names()).toEqual(names);
  const warning = `allowed_tools (${allowedTools.join(", ")}) leaves none of its tools: a, b.`;
  expect(tools.errors).toEqual(names.length > 0 ? [] : [warning]);
});

it("keeps a tool the same while its definition is, and takes it back when a change is undone", async () => {
  const tools = open();
  await tools.take([mcp("a"), mcp("b")]);
  const [a] = tools.tools();
  await tools.take([mcp("a"), mcp("b", "worse")]);
  expect(tools.tools()).toEqual([a]);
  expect(tools.changes()).toEqual([{ server: "odd", tool: "b", diff: "description:\n- b\n+ worse" }]);
  await tools.take([mcp("a"), mcp("b")]);
  expect(tools.names()).toEqual(["a", "b"]);
  expect(tools.changes()).toEqual([]);
  expect(tools.tools()[0]).toBe(a);
});

it("accepts nothing when pins cannot be read", async () => {
  const pins = { ...memoryPins(), get: () => Promise.reject(new Error("damaged")) };
  const tools = open({ pins });
  await expect(tools.take([mcp("a")])).rejects.toThrow("damaged");
  expect(tools.names()).toEqual([]);
});
