import { allow, createRegistry, openSession, type Tool } from "@holdall/tool-core";
import { markLoaded } from "@holdall/tool-core/loaded-tools";
import { expect, test } from "vitest";
import { stub } from "./_office.fixture.ts";
import { createCatalog } from "./catalog.ts";
import { toolCall } from "./tool-call.ts";
import { toolSearch } from "./tool-search.ts";

const remote = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => stub(`mcp__far__do_${from + at}`, "Far away.", { category: "mcp" }));

function setUp(count: number) {
  const registry = createRegistry([stub("read_file", "Read."), ...remote(0, count), stub("write_file", "Write.")]);
  registry.add(toolSearch({ registry }) as Tool, toolCall({ registry }) as Tool);
  const session = openSession(registry, { policy: allow() });
  return { registry, session };
}

const names = (tools: readonly Tool[]) => tools.map(({ name }) => name);

test("few tools are all there, and nothing to search with", () => {
  const { registry, session } = setUp(2);
  const catalog = createCatalog(registry);
  expect(names(catalog.expose(session))).toEqual(["read_file", "mcp__far__do_0", "mcp__far__do_1", "write_file"]);
  expect(catalog.waiting(session)).toEqual([]);
});

test("many wait: what is loaded comes behind what was there, in the order it was loaded", async () => {
  const { registry, session } = setUp(30);
  const catalog = createCatalog(registry);
  const own = ["read_file", "write_file", "tool_search", "tool_call"];
  expect(names(catalog.expose(session))).toEqual(own);
  await session.call("tool_search", { query: "select:mcp__far__do_7, mcp__far__do_3" });
  expect(names(catalog.expose(session))).toEqual([...own, "mcp__far__do_7", "mcp__far__do_3"]);
  expect(catalog.waiting(session)).toHaveLength(28);

  const other = openSession(registry, { policy: allow() });
  expect(names(catalog.expose(other))).toEqual(own);
  registry.remove("mcp__far__do_7");
  expect(names(catalog.expose(session))).toEqual([...own, "mcp__far__do_3"]);
});

test("a catalogue that grows takes nothing away that was seen", () => {
  const { registry, session } = setUp(3);
  const catalog = createCatalog(registry, { threshold: 5 });
  catalog.expose(session);
  registry.add(...remote(3, 9));
  const seen = names(catalog.expose(session));
  expect(seen).toEqual(expect.arrayContaining(["mcp__far__do_0", "mcp__far__do_2", "tool_search"]));
  expect(seen).not.toContain("mcp__far__do_5");
});

test("alwaysLoad wins, and the rule is the host's", () => {
  const { registry, session } = setUp(30);
  const alwaysLoad = ({ name }: Tool) => name.endsWith("_4");
  const seen = names(createCatalog(registry, { alwaysLoad }).expose(session));
  expect(seen.filter((name) => name.startsWith("mcp"))).toEqual(["mcp__far__do_4"]);

  const files = createCatalog(registry, { defer: ({ name }) => name.endsWith("_file"), threshold: 0 });
  expect(names(files.waiting(session))).toEqual(["read_file", "write_file"]);
  markLoaded(session, ["read_file"]);
  expect(names(files.waiting(session))).toEqual(["write_file"]);
});
