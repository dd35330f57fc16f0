import type { AllowAnswer } from "@holdall/chat";
import type { interrupted } from "../screen/terminal.ts";

export interface Allowing {
  /** What a longer approval would cover; empty if no rule is narrow enough. */
  readonly rules: readonly string[];
  /** A program asks, and an approval can last until it has ended. */
  readonly ofProgram: boolean;
  readonly show: (lines: readonly string[]) => void;
}

interface ByLine extends Allowing {
  readonly read: (prompt: string) => Promise<string | undefined | typeof interrupted>;
}

/** Ask for approval on a line. */
export async function allowByLine({ rules, ofProgram, show, read }: ByLine): Promise<AllowAnswer> {
  if (rules.length > 0) show(["y: once. s: in this session, a: always, for", ...rules.map((rule) => `   ${rule}`)]);
  if (ofProgram) show(["p: exactly this, until the program that asks ends."]);
  const answers = ["y", ...(ofProgram ? ["p"] : []), ...(rules.length > 0 ? ["s", "a"] : []), "N"].join("/");
  for (;;) {
    const typed = await read(`Allow it? [${answers}, or what to do instead] `);
    const answer = typeof typed === "string" ? typed.trim() : "n";
    if (/^y(es)?$/i.test(answer)) return "once";
    if (ofProgram && /^p(rogram)?$/i.test(answer)) return "program";
    const grant = /^s(ession)?$/i.test(answer) ? "session" : /^a(lways)?$/i.test(answer) ? "always" : undefined;
    if (!grant) return refusal(answer.replace(/^no?\b[\s,:]*/i, ""));
    if (rules.length > 0) return grant;
    show(["No rule is narrow enough for this call: y allows it once."]);
  }
}

/** A denial, with the user's text. */
export const refusal = (reason: string): AllowAnswer => (reason === "" ? {} : { reason: `They said: ${reason}` });
