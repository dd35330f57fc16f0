import { allow, createRegistry, openSession, type Tool } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { type Answer, office, openOffice, stub } from "../_office.fixture.ts";
import { toolSearch } from "../tool-search.ts";
import { createToolUsage, type ToolUsage } from "./tool-usage.ts";

const query = "settle the quarterly paperwork";

/** A session that learns; its search finds nothing for the query by itself but `file_papers`. */
function learning(usage: ToolUsage) {
  const registry = createRegistry([...office, stub("file_papers", "Put paperwork into a drawer.")]);
  registry.add(toolSearch({ registry, usage }) as Tool);
  return openSession(registry, { policy: allow(), use: [usage.learn] });
}

test("a tool that was called after a search is found for queries like it, in other sessions and after a restart", async () => {
  const usage = createToolUsage();
  const session = learning(usage);
  await session.call("tool_search", { queries: [query, "bill a customer"], limit: 2 });
  await session.call("create_invoice", {});
  expect(usage.recall("settle quarterly paperwork, please")).toEqual(["create_invoice"]);
  expect(usage.recall("boil an egg")).toEqual([]);

  const restored = createToolUsage({ restore: JSON.parse(JSON.stringify(usage.snapshot())) });
  const result = await learning(restored).call("tool_search", { query, mode: "auto" });
  const { tools } = (result.ok ? result.output : undefined) as Answer;
  expect(tools.map(({ tool }) => tool)).toEqual(["file_papers", "create_invoice"]);
});

test("what was used before never outruns a name, and literal does without it", async () => {
  const usage = createToolUsage();
  for (let i = 0; i < 500; i++) usage.record("delete file", "read_calendar");
  const { names } = openOffice({ usage });
  expect((await names({ query: "delete file" }))[0]).toBe("delete_file");
  expect(await names({ query: "delete file", mode: "literal" })).not.toContain("read_calendar");
});

test("calls that failed, or that no search came before, teach nothing", async () => {
  const usage = createToolUsage();
  const failing = stub("fail_always", "Settle things.", {
    execute: () => {
      throw new Error("no");
    },
  });
  const registry = createRegistry([...office, failing]);
  registry.add(toolSearch({ registry, usage }) as Tool);
  const session = openSession(registry, { policy: allow(), use: [usage.learn] });
  await session.call("send_message", {});
  await session.call("tool_search", { query });
  await session.call("fail_always", {});
  await session.call("translate_text", {});
  expect(usage.snapshot()).toEqual([]);
});

test("it remembers the last calls only", () => {
  const usage = createToolUsage({ limit: 2 });
  for (const tool of ["a", "b", "c"]) usage.record(query, tool);
  expect(usage.recall(query)).toEqual(["b", "c"]);
});
