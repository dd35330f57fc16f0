import type { Sandbox } from "./port/index.ts";

/** Start programs unconfined. Reports that nothing is confined, so that every command needs approval. */
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
