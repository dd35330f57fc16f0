import { memoryBackend } from "@holdall/backends-memory";
import { coding } from "@holdall/presets";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { runTask } from "./agent.ts";
import { scriptedModel } from "./scripted-model.ts";

test("a person is asked before each deletion, and only what they allow is gone", async () => {
  const backend = memoryBackend({ files: { "/debug.log": "…", "/notes.md": "# Buy milk\n" } });
  const asked: string[] = [];
  const text = await runTask({
    prompt: "Delete what is not needed here.",
    model: scriptedModel(),
    preset: coding({ backend }),
    ask: async (question) => {
      asked.push(question);
      return question.includes("debug.log");
    },
  });
  expect(asked).toEqual([expect.stringContaining("/debug.log"), expect.stringContaining("/notes.md")]);
  expect(await backend.stat(toPath("/debug.log"))).toBeNull();
  expect(await backend.stat(toPath("/notes.md"))).toMatchObject({ kind: "file" });
  expect(text).toBe("Deleted 1 of the 2 files that I wanted to delete.");
});
