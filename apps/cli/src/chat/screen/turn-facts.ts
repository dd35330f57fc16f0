import type { Tokens } from "@holdall/chat";
import { counted } from "../../render/text.ts";

/** What the user sees of a turn while it runs: its time, its tokens, and how to stop it. */
export interface TurnFacts {
  begin(): void;
  /** The tokens of an answer. */
  step(tokens: Tokens): void;
  end(): void;
  /** Empty if no turn is running. Whatever has been waiting for some seconds shows them itself. */
  text(seconds: number): string;
}

/** Seconds by which the turn is longer than what is waited for before both are shown. */
const longer = 3;

export function createTurnFacts(): TurnFacts {
  let since: number | undefined;
  let tokens = 0;
  return {
    begin() {
      [since, tokens] = [performance.now(), 0];
    },
    step({ input, output }) {
      tokens += input + output;
    },
    end() {
      since = undefined;
    },
    text(seconds) {
      if (since === undefined) return "";
      const whole = Math.floor((performance.now() - since) / 1000);
      const all = [
        ...(whole >= seconds + longer ? [`${whole} s`] : []),
        ...(tokens > 0 ? [counted(tokens, "token")] : []),
      ];
      return [...(all.length > 0 ? [`${all.join(", ")} in all`] : []), "Esc stops"].join(" · ");
    },
  };
}
