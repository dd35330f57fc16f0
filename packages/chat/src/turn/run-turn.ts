import { noTokens, sumTokens, type Tokens } from "../tokens.ts";
import { type Asking, runStep, type TurnListener } from "./run-step.ts";
import type { TurnFailure } from "./turn-failure.ts";

export interface TurnEnd {
  /** `done`: the model has nothing more to do. */
  readonly reason: "done" | "cancelled" | "failed";
  readonly failure?: TurnFailure;
  /** The model's last words. */
  readonly text: string;
  readonly steps: number;
  readonly tokens: Tokens;
}

export interface Turn extends Asking {
  readonly maxSteps: number;
  /** Makes room in the conversation before each answer. */
  readonly makeRoom?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** The provider found the conversation too long: true when it is shorter now. */
  readonly onOverflow?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

/** Let a model answer the last message, with as many calls as it makes. Everything that goes wrong is an end. */
export async function runTurn(turn: Turn, listener: TurnListener): Promise<TurnEnd> {
  let tokens = noTokens;
  for (let steps = 1; ; steps++) {
    await turn.makeRoom?.(turn.signal);
    if (turn.signal.aborted) return { reason: "cancelled", text: "", steps, tokens };
    let step = await runStep(turn, listener);
    const isShorter = step.isTooLong && !turn.signal.aborted && (await turn.onOverflow?.(turn.signal));
    if (isShorter) step = await runStep(turn, listener);
    tokens = sumTokens(tokens, step.tokens);
    const { text, failure } = step;
    if (turn.signal.aborted) return { reason: "cancelled", text, steps, tokens };
    if (failure) return { reason: "failed", failure, text, steps, tokens };
    if (!step.called) return { reason: "done", text, steps, tokens };
    if (steps === turn.maxSteps) return { reason: "failed", failure: tooManySteps(steps), text, steps, tokens };
  }
}

const tooManySteps = (steps: number): TurnFailure => ({
  kind: "steps",
  message: `The model was not finished after ${steps} answers.`,
  hint: "Ask it to continue, or allow more answers to one message: maxSteps, --max-steps.",
});
