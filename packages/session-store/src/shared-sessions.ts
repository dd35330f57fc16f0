import { createHash } from "node:crypto";
import {
  type Backend,
  joinPath,
  type Path,
  type Session,
  type SessionSnapshot,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { type Lock, type LockOwner, takeLock } from "./_lock.ts";
import { loadSession } from "./load-session.ts";
import { saveSession } from "./save-session.ts";

export interface SharedSessionsOptions {
  readonly backend: Backend;
  /** Where the sessions lie in it: a file each, and one beside it while somebody has it. */
  readonly folder: string;
  /** Names this process in locks, so that others need not wait for one that was killed; on Node `newOwner` and `isGone` of `@holdall/backends-node/process-owner`. */
  readonly owner?: LockOwner | undefined;
  readonly open: (restore: SessionSnapshot | undefined) => Session;
  /** Milliseconds after which a session goes to a process that waits for it, once what runs in it has ended. */
  readonly share?: number;
}

interface LeasedSession {
  readonly session: Session;
  /** Save what it remembers, and give it back. */
  release(): Promise<void>;
}

interface Held {
  readonly session: Session;
  readonly lock: Lock;
  readonly path: Path;
  /** As it was loaded, and its version; null when it is new. */
  readonly loaded: string | undefined;
  readonly version: string | null;
}

interface Entry {
  readonly held: Promise<Held>;
  readonly since: number;
  users: number;
  /** Resolves when it was given back. */
  readonly gone: PromiseWithResolvers<void>;
  isGoing?: boolean;
}

/**
 * Sessions in files of a backend, for several processes: each is in the hands of one of them, for as long as it works on it.
 * This is what the HTTP server of `@holdall/mcp` takes to serve sessions from several processes.
 */
export function sharedSessions({ backend, folder, owner, open, share = 2000 }: SharedSessionsOptions) {
  const entries = new Map<string, Entry>();

  async function hold(path: Path, create: boolean): Promise<Held> {
    const lockPath = toPath(`${path}.lock`);
    // Asked before the lock, so that guessing names leaves nothing behind. One that another process begins is locked before it is saved.
    const isThere = async () =>
      (await backend.stat(path)) ?? (await backend.stat(lockPath)) ?? (await backend.stat(path));
    if (!create && !(await isThere())) throw unknownSession();
    const lock = await takeLock(backend, lockPath, { owner });
    try {
      const stored = await loadSession({ backend, path });
      if (!stored && !create) throw unknownSession();
      const loaded = stored ? JSON.stringify(stored.snapshot) : undefined;
      return { session: open(stored?.snapshot), lock, path, loaded, version: stored?.version ?? null };
    } catch (thrown) {
      await lock.release();
      throw thrown;
    }
  }

  async function giveBack({ session, lock, path, loaded, version }: Held): Promise<void> {
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
     * Take a session as it was left last; no other process has it meanwhile. With `create` it is begun when there is none,
     * else that is `not_found`. Throws `unavailable` when another process keeps it for too long.
     */
    async take(key: string, { create }: { readonly create: boolean }): Promise<LeasedSession> {
      const path = pathOf(folder, key);
      let entry = entries.get(path);
      while (entry && (entry.isGoing || performance.now() - entry.since > share)) {
        await entry.gone.promise;
        entry = entries.get(path);
      }
      if (!entry) {
        entry = { held: hold(path, create), since: performance.now(), users: 0, gone: Promise.withResolvers() };
        entries.set(path, entry);
      }
      const mine = entry;
      mine.users++;
      const leave = async () => {
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
    /** Forget a session; nothing happens when there is none. */
    async remove(key: string): Promise<void> {
      await backend.remove(pathOf(folder, key)).catch((error: unknown) => {
        if (!ToolError.is(error) || error.code !== "not_found") throw error;
      });
    },
  };
}

const pathOf = (folder: string, key: string): Path =>
  joinPath(toPath(folder), `${createHash("sha256").update(key).digest("hex")}.json`);

/** True for the names of what lies in the folder of sessions: sessions, locks, and what is written to become one. */
export const isSessionFile = (name: string): boolean =>
  /^[0-9a-f]{64}\.json(\.lock)?$/.test(name) || /^\.holdall-[\w-]+\.tmp$/.test(name);

const unknownSession = () => new ToolError("not_found", "There is no such session.");
