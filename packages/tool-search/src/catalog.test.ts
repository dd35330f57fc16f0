import { allow, createRegistry, openSession, type Tool } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { stub } from "./_office.fixture.ts";
import { createCatalog } from "./catalog.ts";
import { markLoaded } from "./port/loaded-tools.ts";
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

test("what always waits does so however few there are, and the others wait when they are many", () => {
  const data = stub("filter_data", "Filter.", { category: "data" });
  const defer = ({ category }: Tool) => (category === "data" ? "always" : category === "mcp");
  for (const [count, seesRemote] of [
    [2, true],
    [20, false],
  ] as const) {
    const { registry, session } = setUp(count);
    registry.add(data as Tool);
    const catalog = createCatalog(registry, { defer, context: count === 2 ? 1_000_000 : undefined });
    const seen = names(catalog.expose(session));
    expect(seen).toEqual(expect.arrayContaining(["read_file", "tool_search"]));
    expect(seen).not.toContain("filter_data");
    expect(seen.includes("mcp__far__do_0")).toBe(seesRemote);
    expect(catalog.waiting(session)).toContain(data);
  }
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

test("nothing waits that takes less than a tenth of what the model can read", () => {
  const { registry } = setUp(30);
  const size = JSON.stringify(
    registry
      .list()
      .filter(({ tool }) => tool.startsWith("mcp__"))
      .map(({ name, description, inputSchema }) => [name, description, inputSchema]),
  ).length;
  const waits = (context: number) => createCatalog(registry, { context }).isDeferred(registry.tools()[1]!);
  expect(waits((size / 4) * 10 - 1)).toBe(true);
  expect(waits((size / 4) * 10 + 1)).toBe(false);
});

test("what was loaded is exposed to the same session in another process", async () => {
  const { registry, session } = setUp(30);
  await session.call("tool_search", { query: "select:mcp__far__do_7" });
  const restored = openSession(registry, { policy: allow(), restore: JSON.parse(JSON.stringify(session.snapshot())) });
  const catalog = createCatalog(registry);
  expect(catalog.expose(restored)).toEqual(catalog.expose(session));
  expect(names(catalog.expose(restored)).at(-1)).toBe("mcp__far__do_7");
});

test("a tool that says it never waits does not, unless the host says otherwise", () => {
  const { registry, session } = setUp(30);
  registry.add(stub("mcp__near__do", "Near.", { category: "mcp", alwaysLoad: true }));
  expect(names(createCatalog(registry).expose(session))).toContain("mcp__near__do");
  const catalog = createCatalog(registry, { alwaysLoad: () => false });
  expect(names(catalog.waiting(session))).toContain("mcp__near__do");
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
