import { type Backend, type Path, ToolError } from "@holdall/tool-core";

/** Which process holds a lock, and whether it still runs. */
export interface LockOwner {
  /** A name for a lock of this process, without spaces; never the same twice. */
  newName(): string;
  /** True for the name of a process that has ended on this machine; false if that is unknown. */
  isGone(name: string): boolean;
}

/** A file that only one process has at a time. */
export interface Lock {
  release(): Promise<void>;
}

export interface LockOptions {
  /** Without it, a killed holder keeps the lock until its heartbeat is missed. */
  readonly owner?: LockOwner | undefined;
  /** Milliseconds between two heartbeats of the holder. */
  readonly heartbeat?: number;
  /** Milliseconds without a heartbeat after which the lock is taken over. */
  readonly expiry?: number;
  /** Milliseconds to wait for the lock. */
  readonly timeout?: number;
}

/**
 * Wait for a lock file and take it. It names its holder, so that one that was killed on this machine loses it at once.
 * Elsewhere a holder rewrites it as a heartbeat; waiting processes watch for changes, so clocks need not agree. Throws
 * `unavailable` when it is not free in time.
 */
export async function takeLock(
  backend: Backend,
  path: Path,
  { owner = anyOwner, heartbeat = 5000, expiry = 20_000, timeout = 60_000 }: LockOptions = {},
): Promise<Lock> {
  const holder = owner.newName();
  const start = performance.now();
  let seen: { version: string; at: number; isGone: boolean } | undefined;
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    const now = performance.now();
    const isDead = seen !== undefined && (seen.isGone || now - seen.at > expiry);
    const version = await write(backend, path, `${holder} 0`, isDead ? seen!.version : null);
    if (version !== undefined) return keep(backend, path, holder, version, heartbeat);
    if (now - start > timeout) {
      throw new ToolError("unavailable", "Another process is using this session.", { hint: "Try again in a moment." });
    }
    const there = (await backend.stat(path, { version: true }))?.version;
    if (there !== undefined && there !== seen?.version) seen = await look(backend, path, now, owner);
    // Waiters that woke at the same moments would meet again and again.
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
  }
}

/** A lock whose process is unknown. */
const anyOwner: LockOwner = { newName: () => crypto.randomUUID(), isGone: () => false };

/** The lock as it is, with its version and whether its holder was a process of this machine that has ended. */
async function look(backend: Backend, path: Path, at: number, owner: LockOwner) {
  try {
    const { bytes, version } = await backend.read(path);
    const [holder = ""] = new TextDecoder().decode(bytes).split(" ");
    return { version, at, isGone: owner.isGone(holder) };
  } catch (error) {
    if (isTaken(error)) return undefined;
    throw error;
  }
}

function keep(backend: Backend, path: Path, holder: string, first: string, heartbeat: number): Lock {
  let version: string | undefined = first;
  let count = 0;
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(async () => {
      if (version !== undefined) version = await write(backend, path, `${holder} ${++count}`, version);
    });
    // One that cannot be renewed is lost, and what was done under it is refused when it is saved.
    writing.catch(() => {});
  }, heartbeat);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await writing.catch(() => {});
      if (version === undefined) return;
      await backend.remove(path, { ifVersion: version }).catch((error: unknown) => {
        if (!isTaken(error)) throw error;
      });
    },
  };
}

/** The version that was written, or undefined if another writer was faster. */
async function write(
  backend: Backend,
  path: Path,
  text: string,
  ifVersion: string | null,
): Promise<string | undefined> {
  try {
    return (await backend.write(path, new TextEncoder().encode(text), { ifVersion })).version;
  } catch (error) {
    if (isTaken(error)) return undefined;
    throw error;
  }
}

const isTaken = (error: unknown): boolean =>
  ToolError.is(error) && ["already_exists", "stale", "not_found"].includes(error.code);
