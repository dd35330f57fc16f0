import type { Access, Policy, ToolContext } from "@holdall/tool-core";
import { foreignContent } from "@holdall/tool-core/foreign-content";

/** What a write of a note also touches when the session has read words of others since its user last wrote. */
export const untrustedWrite: Access = { action: "write", target: "memory:untrusted" };

/** True when the session has read words of others since its user last wrote. */
export const hasReadOthers = ({ state }: Pick<ToolContext, "state">): boolean => state(foreignContent).size > 0;

/**
 * Asks a person before a note is written by a session that has read words of others; abstains on the rest. With `strictest`
 * in front of what allows, no rule lifts it.
 */
export const askUntrustedWrites: Policy = ({ access, tool }) =>
  access?.target === untrustedWrite.target
    ? { effect: "ask", prompt: `${tool.title}: remember something after reading what others wrote` }
    : undefined;
