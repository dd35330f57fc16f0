import type { Path } from "@holdall/tool-core";

/** The lock of the whole tree; the lock of a path has the path behind it. Tabs of other versions must use the same names. */
const tree = "holdall-opfs";

/** Held while a file that has no name yet is filled from a source, which may itself wait for the tree. */
const spool = "holdall-opfs-spool";

type Work<T> = () => Promise<T>;

/**
 * Who may do what at the same time, over all tabs and workers of the site. One lock for the tree: work on single files
 * shares it, work on whole folders has it alone. Under it, one for each file. Always in this order, so there are no
 * deadlocks. `base` is the backend's place in the site's storage, so that backends on nested folders meet at the same
 * locks.
 */
export function createLocks(base: string, path: Path, signal: AbortSignal | undefined) {
  const hold = <T>(name: string, mode: LockMode, work: Work<T>): Promise<T> =>
    navigator.locks.request(name, signal ? { mode, signal } : { mode }, work);
  const share = <T>(work: Work<T>) => hold(tree, "shared", work);
  const file = <T>(mode: LockMode, work: Work<T>) => hold(tree + base + path, mode, work);
  return {
    /** Look at names, and prepare changes. */
    share,
    /** Look into the file. */
    read: <T>(work: Work<T>) => share(() => file("shared", work)),
    /** Change the file. */
    change: <T>(work: Work<T>) => share(() => file("exclusive", work)),
    /** Change the file, for who shares the tree already. */
    commit: <T>(work: Work<T>) => file("exclusive", work),
    /** Fill a file that has no name yet. */
    spool: <T>(work: Work<T>) => hold(spool, "shared", work),
    /** Change whatever it takes. */
    alone: <T>(work: Work<T>) => hold(tree, "exclusive", work),
  };
}

export type Locks = ReturnType<typeof createLocks>;

/** Lock the tree if it is not in use; otherwise do nothing. */
export function whenIdle(work: Work<void>): Promise<void> {
  const whenFree = (name: string, then: Work<void>): Promise<void> =>
    navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? then() : undefined));
  return whenFree(tree, () => whenFree(spool, work));
}
