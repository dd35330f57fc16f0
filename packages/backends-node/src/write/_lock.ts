import { setTimeout as sleep } from "node:timers/promises";
import type { Path } from "@holdall/tool-core";
import { lostLock } from "../_errors.ts";
import { throwIfAborted } from "../_yield.ts";
import type { ResolvedEntry } from "../paths/_path-guard.ts";
import { breakIfGone, holderOf, lockLimit, lockOf, release, tryTake } from "./_lock-file.ts";
import { newOwner } from "./process-owner.ts";

/** Throws when the lock was held for so long that another process may have taken it. Call it right before committing. */
export type StillHeld = () => void;

/**
 * Run a function while no other code of this package, in any process, changes a name in a folder. Calls of one process
 * run in order; between processes the first to try after a release wins.
 */
export async function withLock<T>(
  place: ResolvedEntry,
  path: Path,
  signal: AbortSignal | undefined,
  work: (stillHeld: StillHeld) => Promise<T>,
): Promise<T> {
  const lock = lockOf(place);
  const done = await takeTurn(lock, signal);
  try {
    const owner = await acquire(lock, signal);
    const since = performance.now();
    const isMine = () => performance.now() - since < lockLimit / 2 || holderOf(lock) === owner;
    try {
      return await work(() => {
        if (!isMine()) throw lostLock(path);
      });
    } finally {
      if (isMine()) release(lock);
    }
  } finally {
    done();
  }
}

async function acquire(lock: string, signal: AbortSignal | undefined): Promise<string> {
  const owner = newOwner();
  for (let pause = 1; !tryTake(lock, owner); ) {
    if (breakIfGone(lock)) continue;
    await sleep(pause * (0.5 + Math.random()));
    throwIfAborted(signal);
    pause = Math.min(pause * 2, 20);
  }
  return owner;
}

const tails = new Map<string, Promise<void>>();

/** Wait for all earlier turns of a key; returns the function that ends this one. */
async function takeTurn(key: string, signal: AbortSignal | undefined): Promise<() => void> {
  const before = tails.get(key);
  const { promise, resolve } = Promise.withResolvers<void>();
  const tail = before ? before.then(() => promise) : promise;
  tails.set(key, tail);
  const done = () => {
    if (tails.get(key) === tail) tails.delete(key);
    resolve();
  };
  if (!before) return done;
  try {
    await orAborted(before, signal);
    return done;
  } catch (error) {
    done();
    throw error;
  }
}

async function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  throwIfAborted(signal);
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  throwIfAborted(signal);
}
