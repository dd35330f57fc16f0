/** Lets reads run together and writes one by one, in the order they were asked for. */
export interface ReadWriteLock {
  read<T>(work: () => Promise<T>): Promise<T>;
  write<T>(work: () => Promise<T>): Promise<T>;
}

const known = new WeakMap<object, ReadWriteLock>();

/** The turns on one storage, shared by all who use it in this process. */
export function lockOf(storage: object): ReadWriteLock {
  const lock = known.get(storage) ?? createLock();
  known.set(storage, lock);
  return lock;
}

function createLock(): ReadWriteLock {
  let lastWrite: Promise<unknown> = Promise.resolve();
  const reads = new Set<Promise<unknown>>();
  return {
    read(work) {
      const running = lastWrite.then(work);
      const settled: Promise<unknown> = running.then(ignore, ignore).then(() => reads.delete(settled));
      reads.add(settled);
      return running;
    },
    write(work) {
      const running = Promise.all([lastWrite, ...reads]).then(work);
      lastWrite = running.then(ignore, ignore);
      return running;
    },
  };
}

const ignore = () => {};
