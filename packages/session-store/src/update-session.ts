import { type Awaitable, type Session, type SessionSnapshot, ToolError } from "@holdall/tool-core";
import { loadSession, type SessionPlace, type StoredSession } from "./load-session.ts";
import { saveSession } from "./save-session.ts";

/**
 * Load, work, save; all of it again when somebody else saved meanwhile. `work` opens a session on what it is given and
 * returns it when done, to be saved and disposed of: what it does besides must bear being done twice.
 * Throws what `work` throws, and `stale` after 16 attempts.
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
