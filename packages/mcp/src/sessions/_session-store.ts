import type { Awaitable, Session } from "@holdall/tool-core";
import type { StepUp } from "../oauth/scope-refusal.ts";

/** Limits of an HTTP handler, and its error callback. */
export interface HttpLimits {
  /** Sessions kept at a time, of each protocol version; beyond it the one that was idle longest is disposed. */
  readonly maxSessions: number;
  /** Requests of one session at a time. */
  readonly maxRequests: number;
  /** Milliseconds without a request after which a session is disposed. */
  readonly idleTimeout: number;
  /** Bytes of one request's body; a longer one is answered with 413. */
  readonly maxBodySize: number;
  /**
   * Milliseconds after which the stream of a running call is closed for clients of 2025-11-25 in this process, which continue
   * it with another request; for proxies that end long responses. Not closed by default.
   */
  readonly streamLimit?: number | undefined;
  /** Receives rejected requests and messages that could not be delivered. */
  readonly onError: (error: Error) => void;
}

/** Which session a request of 2026-07-28 belongs to, which the protocol does not say. */
export interface SessionKey {
  readonly key: string;
  /** The owner of the credentials of the request. */
  readonly owner: string;
  /** The client has named it; otherwise it is made from the address and the program. */
  readonly isNamed: boolean;
  /** The scopes of the access token, which the session is opened with. */
  readonly scopes: readonly string[] | undefined;
  readonly stepUp?: StepUp | undefined;
}

/**
 * Opens a session for a new client, with the scopes of its access token if it has one. Pass them to `scopePolicy` as they
 * are: when the client continues the session with another token, the content of the array changes.
 */
export type SessionSource = (from: { readonly scopes?: readonly string[] | undefined }) => Awaitable<Session>;

/** Whose session of 2025 it is. */
export interface SessionOwner {
  readonly owner: string;
  readonly scopes: readonly string[] | undefined;
  readonly stepUp?: StepUp | undefined;
}

/** A response whose body may still be on its way, and what to do when it was sent. */
export interface Answer {
  readonly response: Response;
  done(): Awaitable<void>;
}

/** How sessions are found and kept: in this process, or among several. */
export interface SessionStore {
  /** Answer a request of 2026-07-28 by the SDK. */
  handle2026(key: SessionKey, request: Request, parsedBody: unknown): Promise<Answer>;
  /** Answer a request of 2025: begin, continue or end a session. */
  handle2025(owner: SessionOwner, request: Request, parsedBody: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** Something that is released when its last user has left. */
export interface RefCounted {
  /** Becomes another user. Leave with the returned function; later calls do nothing. */
  hold(): () => Promise<void>;
  /** The first user leaves. */
  leave(): Promise<void>;
}

export function createHeld(release: () => Awaitable<void>): RefCounted {
  let users = 0;
  const hold = () => {
    users++;
    let left = false;
    return async () => {
      if (left) return;
      left = true;
      if (--users === 0) await release();
    };
  };
  return { hold, leave: hold() };
}

/** An answer that is whole. */
export const whole = (response: Response): Answer => ({ response, done: () => {} });

/** A response in progress; `done` is called at once if there is none. */
export async function answerOf(coming: Promise<Response>, done: Answer["done"]): Promise<Answer> {
  try {
    return { response: await coming, done };
  } catch (thrown) {
    await done();
    throw thrown;
  }
}
