import type { Awaitable, Session } from "@holdall/tool-core";
import type { Server } from "@modelcontextprotocol/server";
import { reportError } from "../results/_report-error.ts";

/** Creates the session for the roots that a client names, as `file:` URLs; undefined keeps the current one. */
export type SessionForRoots = (urls: readonly string[]) => Awaitable<Session | undefined>;

/** Milliseconds that a client has to name its roots while the first calls wait. */
const patience = 10_000;

/**
 * The session that a server's calls go to: the first one, until a client of the 2025 era has named its roots, and again
 * whenever these change. Calls that come meanwhile wait. What fails is reported, and the session stays.
 */
export function followRoots(
  server: Server,
  first: Session,
  sessionFor: SessionForRoots | undefined,
  changed: (session: Session) => void,
): () => Promise<Session> {
  let current = Promise.resolve(first);
  if (!sessionFor) return () => current;
  const change = async (before: Session) => {
    try {
      const { roots } = await server.listRoots(undefined, { timeout: patience });
      const next = (await sessionFor(roots.map(({ uri }) => uri))) ?? before;
      if (next !== before) changed(next);
      return next;
    } catch (thrown) {
      reportError(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return before;
    }
  };
  const ask = () => {
    if (server.getClientCapabilities()?.roots) current = current.then(change);
  };
  server.oninitialized = ask;
  server.setNotificationHandler("notifications/roots/list_changed", ask);
  return () => current;
}
