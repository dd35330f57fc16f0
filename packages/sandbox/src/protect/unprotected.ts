import { ToolError } from "@holdall/tool-core";

/** The error of a sandbox that cannot keep programs from everything that it must. */
export const unprotected = (problem: string) =>
  new ToolError("unavailable", `The sandbox cannot protect every path that must be protected: ${problem}.`, {
    hint: 'Use permissions: "all", which the user must approve, or work in a smaller root.',
    data: { unprotected: problem },
  });
