import { memoryBackend } from "@holdall/backends-memory";
import { toPath } from "@holdall/tool-core";
import type { AgentEvent } from "@holdall/tools-agents";
import { expect, test } from "vitest";
import { book } from "./book.ts";
import { coordinate } from "./coordinator.ts";
import { scriptedModel } from "./scripted-model.ts";

test("two agents work side by side; one is stopped by its budget and hands back what it has", async () => {
  const backend = memoryBackend({ files: book });
  const events: AgentEvent[] = [];
  const text = await coordinate({
    model: scriptedModel(),
    backend,
    prompt: "How far is the book?",
    onEvent: (event) => void events.push(event),
  });
  const results = events.flatMap((event) => (event.type === "task-end" ? event.result : []));
  const [explore, general] = ["explore", "general"].map((name) => results.find(({ agent }) => agent === name));
  expect(general).toMatchObject({ end: "completed", partial: false, files_changed: ["/notes/words.md"] });
  expect(explore).toMatchObject({
    end: "budget",
    partial: true,
    report: expect.stringMatching(/^I read \d chapters: all are drafts/),
  });
  const { input = 0, output = 0 } = explore?.tokens ?? {};
  expect(input + output).toBeLessThanOrEqual(12_000);
  expect(events.slice(0, 2).map(({ type, agent }) => `${agent} ${type}`)).toEqual([
    "explore task-start",
    "general task-start",
  ]);
  expect(text).toContain("partial report");
  expect(text).toContain("I wrote the words to /notes/words.md.");
  expect(await backend.stat(toPath("/notes/words.md"))).toMatchObject({ kind: "file" });
});
