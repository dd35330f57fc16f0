import { memoryBackend } from "@holdall/backends-memory";
import { minimal } from "@holdall/presets/minimal";
import { openSession, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { projectNotes } from "./project-notes.ts";

test("a file that has changed, and one that a compaction took out of the conversation, goes again", async () => {
  const backend = memoryBackend({ files: { "/CLAUDE.md": "Use tabs.\n" } });
  const preset = minimal({ backend });
  const session = openSession(preset.registry, preset);
  const notes = projectNotes(preset);
  const messages: { role: "user"; content: string }[] = [];
  const next = async () => {
    const found = await notes.before(session, messages);
    messages.push({ role: "user", content: `${found?.text ?? ""}hello` });
    return found && [/Use \w+\./.exec(found.text)?.[0], found.line !== ""];
  };
  expect(await next()).toEqual(["Use tabs.", true]);
  expect(await next()).toBeUndefined();
  await backend.write(toPath("/CLAUDE.md"), new TextEncoder().encode("Use spaces.\n"));
  expect(await next()).toEqual(["Use spaces.", true]);
  messages.length = 0;
  expect(await next()).toEqual(["Use spaces.", false]);
});
