import type { Implementation } from "@modelcontextprotocol/server";

/** Information for the code that connects a server. */
export const defaultInfo: Implementation = { name: "holdall", version: "0.0.0" };

/** The SDK validates answers to elicitation, which are read with care here; this spares the start-up its ajv. */
export const neverNeeded = {
  getValidator(): never {
    throw new Error("Answers of clients are not validated by schema here.");
  },
};
