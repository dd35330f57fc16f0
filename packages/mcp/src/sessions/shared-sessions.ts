import type { Session } from "@holdall/tool-core";

/** The store of sessions for several processes behind one address. */
export interface SharedSessions {
  /**
   * Acquire a session in its last state, from any process; no other process has it in the meantime. With `create` it is
   * created if missing; otherwise that is `not_found`. `scopes` are those of an access token, to open it with. Throws `unavailable` if another process holds it for too long.
   */
  take(
    key: string,
    how: { readonly create: boolean; readonly scopes?: readonly string[] | undefined },
  ): Promise<SessionLease>;
  /** Delete a session; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
}

export interface SessionLease {
  readonly session: Session;
  /** Store its state, and release it. */
  release(): Promise<void>;
}
