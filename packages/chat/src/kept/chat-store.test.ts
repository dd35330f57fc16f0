import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { minimal } from "@holdall/presets/minimal";
import { openSession } from "@holdall/tool-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStoredChat } from "./chat-store.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-store-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => {
  const preset = minimal({ root: folder });
  return openSession(preset.registry, preset);
};

test("a conversation comes back with its bytes, for its owner alone; two who go on with it do not write over each other", async () => {
  const place = join(folder, "chats");
  await using session = open();
  const begun = await openStoredChat(place, "new");
  const image = { type: "file" as const, mediaType: "image/png", data: Buffer.from([1, 2, 255]) };
  begun.messages.push({ role: "user", content: [{ type: "text", text: "look" }, image] });
  await begun.save(session);
  const [one, two] = [await openStoredChat(place, "last"), await openStoredChat(place, "last")];
  const parts = [
    { type: "text", text: "look" },
    { ...image, data: new Uint8Array([1, 2, 255]) },
  ];
  expect(one.messages).toEqual([{ role: "user", content: parts }]);
  expect(one.restore?.id).toBe(session.id);
  await session.call("read_file", { path: "none" });
  one.messages.push({ role: "assistant", content: "A cat." });
  await one.save(session);
  await one.save(session);
  await expect(two.save(session)).rejects.toMatchObject({ code: "stale" });
  expect((await openStoredChat(place, "last")).messages).toHaveLength(2);
  expect(statSync(place).mode & 0o777).toBe(0o700);
});
