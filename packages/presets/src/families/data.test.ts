import { memoryBackend } from "@holdall/backends-memory";
import { openSession, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding, research } from "../index.ts";

const files = { "/app/in.csv": "city,price\nRome,1\nOslo,2\nRome,3\n" };
const options = { root: "/app", web: false } as const;
const sums = { path: "in.csv", group_by: ["city"] };

test("data tools load when one of them is needed; research has those that look", async () => {
  const all = ["convert_format", "filter_data", "aggregate_data", "query_data"];
  const backend = memoryBackend();
  for (const [preset, names] of [
    [coding({ backend }), all],
    [research({ backend }), all.slice(1)],
  ] as const) {
    const { registry } = preset;
    expect(registry.tools().filter(({ category }) => category === "data")).toEqual([]);
    expect(registry.offered()).toEqual(expect.arrayContaining([...names]));
    expect((await registry.find("FilterData"))?.name).toBe("filter_data");
    expect(registry.tools().flatMap(({ name, category }) => (category === "data" ? name : []))).toEqual(names);
  }
});

test("coding converts below its root and nowhere else, and a dry run leaves the files", async () => {
  const backend = memoryBackend({ files });
  const preset = coding({ ...options, backend });
  await using session = openSession(preset.registry, preset);
  const input = { path: "in.csv", output_path: "out.json" };
  await using dry = openSession(preset.registry, { ...preset, dryRun: true });
  expect(await dry.call("convert_format", input)).toMatchObject({ ok: true, output: { total: 3 } });
  expect(await backend.stat(toPath("/app/out.json"))).toBeNull();
  expect(await session.call("convert_format", input)).toMatchObject({ ok: true, output: { total: 3 } });
  expect(await session.call("convert_format", { ...input, output_path: "/etc/out.json" })).toMatchObject({
    ok: false,
    error: { code: "permission_denied" },
  });
});

test("research answers from data and writes no file", async () => {
  const backend = memoryBackend({ files });
  const preset = research({ ...options, backend });
  await using session = openSession(preset.registry, preset);
  expect(await session.call("aggregate_data", sums)).toMatchObject({ ok: true, output: { total: 2 } });
  for (const [tool, input] of [
    ["aggregate_data", { ...sums, output_path: "out.json" }],
    ["filter_data", { path: "in.csv", query: "$[*]", output_path: "out.csv" }],
    ["query_data", { sql: "FROM 'in.csv'", output_path: "out.csv" }],
  ] as const)
    expect(await session.call(tool, input)).toMatchObject({ ok: false, error: { code: "permission_denied" } });
});

test("in plan mode data is read, and nothing is written", async () => {
  const preset = coding({ ...options, backend: memoryBackend({ files }), permissions: { mode: "plan" } });
  await using session = openSession(preset.registry, preset);
  expect(await session.call("aggregate_data", sums)).toMatchObject({ ok: true });
  expect(await session.call("convert_format", { path: "in.csv", output_path: "out.json" })).toMatchObject({
    ok: false,
  });
});

test("data tools wait and are found by what they do", async () => {
  const preset = coding({ ...options, backend: memoryBackend({ files }) });
  await using session = openSession(preset.registry, preset);
  const seen = () => preset.expose(session).map(({ name }) => name);
  expect(seen()).toEqual(expect.arrayContaining(["read_file", "tool_search"]));
  expect(seen()).not.toContain("aggregate_data");
  expect(preset.instructions).toContain("tool_search");
  await session.call("tool_search", { query: "total sales per city of a csv" });
  expect(seen()).toContain("aggregate_data");
  expect(await session.call("aggregate_data", sums)).toMatchObject({ ok: true, output: { total: 2 } });
});

test("a database is asked about by its name, and is not queried in plan mode", async () => {
  const reached: string[] = [];
  const db = {
    async transaction(): Promise<never> {
      reached.push("the database");
      throw Object.assign(new Error("closed"), { code: "08006" });
    },
  };
  const databases = { shop: { db } };
  const call = { database: "shop", sql: "SELECT 1" };
  for (const open of [coding, research]) {
    const asked: string[] = [];
    const preset = open({ ...options, backend: memoryBackend(), databases });
    const approve = async ({ prompt }: { readonly prompt: string }) => asked.push(prompt) > 1;
    await using session = openSession(preset.registry, { ...preset, approve });
    expect(await session.call("query_data", call)).toMatchObject({ error: { code: "permission_denied" } });
    expect(reached).toEqual([]);
    expect(await session.call("query_data", call)).toMatchObject({ error: { code: "unavailable" } });
    expect(reached.splice(0)).toEqual(["the database"]);
    expect(asked).toEqual(Array(2).fill(expect.stringContaining("database:shop")));
  }
  const planning = coding({ ...options, backend: memoryBackend(), databases, permissions: { mode: "plan" } });
  await using session = openSession(planning.registry, { ...planning, approve: async () => true });
  expect(await session.call("query_data", call)).toMatchObject({ error: { code: "permission_denied" } });
  expect(reached).toEqual([]);
});
