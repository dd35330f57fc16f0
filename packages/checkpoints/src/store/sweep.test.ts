import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, defineTool, openSession, passthroughSchema, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { openCheckpoints } from "../open-checkpoints.ts";
import { recordedSessions } from "./sessions.ts";
import { type KeepOptions, sweepCheckpoints } from "./sweep.ts";

const hour = 3_600_000;

/** A store with sessions that have each changed a file of their own, of 1,000 bytes. */
async function open(...ids: readonly string[]) {
  const store = { backend: memoryBackend(), folder: "/kept" };
  for (const id of ids) {
    const workspace = memoryBackend({ files: { "/a.txt": id.repeat(1000 / id.length) } });
    const write = defineTool({
      name: "write",
      category: "test",
      description: "Replace the file.",
      input: passthroughSchema({}),
      access: () => [{ action: "write", target: "/a.txt" }],
      execute: async () => void (await workspace.write(toPath("/a.txt"), new Uint8Array([1]))),
    });
    const checkpoints = await openCheckpoints({ workspace, store, sessionId: id });
    const session = openSession(createRegistry([write]), { policy: allow(), use: [checkpoints.middleware] });
    await session.call("write", {});
    await checkpoints[Symbol.asyncDispose]();
  }
  const sweep = (hours: number, keep: KeepOptions = {}) =>
    sweepCheckpoints({ store: store.backend, folder: toPath(store.folder), keep, now: Date.now() + hours * hour });
  const left = async () => (await recordedSessions(store)).map(({ id }) => id).sort();
  return { sweep, left };
}

test("sessions that did not change for some days are removed, then what only they used", async () => {
  const { sweep, left } = await open("one", "two");
  expect(await sweep(24 * 29)).toEqual({ checkpoints: 0, sessions: 0, objects: 0 });
  expect(await sweep(24 * 31)).toMatchObject({ sessions: 2 });
  expect(await left()).toEqual([]);
  expect(await sweep(24 * 32)).toMatchObject({ objects: 2 });
});

test("the oldest sessions are removed when all take too much, unless they have just changed", async () => {
  const { sweep, left } = await open("one", "two", "three");
  expect(await sweep(0.5, { bytes: 0 })).toMatchObject({ sessions: 0 });
  expect(await sweep(2, { bytes: 2_500 })).toMatchObject({ sessions: 1 });
  expect(await left()).toHaveLength(2);
  expect(await sweep(2, { bytes: 2_500 })).toMatchObject({ sessions: 0 });
});
