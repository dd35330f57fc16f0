import { ToolError } from "@holdall/tool-core";

/** Why a program does not get a secret. */
export const cannotMask = () =>
  new ToolError("unavailable", "A secret cannot be kept from programs here, so the program did not get it.", {
    hint: "Values are put in on Linux, where bubblewrap works, for the level network.",
  });
