import type { Sandbox } from "@holdall/tool-core";

/** Starts programs as they are. It confines nothing and says so, so that every command needs a person's yes. */
export const noSandbox: Sandbox = {
  name: "none",
  confines: () => false,
  launch: async ({ argv, env }) => ({
    argv,
    env,
    killsTree: false,
    report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
    [Symbol.asyncDispose]: async () => undefined,
  }),
};
