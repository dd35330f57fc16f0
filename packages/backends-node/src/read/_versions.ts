import { type BigIntStats, closeSync, constants, fstatSync } from "node:fs";
import { openChild } from "../paths/_folder.ts";
import { createLocalDisks } from "../paths/_local-disk.ts";
import type { ResolvedEntry } from "../paths/_path-guard.ts";
import { contentVersion } from "./_content-version.ts";
import { createExactTimes } from "./_exact-times.ts";
import { readPart } from "./_read-file.ts";
import { statMark } from "./is-content-version.ts";

/**
 * Milliseconds that a file must have rested when it was read for its times to prove later that it is unchanged. A write
 * after the read sets a change time that no program can set, and that differs unless the clock has not ticked since the
 * last write. On Linux the clock that stamps local files ticks every 10 ms or faster; a file system that keeps whole
 * seconds, or the clock of another machine, may take 2 s.
 */
const restTime = { fine: 20, coarse: 2000 };

const cacheSize = 4096;

const key = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;

/** Works out versions, and remembers those that times can prove to be current. */
export function createVersions(hashBound: number) {
  const cache = new Map<string, string>();
  const isLocal = createLocalDisks();
  const hasExactTimes = createExactTimes();

  const keep = (stat: BigIntStats, version: string): void => {
    if (cache.size >= cacheSize) for (const oldest of cache.keys()) if (cache.delete(oldest)) break;
    cache.set(key(stat), version);
  };

  return {
    isHashed: (size: number | bigint): boolean => size <= hashBound,

    ofStat: ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
      statMark + [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join("."),

    /** The version where it takes no reading: the file is too large to hash, or has not changed since it was. */
    ofBeforeReading(stat: BigIntStats): string | undefined {
      return this.isHashed(stat.size) ? cache.get(key(stat)) : this.ofStat(stat);
    },

    /** Keep the version of the open file's content, read just after `stat` was taken. */
    remember(fd: number, stat: BigIntStats, version: string): void {
      const rested = Date.now() - Math.max(Number(stat.mtimeMs), Number(stat.ctimeMs));
      if (rested < restTime.fine) return;
      if (rested < restTime.coarse && (stat.ctimeNs % 1_000_000n === 0n || !isLocal(stat.dev, `/proc/self/fd/${fd}`)))
        return;
      keep(stat, version);
    },

    /**
     * A function that keeps the version of a file just written, which was `filled` then, after it got its name. Its
     * times prove at once that no other process wrote to it, if they are exact.
     */
    rememberOwn(fd: number, filled: BigIntStats, version: string): () => void {
      if (!isLocal(filled.dev, `/proc/self/fd/${fd}`) || !hasExactTimes(fd, filled)) return () => {};
      return () => {
        const named = fstatSync(fd, { bigint: true });
        if (named.mtimeNs === filled.mtimeNs && named.size === filled.size) keep(named, version);
      };
    },

    /** The version of the plain file at a place. */
    async of(place: ResolvedEntry, stat: BigIntStats, signal: AbortSignal | undefined): Promise<string> {
      const known = this.ofBeforeReading(stat);
      if (known !== undefined) return known;
      const fd = openChild(place.folder, place.name, constants.O_RDONLY);
      try {
        return await this.ofOpen(fd, stat, signal);
      } finally {
        closeSync(fd);
      }
    },

    /** The version of an open file. */
    async ofOpen(fd: number, stat: BigIntStats, signal: AbortSignal | undefined): Promise<string> {
      const known = this.ofBeforeReading(stat);
      if (known !== undefined) return known;
      const version = await contentVersion(await readPart(fd, 0, Number(stat.size), signal), signal);
      this.remember(fd, stat, version);
      return version;
    },
  };
}

export type Versions = ReturnType<typeof createVersions>;
