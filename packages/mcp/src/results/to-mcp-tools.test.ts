import { createRegistry, defineTool } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fixtureTools } from "../_fixtures/tools.fixture.ts";
import { isStructured, type Structured } from "./structured.ts";
import { toMcpTools } from "./to-mcp-tools.ts";

const registry = createRegistry(fixtureTools());

describe("toMcpTools", () => {
  it("lists in the registry's order, the same each time", () => {
    const names = toMcpTools(registry).map(({ name }) => name);
    expect(names).toEqual(registry.tools().map(({ name }) => name));
    expect(toMcpTools(registry)).toEqual(toMcpTools(registry));
  });

  it("speaks the dialect in names and parameters", () => {
    const [page] = toMcpTools(registry, { dialect: "camel" }).filter(({ name }) => name === "readPage");
    expect(page?.inputSchema).toMatchObject({ properties: { pageNumber: { type: "number" } } });
    expect(toMcpTools(registry, { dialect: "claude" }).map(({ name }) => name)).toContain("ReadPage");
  });

  it("gives hints that are left out their cautious meaning", () => {
    const tool = defineTool({ name: "x", category: "c", description: "d", input: z.object({}), execute: () => null });
    expect(toMcpTools(createRegistry([tool]))[0]?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
  });

  it("says that the input is an object, also where its schema leaves it open", () => {
    const input = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    const tool = defineTool({ name: "x", category: "c", description: "d", input, execute: () => null });
    expect(toMcpTools(createRegistry([tool]))[0]?.inputSchema).toMatchObject({ type: "object", anyOf: [{}, {}] });
  });
});

describe("structured output", () => {
  const offered = (structured?: Structured) =>
    toMcpTools(registry, { structured }).flatMap(({ name, outputSchema }) => (outputSchema ? [name] : []));

  it("is offered where the answer is data or a receipt, and not beside a text that says the same", () => {
    expect(offered()).toEqual(["add_numbers", "write_note", "list_numbers", "fail_plainly"]);
  });

  it("can be had always, never, or as the host decides", () => {
    expect(offered("always")).toEqual([
      "add_numbers",
      "read_page",
      "write_note",
      "list_numbers",
      "fail_plainly",
      "return_circle",
    ]);
    expect(offered("never")).toEqual([]);
    expect(offered(({ name }) => name === "read_page" || name === "count_calls")).toEqual(["read_page"]);
  });

  it("does not count a tool that reaches beyond the session as one that gives receipts", () => {
    const shell = defineTool({
      name: "run_command",
      category: "shell",
      description: "Run",
      input: z.object({}),
      output: z.object({ stdout: z.string() }),
      hints: { readOnly: false, openWorld: true },
      execute: () => ({ stdout: "" }),
      render: ({ stdout }) => stdout,
    });
    expect(isStructured(shell)).toBe(false);
  });
});
