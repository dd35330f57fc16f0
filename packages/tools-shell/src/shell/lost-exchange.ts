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
  /** The shell and all that it started wait: what it could read or do next would have woken it. */
  readonly isAsleep: () => boolean;
}

/** Milliseconds between looks. Time that this process itself was held up does not count. */
const interval = 100;
/** Looks in a row, while everything in the shell sleeps, until what has not come or not begun never will. */
const maxAsleep = 3;
/** Looks that are waited for one that may only be waiting for a processor: for it to begin, which it does a byte at a time, and to reply. */
const maxBusy = { begin: 100, reply: 30 };
const bytesPerLook = 20_000;
/** Looks between those at the file while a command runs: it may take long. */
const between = 10;

/**
 * Detects that another process has read from the pipes of a shell. Processes of the same user can open them through
 * /proc, and then both sides wait for each other. The file in which the shell notes how far it is cannot be read empty.
 * Settles once; never when nothing is lost, or after `stop`.
 */
export function findLoss(exchange: Exchange): { readonly lost: Promise<Loss>; stop(): void } {
  const { talk, stateFile, before, size, isPaused, isAsleep } = exchange;
  const lost = Promise.withResolvers<Loss>();
  const maxSilent = maxBusy.begin + Math.ceil(size / bytesPerLook);
  let looks = 0;
  let quiet = 0;
  let asleep = 0;
  let heard = talk.heard;
  let hasBegun = false;

  const timer = setInterval(() => {
    looks++;
    const { reply, output } = talk.waits;
    const isQuiet = heard === talk.heard && !isPaused();
    heard = talk.heard;
    const isEnding = isQuiet && isOver(reply, output);
    const isWaiting = isQuiet && !isEnding && reply && !hasBegun && at() === "waiting";
    quiet = isEnding ? quiet + 1 : 0;
    asleep = (isEnding || isWaiting) && isAsleep() ? asleep + 1 : 0;
    if (isEnding && (asleep >= maxAsleep || quiet >= maxBusy.reply)) settle(reply ? "reply" : "output");
    else if (isWaiting && (asleep >= maxAsleep || looks >= maxSilent)) settle("question");
  }, interval);
  timer.unref();

  /** One of its two signs has come, or the shell notes that it is over. */
  const isOver = (reply: boolean, output: boolean) =>
    reply !== output || (looks % between === 0 || quiet > 0 ? at() === "over" : false);
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
