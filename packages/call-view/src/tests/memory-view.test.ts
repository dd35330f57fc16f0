import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { memoryTools } from "@holdall/tools-memory";
import { expect, test } from "vitest";
import { followCalls } from "../follow-calls.ts";
import { viewPart } from "../view/view-part.ts";

test("notes of the real tools: what was written, what was read, what was found", async () => {
  const log = followCalls();
  const registry = createRegistry(memoryTools({ backend: memoryBackend() }));
  await using session = openSession(registry, { policy: allow(), onEvent: log.follow });
  const path = "/memories/deploy.md";
  await session.call("memory", { command: "create", path, file_text: "We deploy on Fridays.\n" });
  await session.call("memory", { command: "str_replace", path, old_str: "Fridays", new_str: "Mondays" });
  await session.call("memory", { command: "view", path });
  await session.call("memory", { command: "view", path: "/memories" });
  await session.call("memory_search", { query: "deploy" });
  await session.call("memory", { command: "rename", old_path: path, new_path: "/memories/old.md" });
  const shown = log.calls().map(({ title, subject, outcome, blocks }) => [title, subject, outcome, blocks[0]?.kind]);
  expect(shown).toEqual([
    ["Memory", `create ${path}`, "created", "code"],
    ["Memory", `str replace ${path}`, "edited", "diff"],
    ["Memory", `view ${path}`, "model", "code"],
    ["Memory", "view /memories", "model", "text"],
    ["Search memory", "deploy", "1 note", "code"],
    ["Memory", `rename ${path} → /memories/old.md`, "renamed", undefined],
  ]);
  const [, , viewed, , found] = log.calls().map(({ blocks }) => blocks[0]);
  expect(viewed).toMatchObject({ path, lines: [{ number: 1, text: "We deploy on Mondays." }] });
  expect(found).toMatchObject({ path: `${path} · model`, lines: [{ number: 1, text: "We deploy on Mondays." }] });
});

test("a note with words of others says so, before its text", () => {
  const output = {
    command: "view",
    text: "Here's the content of /memories/a with line numbers:\n     1\tx",
    path: "/memories/a",
  };
  const view = viewPart({
    type: "tool-memory",
    toolCallId: "1",
    state: "output-available",
    input: { command: "view", path: "/memories/a" },
    output: { ...output, trust: "untrusted", hidden: true },
  });
  expect(view.blocks).toMatchObject([
    { isWarning: true },
    { isWarning: true },
    { kind: "code", lines: [{ text: "x" }] },
  ]);
});
