import { type Awaitable, type Session, type SessionSnapshot, ToolError } from "@holdall/tool-core";
import { loadSession, type SessionPlace, type StoredSession } from "./load-session.ts";
import { saveSession } from "./save-session.ts";

/**
 * Load, work and save, and repeat all of this if another process saved in the meantime. `work` opens a session from the
 * snapshot and returns it, to be saved and disposed of. Other effects of `work` must be safe to repeat. Throws the errors of
 * `work`, and `stale` after 16 attempts.
 */
export async function updateSession(
  place: SessionPlace,
  work: (restore: SessionSnapshot | undefined) => Awaitable<Session>,
): Promise<StoredSession> {
  for (let attempt = 1; ; attempt++) {
    const stored = await loadSession(place);
    await using session = await work(stored?.snapshot);
    try {
      return await saveSession(session, { ...place, version: stored?.version ?? null });
    } catch (error) {
      if (attempt === 16 || !ToolError.is(error) || error.code !== "stale") throw error;
    }
  }
}
