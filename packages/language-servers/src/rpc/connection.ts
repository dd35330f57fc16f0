import type { Readable, Writable } from "node:stream";
import { FrameError, frame, frameReader } from "./frames.ts";

/** Why a request got no result. */
export type RequestFailure = "timed_out" | "refused" | "closed" | "aborted";

export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly why: RequestFailure;
  /** The server's own code of a refusal. */
  readonly code: number | undefined;

  constructor(why: RequestFailure, message: string, code?: number) {
    super(message);
    this.why = why;
    this.code = code;
  }
}

export interface RequestOptions {
  /** Milliseconds. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ConnectionOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Answers a request of the server; `undefined` for one that is not known. */
  onRequest(method: string, params: unknown): unknown;
  onNotification(method: string, params: unknown): void;
  /** The stream makes no sense any more. */
  onBroken(reason: string): void;
}

export interface Connection {
  /** The result, or a RequestError. A request that is not waited for any longer is cancelled. */
  request(method: string, params: unknown, options: RequestOptions): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** Fail all that waits. */
  close(reason: string): void;
}

interface Waiting {
  resolve(result: unknown): void;
  fail(why: RequestFailure, message: string, code?: number): void;
}

/** JSON-RPC over two streams, as language servers speak it. */
export function openConnection(options: ConnectionOptions): Connection {
  const { input, output, onRequest, onNotification, onBroken } = options;
  const waiting = new Map<number, Waiting>();
  let ids = 0;
  let closed: string | undefined;

  const send = (message: object) => {
    if (closed === undefined) output.write(frame({ jsonrpc: "2.0", ...message }));
  };

  const close = (reason: string) => {
    closed ??= reason;
    for (const { fail } of [...waiting.values()]) fail("closed", reason);
  };
  const broken = (reason: string) => {
    if (closed !== undefined) return;
    close(reason);
    onBroken(reason);
  };

  const receive = (text: string) => {
    const message = parse(text);
    if (!message) throw new FrameError("It sent a message that is not JSON.");
    const { id, method, params } = message;
    if (typeof method === "string") {
      if (id === undefined || id === null) return onNotification(method, params);
      const result = onRequest(method, params);
      return result === undefined
        ? send({ id, error: { code: -32601, message: `${method} is not supported.` } })
        : send({ id, result });
    }
    const one = waiting.get(Number(id));
    if (!one) return;
    if (message.error) one.fail("refused", ...readError(message.error));
    else one.resolve(message.result ?? null);
  };

  const read = frameReader(receive);
  input.on("data", (chunk: Buffer) => {
    if (closed !== undefined) return;
    try {
      read(chunk);
    } catch (error) {
      broken(error instanceof FrameError ? error.message : "A message of it could not be handled.");
    }
  });
  input.on("error", () => broken("Its output could not be read."));

  return {
    close,
    notify: (method, params) => send({ method, params }),
    request(method, params, { deadline, signal }) {
      if (closed !== undefined) return Promise.reject(new RequestError("closed", closed));
      if (signal?.aborted) return Promise.reject(new RequestError("aborted", "The question was cancelled."));
      const id = ++ids;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const done = () => {
        waiting.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const fail = (why: RequestFailure, message: string, code?: number) => {
        done();
        reject(new RequestError(why, message, code));
      };
      const leave = (why: RequestFailure, message: string) => {
        send({ method: "$/cancelRequest", params: { id } });
        fail(why, message);
      };
      const abort = () => leave("aborted", "The question was cancelled.");
      const timer = setTimeout(
        () => leave("timed_out", `${method} was not answered within ${Math.round(deadline)} ms.`),
        Math.max(0, deadline),
      );
      signal?.addEventListener("abort", abort, { once: true });
      waiting.set(id, {
        fail,
        resolve(result) {
          done();
          resolve(result);
        },
      });
      send({ id, method, params });
      return promise;
    },
  };
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function readError(error: unknown): [message: string, code: number | undefined] {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return [
    typeof message === "string" && message !== "" ? message : "It answered with an error.",
    typeof code === "number" ? code : undefined,
  ];
}
