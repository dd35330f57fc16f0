import type { Session } from "@holdall/tool-core";

/** Where sessions are kept when several processes serve them behind one address. */
export interface SharedSessions {
  /**
   * Take a session as it was left last, in whatever process; no other process has it meanwhile. With `create` it is begun
   * when there is none, else that is `not_found`. Throws `unavailable` when another process keeps it for too long.
   */
  take(key: string, how: { readonly create: boolean }): Promise<SessionLease>;
  /** Forget a session; nothing happens when there is none. */
  remove(key: string): Promise<void>;
}

export interface SessionLease {
  readonly session: Session;
  /** Keep what it remembers, and give it back. */
  release(): Promise<void>;
}
