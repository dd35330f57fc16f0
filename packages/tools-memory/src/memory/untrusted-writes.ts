import { type Access, foreignContent, type Policy, type ToolContext } from "@holdall/tool-core";

/** The additional access of a note that is written after the session has read text from others. */
export const untrustedWrite: Access = { action: "write", target: "memory:untrusted" };

/** Returns true if the session has read text from others since its user last wrote. */
export const hasReadOthers = ({ state }: Pick<ToolContext, "state">): boolean => state(foreignContent).size > 0;

/**
 * Ask before a session that has read text from others writes a note. Makes no decision on other accesses. Combine it with
 * `strictest`, so that no rule overrides it.
 */
export const askUntrustedWrites: Policy = ({ access, tool }) =>
  access?.target === untrustedWrite.target
    ? { effect: "ask", prompt: `${tool.title}: remember something after reading untrusted text` }
    : undefined;
