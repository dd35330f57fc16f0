import type { Sandbox } from "@holdall/sandbox/port";
import { temporaryFolder } from "@holdall/tool-kit/node";
import { expect, test } from "vitest";
import { startServer } from "./live-server.ts";

test("what a sandbox has set up for a server is taken back when its command cannot be passed to the system", async () => {
  using folder = temporaryFolder("live-server");
  let disposed = 0;
  const sandbox: Sandbox = {
    name: "test",
    confines: () => true,
    launch: async ({ argv, env }) => ({
      ...{ argv, env, killsTree: false },
      report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
      [Symbol.asyncDispose]: async () => void disposed++,
    }),
  };
  const starting = startServer({
    definition: { name: "test", languages: {}, command: [] },
    argv: [process.execPath, "a\0b"],
    folder: folder.path,
    sandbox,
    denials: [],
    startTimeout: 10_000,
    signal: new AbortController().signal,
  });
  await expect(starting).rejects.toThrow("null bytes");
  expect(disposed).toBe(1);
});
