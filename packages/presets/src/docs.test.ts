import { memoryBackend } from "@holdall/backends-memory";
import { openSession, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding } from "./index.ts";
import { withSearch } from "./with-search.ts";

test("documents are made where they are asked for, below the root only", async () => {
  const backend = memoryBackend({ files: { "/app/a.csv": "a,b\n1,2\n", "/else/a.csv": "a\n1\n" } });
  expect(coding({ backend }).registry.get("generate_pdf")).toBeUndefined();
  const preset = coding({ backend, root: "/app", docs: {} });
  await using session = openSession(preset.registry, preset);
  const made = await session.call("generate_markdown", { blocks: [{ data: "a.csv" }], output_path: "a.md" });
  expect(made).toMatchObject({ ok: true, output: { path: "/app/a.md" } });
  for (const call of [{ blocks: [{ data: "/else/a.csv" }] }, { blocks: [{ text: "a" }], output_path: "/else/a.md" }])
    expect(await session.call("generate_markdown", call)).toMatchObject({ error: { code: "permission_denied" } });
});

test("a dry run writes nothing", async () => {
  const backend = memoryBackend();
  const preset = coding({ backend, docs: {} });
  await using session = openSession(preset.registry, { ...preset, dryRun: true });
  const call = { blocks: [{ text: "a" }], output_path: "/a.md" };
  expect(await session.call("generate_markdown", call)).toMatchObject({ ok: true });
  expect(await backend.stat(toPath("/a.md"))).toBeNull();
});

test("with tool_search, tools for documents wait", () => {
  const preset = withSearch(coding({ backend: memoryBackend(), docs: {} }));
  const seen = preset.expose({ state: (key) => key.create() }).map(({ name }) => name);
  expect(seen).toContain("read_file");
  expect(seen).not.toContain("generate_pdf");
});
