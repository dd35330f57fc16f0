import { memoryBackend } from "@holdall/backends-memory";
import { openSession, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding } from "../index.ts";

test("documents are made where they are asked for, below the root only", async () => {
  const backend = memoryBackend({ files: { "/app/a.csv": "a,b\n1,2\n", "/else/a.csv": "a\n1\n" } });
  const preset = coding({ backend, root: "/app" });
  await using session = openSession(preset.registry, preset);
  const made = await session.call("generate_markdown", { blocks: [{ data: "a.csv" }], output_path: "a.md" });
  expect(made).toMatchObject({ ok: true, output: { path: "/app/a.md" } });
  for (const call of [{ blocks: [{ data: "/else/a.csv" }] }, { blocks: [{ text: "a" }], output_path: "/else/a.md" }])
    expect(await session.call("generate_markdown", call)).toMatchObject({ error: { code: "permission_denied" } });
});

test("a dry run writes nothing", async () => {
  const backend = memoryBackend();
  const preset = coding({ backend });
  await using session = openSession(preset.registry, { ...preset, dryRun: true });
  const call = { blocks: [{ text: "a" }], output_path: "/a.md" };
  expect(await session.call("generate_markdown", call)).toMatchObject({ ok: true });
  expect(await backend.stat(toPath("/a.md"))).toBeNull();
});

test("tools for documents wait", () => {
  const preset = coding({ backend: memoryBackend() });
  const seen = preset.expose({ state: (key) => key.create() }).map(({ name }) => name);
  expect(seen).toContain("read_file");
  expect(seen).not.toContain("generate_pdf");
});
