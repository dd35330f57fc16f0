import { abortedError } from "@holdall/tool-core";
import type { NoAnswer } from "../port/index.ts";
import { RequestError } from "../rpc/connection.ts";
import type { LiveServer } from "./live-server.ts";
import type { ServerSlot } from "./server-slot.ts";
import { ServerUnavailable } from "./server-unavailable.ts";

/** A server that knows the disk as it is, for the time of one question. */
export interface ServerHandle {
  readonly server: LiveServer;
  /** False if some files could not be checked. */
  readonly knowsAll: boolean;
  request(method: string, params: object): Promise<unknown>;
  /** Milliseconds that are left. */
  left(): number;
}

export interface Unanswered {
  readonly ok: false;
  readonly why: NoAnswer;
  readonly message: string;
}

export type Answered<T> = { readonly ok: true; readonly value: T } | Unanswered;

export interface AskOptions {
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Ask a server within a time limit, including its start and earlier questions. Rejects only when `signal` aborts. */
export async function ask<T>(
  slot: ServerSlot,
  { deadline = 8_000, signal }: AskOptions,
  question: (asked: ServerHandle) => Promise<T>,
): Promise<Answered<T>> {
  if (signal?.aborted) throw abortedError(signal.reason);
  const end = performance.now() + deadline;
  const left = () => end - performance.now();
  const { promise: given, resolve: giveUp } = Promise.withResolvers<Answered<T>>();
  const timer = setTimeout(() => giveUp(late(slot, deadline)), deadline);
  const abort = () => giveUp({ ok: false, why: "failed", message: "The question was cancelled." });
  signal?.addEventListener("abort", abort, { once: true });

  const answer = slot
    .run(async (): Promise<Answered<T>> => {
      if (left() <= 0 || signal?.aborted) return late(slot, deadline);
      const { server, knowsAll } = await currentServer(slot);
      if (left() <= 0 || signal?.aborted) return late(slot, deadline);
      const request = (method: string, params: object) =>
        server.request(method, params, { deadline: left(), ...(signal && { signal }) });
      return { ok: true, value: await question({ server, knowsAll, request, left }) };
    })
    .catch((error: unknown): Unanswered => toUnanswered(error, slot, deadline));
  try {
    const result = await Promise.race([answer, given]);
    if (signal?.aborted) throw abortedError(signal.reason);
    return result;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The server, notified of changes; a new one if other packages were installed. */
async function currentServer(slot: ServerSlot): Promise<{ readonly server: LiveServer; readonly knowsAll: boolean }> {
  const server = await slot.get();
  const { complete, installed } = await server.synchronize();
  if (!installed) return { server, knowsAll: complete };
  await slot.end();
  const fresh = await slot.get();
  return { server: fresh, knowsAll: (await fresh.synchronize()).complete };
}

const late = (slot: ServerSlot, deadline: number): Unanswered =>
  slot.live
    ? { ok: false, why: "timed_out", message: `${slot.name} did not answer within ${Math.round(deadline)} ms.` }
    : {
        ok: false,
        why: "starting",
        message: `${slot.name} is still starting after ${Math.round(deadline)} ms; ask again.`,
      };

function toUnanswered(error: unknown, slot: ServerSlot, deadline: number): Unanswered {
  const { name } = slot;
  if (error instanceof ServerUnavailable) return { ok: false, why: "unavailable", message: error.message };
  if (error instanceof RequestError) {
    // It was given what was left of the time.
    if (error.why === "timed_out") return late(slot, deadline);
    return { ok: false, why: "failed", message: `${name}: ${error.message}` };
  }
  return { ok: false, why: "failed", message: `${name} failed.` };
}
