import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import type { Sandbox } from "@holdall/sandbox/port";
import { openSession, toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { coding } from "../sets/coding.ts";
import { presetExtensions } from "./preset-extensions.ts";

test("attack: code of an extension is changed only with approval, whatever rules say", async () => {
  const preset = coding({
    backend: memoryBackend(),
    extensions: presetExtensions([], { files: ["/tools/weather.ts"] }),
    permissions: { rules: [{ allow: ["write_file", "move_file"] }], mode: "bypass" },
  });
  const asked: { readonly tool: string; readonly prompt: string }[] = [];
  const approve = (request: (typeof asked)[number]) => asked.push(request) > 0;
  await using session = openSession(preset.registry, { ...preset, approve });
  const { call } = session;
  await call("write_file", { path: "tools/weather.ts", content: "" });
  await call("write_file", { path: "tools/other.ts", content: "" });
  await call("move_file", { from: "tools", to: "more" });
  expect(asked.map(({ tool, prompt }) => [tool, /code of an extension/.test(prompt)])).toEqual([
    ["write_file", true],
    ["move_file", true],
  ]);
});

test("attack: no command in a sandbox changes code of an extension", async () => {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "holdall-extension-code-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "weather.ts"), "");
  const kept: boolean[] = [];
  const sandbox: Sandbox = {
    name: "seen",
    confines: () => true,
    async launch({ denials = [] }) {
      for (const name of ["weather.ts", "a.txt"]) {
        const path = toPath(join(root, name));
        kept.push(denials.some((each) => each.action === "write" && each.matches(path)));
      }
      throw new Error("nothing runs here");
    },
  };
  const extensions = presetExtensions([], { files: [join(root, "weather.ts")] });
  const preset = coding({ root, extensions, shell: { sandbox }, history: false });
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  await session.call("bash", { command: "node write-it.js" });
  await preset.close();
  expect(kept.slice(0, 2)).toEqual([true, false]);
});
