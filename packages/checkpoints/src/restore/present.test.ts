import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { expect, test } from "vitest";
import { openCheckpoints } from "../open-checkpoints.ts";

test.each(["files", "conversation", "both"] as const)(
  "what the host knows of the present is in its checkpoint, so that a restore of %s is taken back whole",
  async (parts) => {
    const workspace = memoryBackend({ files: { "/a.txt": "one\n" } });
    const store = { backend: memoryBackend(), folder: "/kept" };
    await using checkpoints = await openCheckpoints({ workspace, store, sessionId: "one" });
    const registry = createRegistry(fsTools({ backend: workspace }));
    await using session = openSession(registry, { policy: allow(), use: [checkpoints.middleware] });
    checkpoints.attach(session);
    checkpoints.beginTurn({ label: "Begin", messages: ["one"] });
    await session.call("delete_file", { path: "/a.txt" });
    const messages = ["one", "two"];
    await checkpoints.restore(await checkpoints.plan("c1"), { parts, present: { messages } });
    const present = checkpoints.list().at(-1);
    expect(present).toMatchObject({ id: "c2", label: "before restoring c1", hasConversation: true });
    const back = await checkpoints.restore(await checkpoints.plan("c2"), { parts: "conversation" });
    expect(back.conversation?.messages).toEqual(messages);
  },
);
