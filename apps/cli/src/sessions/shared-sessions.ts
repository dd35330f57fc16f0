import { createHash } from "node:crypto";
import type { SharedSessions } from "@holdall/mcp/http";
import { loadSession, saveSession } from "@holdall/session-store";
import {
  type Backend,
  joinPath,
  type Path,
  type Session,
  type SessionSnapshot,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { type Lock, takeLock } from "./lock.ts";

export interface SharedSessionsOptions {
  readonly backend: Backend;
  /** Where the sessions lie in it: a file each, and one beside it while somebody has it. */
  readonly folder: string;
  readonly open: (restore: SessionSnapshot | undefined) => Session;
  /** Milliseconds after which a session goes to a process that waits for it, once what runs in it has ended. */
  readonly share?: number;
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

/** Sessions in files of a backend, for several processes: each is in the hands of one of them, for as long as it works on it. */
export function sharedSessions({ backend, folder, open, share = 2000 }: SharedSessionsOptions): SharedSessions {
  const entries = new Map<string, Entry>();

  async function hold(path: Path, create: boolean): Promise<Held> {
    // Asked before the lock, so that guessing names leaves nothing behind.
    if (!create && !(await backend.stat(path))) throw unknownSession();
    const lock = await takeLock(backend, toPath(`${path}.lock`));
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
    async take(key, { create }) {
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
    async remove(key) {
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
