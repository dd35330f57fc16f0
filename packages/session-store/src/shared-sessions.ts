import {
  type Backend,
  joinPath,
  type Path,
  type Session,
  type SessionSnapshot,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import { type Lock, type LockOwner, takeLock } from "./_lock.ts";
import { loadSession } from "./load-session.ts";
import { saveSession } from "./save-session.ts";

export interface SharedSessionsOptions {
  readonly backend: Backend;
  /** The folder of the sessions: one file each, and a lock file while a process uses it. */
  readonly folder: string;
  /**
   * Identifies this process in locks, so that others do not wait for a killed one. On Node, use `newOwner` and `isGone` of
   * `@holdall/backends-node/process-owner`.
   */
  readonly owner?: LockOwner | undefined;
  /** `scopes` are those that the session was taken with. */
  readonly open: (restore: SessionSnapshot | undefined, scopes?: readonly string[]) => Session;
  /**
   * Milliseconds after which a session is passed to a process that waits for it, when the work that began in this time has
   * ended. Until then more work joins it: a long call does not keep other calls of its session waiting.
   */
  readonly share?: number;
}

interface LeasedSession {
  readonly session: Session;
  /** Save the state and return the session. */
  release(): Promise<void>;
}

interface HowToTake {
  readonly create: boolean;
  /** What an access token is good for. A key must not be used with different ones. */
  readonly scopes?: readonly string[] | undefined;
}

interface HeldSession {
  readonly session: Session;
  readonly lock: Lock;
  readonly path: Path;
  /** The loaded snapshot with its version. Null if the session is new. */
  readonly loaded: string | undefined;
  readonly version: string | null;
}

interface Entry {
  readonly held: Promise<HeldSession>;
  readonly since: number;
  users: number;
  /** Those that began within `share`; others may join them. */
  early: number;
  /** Resolves when the session was returned. */
  readonly gone: PromiseWithResolvers<void>;
  isGoing?: boolean;
}

/**
 * Share sessions between several processes, in files of a backend. Only one process uses a session at a time. Pass it to the
 * HTTP server of `@holdall/mcp` to serve sessions from several processes.
 */
export function sharedSessions({ backend, folder, owner, open, share = 2000 }: SharedSessionsOptions) {
  const entries = new Map<string, Entry>();

  const isLate = ({ since }: Entry): boolean => performance.now() - since > share;

  async function hold(path: Path, { create, scopes }: HowToTake): Promise<HeldSession> {
    const lockPath = toPath(`${path}.lock`);
    // Asked before the lock, so that guessing names leaves nothing behind. Who has the lock may be about to save a new session.
    if (!create && !(await backend.stat(lockPath)) && !(await backend.stat(path))) throw unknownSession();
    const lock = await takeLock(backend, lockPath, { owner });
    try {
      const stored = await loadSession({ backend, path });
      if (!stored && !create) throw unknownSession();
      const loaded = stored ? JSON.stringify(stored.snapshot) : undefined;
      return { session: open(stored?.snapshot, scopes), lock, path, loaded, version: stored?.version ?? null };
    } catch (thrown) {
      await lock.release();
      throw thrown;
    }
  }

  async function giveBack({ session, lock, path, loaded, version }: HeldSession): Promise<void> {
    try {
      await using _ = session;
      const changed = JSON.stringify(session.snapshot()) !== loaded;
      if (changed) await saveSession(session, { backend, path, version });
    } finally {
      await lock.release();
    }
  }

  return {
    /**
     * Take a session in its last state. No other process can use it until it is returned. With `create`, a missing session is
     * created; otherwise throws `not_found`. Throws `unavailable` if another process holds it for too long.
     */
    async take(key: string, how: HowToTake): Promise<LeasedSession> {
      const path = await pathOf(folder, key);
      let entry = entries.get(path);
      while (entry && (entry.isGoing || (isLate(entry) && entry.early === 0))) {
        await entry.gone.promise;
        entry = entries.get(path);
      }
      if (!entry) {
        entry = {
          held: hold(path, how),
          since: performance.now(),
          users: 0,
          early: 0,
          gone: Promise.withResolvers(),
        };
        entries.set(path, entry);
      }
      const mine = entry;
      const isEarly = mine.users === 0 || !isLate(mine);
      mine.users++;
      if (isEarly) mine.early++;
      const leave = async () => {
        if (isEarly) mine.early--;
        if (--mine.users > 0) return;
        mine.isGoing = true;
        try {
          await mine.held.then(giveBack, () => {});
        } finally {
          entries.delete(path);
          mine.gone.resolve();
        }
      };
      try {
        return { session: (await mine.held).session, release: leave };
      } catch (thrown) {
        await leave();
        throw thrown;
      }
    },
    /** Delete a session. Does nothing if it does not exist. */
    async remove(key: string): Promise<void> {
      await backend.remove(await pathOf(folder, key)).catch((error: unknown) => {
        if (!ToolError.is(error) || error.code !== "not_found") throw error;
      });
    },
  };
}

const pathOf = async (folder: string, key: string): Promise<Path> =>
  joinPath(toPath(folder), `${await sha256Hex(key)}.json`);

/** Returns true for the file names of sessions, locks, and temporary files. */
export const isSessionFile = (name: string): boolean =>
  /^[0-9a-f]{64}\.json(\.lock)?$/.test(name) || /^\.holdall-[\w-]+\.tmp$/.test(name);

const unknownSession = () => new ToolError("not_found", "There is no such session.");
