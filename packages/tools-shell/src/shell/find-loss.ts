import type { Conversation } from "./conversation.ts";
import type { StateFile } from "./state-file.ts";

/** What another process has read of an exchange with a shell: the command, what it printed, or how it ended. */
export type Loss = "question" | "output" | "reply";

export interface Exchange {
  readonly talk: Pick<Conversation, "waits" | "heard">;
  readonly stateFile: StateFile;
  /** Nonces of the two questions before, the latest first. */
  readonly before: readonly string[];
  /** Bytes of the question. */
  readonly size: number;
  readonly isPaused: () => boolean;
}

/** Milliseconds between looks. Time that this process itself was held up does not count. */
const interval = 100;
/** Looks until a shell that does not begin has not got its command: it reads a byte at a time, from what is there. */
const minSilentLooks = 20;
const bytesPerLook = 20_000;
/** Looks until what has not come after the end of a command was read by somebody else. */
const drain = 10;

/**
 * Tell when somebody else has read from the pipes of a shell. Whoever runs as its user can open them, as /proc shows them,
 * and then each waits for the other. The file in which the shell notes how far it is cannot be read empty. Settles once;
 * never when nothing is lost, or after `stop`.
 */
export function findLoss(exchange: Exchange): { readonly lost: Promise<Loss>; stop(): void } {
  const { talk, stateFile, before, size, isPaused } = exchange;
  const lost = Promise.withResolvers<Loss>();
  const maxSilent = minSilentLooks + Math.ceil(size / bytesPerLook);
  let looks = 0;
  let quiet = 0;
  let heard = talk.heard;
  let hasBegun = false;

  const timer = setInterval(() => {
    looks++;
    const { reply, output } = talk.waits;
    const isQuiet = heard === talk.heard && !isPaused();
    heard = talk.heard;
    quiet = isQuiet && isOver(reply, output) ? quiet + 1 : 0;
    if (quiet >= drain) settle(reply ? "reply" : "output");
    else if (looks >= maxSilent && !hasBegun && isQuiet && reply && at() === "waiting") settle("question");
  }, interval);
  timer.unref();

  /** One of its two signs has come, or the shell notes that it is over: looked up now and then, for commands take long. */
  const isOver = (reply: boolean, output: boolean) =>
    reply !== output || (looks % drain === 0 || quiet > 0 ? at() === "over" : false);
  const at = () => {
    const progress = stateFile.progress(before);
    hasBegun ||= progress === "running" || progress === "over";
    return progress;
  };
  const settle = (loss: Loss) => {
    clearInterval(timer);
    lost.resolve(loss);
  };
  return { lost: lost.promise, stop: () => clearInterval(timer) };
}
