import { memoryBackend } from "@holdall/backends-memory";
import { contentText, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding, type Preset, research } from "../index.ts";

const files = { "/a.txt": "one\n", "/key.env": "API_TOKEN=kX9fQ2vL8mZr4TnB7cYw1sHd\n" };

test("programs are shown where they are asked for, and found otherwise, in coding and research", () => {
  const shown = (preset: Preset) => preset.expose({ state: (key) => key.create() }).map(({ name }) => name);
  for (const preset of [coding, research]) {
    const backend = memoryBackend({ files });
    expect(preset({ backend }).registry.offered()).toContain("run_program");
    expect(shown(preset({ backend }))).not.toContain("run_program");
    expect(shown(preset({ backend, program: {} }))).toContain("run_program");
    expect(preset({ backend, program: false }).registry.offered()).not.toContain("run_program");
    expect(preset({ backend, program: {} }).registry.get("run_program")?.name).toBe("run_program");
    expect(preset({ backend, program: {}, without: ["codemode"] }).registry.get("run_program")).toBeUndefined();
  }
});

test("what the preset asks, denies and hides holds in programs", async () => {
  const preset = coding({ backend: memoryBackend({ files }), program: {} });
  const asked: string[] = [];
  await using session = openSession(preset.registry, {
    ...preset,
    approve: ({ tool }) => asked.push(tool) < 0,
  });
  const run = async (code: string) => contentText((await session.call("run_program", { code })).content);
  expect(await run("return (await tools.read_file({ path: '/a.txt' })).content")).toContain("one");
  expect(await run("await tools.delete_file({ path: '/a.txt' })")).toContain("permission_denied");
  expect(asked).toEqual(["delete_file"]);
  expect(await run("return (await tools.read_file({ path: '/key.env' })).content")).not.toContain(
    "kX9fQ2vL8mZr4TnB7cYw1sHd",
  );
});

test("a preset that looks only runs programs that look only", async () => {
  const preset = research({ backend: memoryBackend({ files }), program: {} });
  await using session = openSession(preset.registry, preset);
  const code =
    "return [(await tools.read_file({ path: '/a.txt' })).content, (await tools.$names()).map(({ name }) => name)]";
  const result = await session.call("run_program", { code });
  expect(result).toMatchObject({ ok: true, output: { status: "done" } });
  expect(JSON.stringify(result.ok && result.output)).not.toContain("write_file");
});
