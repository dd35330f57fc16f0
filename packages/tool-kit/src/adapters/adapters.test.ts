import { ask, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { pendingQuestion, pickSpecs } from "./index.ts";

function openNotes() {
  const versions = new Map<string, string>();
  const remove = defineTool({
    name: "remove_note",
    category: "test",
    description: "Remove a note.",
    input: z.object({ path: z.string() }),
    aliases: { claude: { name: "Forget" } },
    access: ({ path }) => [{ action: "delete", target: path, version: versions.get(path) ?? "1" }],
    execute: ({ path }) => path,
  });
  return { versions, session: openSession(createRegistry([remove]), { policy: ask() }) };
}

it("picks tools by any spelling, in the session's dialect or another", () => {
  const { session } = openNotes();
  const names = (options: Parameters<typeof pickSpecs>[1]) => pickSpecs(session, options).map(({ name }) => name);
  expect(names({})).toEqual(["remove_note"]);
  expect(names({ only: ["Forget"], dialect: "camel" })).toEqual(["removeNote"]);
  expect(names({ only: ["removeNote"], dialect: "claude" })).toEqual(["Forget"]);
  expect(names({ only: [] })).toEqual([]);
  expect(() => names({ only: ["remove_nte"] })).toThrow('`only` names the tool "remove_nte"');
});

it("keeps to the question that was asked once a call is approved, and asks anew before", async () => {
  const { session, versions } = openNotes();
  const versionOf = async (callId: string, approved?: boolean) =>
    (await pendingQuestion(session, "remove_note", { path: "/a" }, { callId, ...(approved && { approved }) }))
      ?.access[0]?.version;
  expect(await versionOf("c1")).toBe("1");
  versions.set("/a", "2");
  expect(await versionOf("c1", true)).toBe("1");
  expect(await versionOf("another", true)).toBe("2");
  expect(await versionOf("c1")).toBe("2");
  expect(await versionOf("c1", true)).toBe("2");
  expect(await pendingQuestion(session, "no_such_tool", {}, { callId: "c2" })).toBeUndefined();
});

it("keeps the last 200 questions", async () => {
  const { session, versions } = openNotes();
  const askAbout = (callId: string, approved: boolean) =>
    pendingQuestion(session, "remove_note", { path: "/a" }, { callId, approved });
  for (let n = 0; n <= 200; n++) await askAbout(`c${n}`, false);
  versions.set("/a", "2");
  expect((await askAbout("c1", true))?.access[0]?.version).toBe("1");
  expect((await askAbout("c0", true))?.access[0]?.version).toBe("2");
});
