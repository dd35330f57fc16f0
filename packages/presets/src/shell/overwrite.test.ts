import { memoryBackend } from "@holdall/backends-memory";
import { openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding } from "../sets/coding.ts";
import { minimal } from "../sets/minimal.ts";

test.each([
  ["coding", coding],
  ["minimal", minimal],
])("%s replaces files that were not read where its host says so", async (_, make) => {
  const open = (overwriteUnread?: boolean) => {
    const preset = make({ backend: memoryBackend({ files: { "/a.txt": "old" } }), overwriteUnread });
    return openSession(preset.registry, preset);
  };
  const write = { path: "a.txt", content: "new" };
  expect(await open().call("write_file", write)).toMatchObject({ ok: false, error: { code: "not_read" } });
  expect(await open(true).call("write_file", write)).toMatchObject({ ok: true, output: { created: false } });
});
