import type { Access, Policy } from "@holdall/tool-core";

/** The approval question of a call, by its input. */
const questions = new WeakMap<object, string>();

export const setQuestion = (input: object, question: string): void => void questions.set(input, question);

/** What a mail touches beside its recipients when one of them was not named by the user: no rule about addresses meets it. */
export const untrustedAddress = (address: string): Access => ({
  action: "message",
  target: `untrusted-address:${address}`,
});

/**
 * Asks for approval before anything is sent, with every recipient, the text and the files; abstains on all other calls.
 * Combined with `strictest`, as in presets, no rule overrides it. With `firstOf` after rules, it asks about calls that the
 * rules do not decide.
 */
export const askMessages: Policy = ({ access, input, tool }) => {
  if (access?.action !== "message") return undefined;
  const question = typeof input === "object" && input !== null ? questions.get(input) : undefined;
  return { effect: "ask", prompt: question ?? `${tool.title}: ${access.target}` };
};
