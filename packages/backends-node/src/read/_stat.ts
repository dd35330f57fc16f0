import type { BigIntStats } from "node:fs";
import type { Backend, Path, Stat } from "@holdall/tool-core";
import { errnoOf, isAbsence } from "../_errors.ts";
import {
  holdEntry,
  leadsNowhere,
  lookAt,
  type PathGuard,
  type ResolvedEntry,
  resolveEntry,
} from "../paths/_path-guard.ts";
import { kindOf } from "./_list.ts";
import type { Versions } from "./_versions.ts";

type StatIo = NonNullable<Parameters<Backend["stat"]>[1]>;

/** The entry at a path. A link is followed while it stays inside; otherwise, the link itself is returned. */
export async function stat(
  guard: PathGuard,
  versions: Versions,
  path: Path,
  { version, ...io }: StatIo,
): Promise<Stat | null> {
  const { signal } = io;
  using place = placeOf(guard, path);
  const found = place && lookAt(place);
  if (place && !found) holdEntry(guard, io, path, place);
  if (!found) return null;
  if (!found.isSymbolicLink()) return await describe(place, found);
  using target = targetOf(guard, path);
  return target?.stat ? await describe(target, target.stat) : await describe(place, found);

  /** Null when it has gone since it was looked at. */
  async function describe(at: ResolvedEntry, stat: BigIntStats): Promise<Stat | null> {
    holdEntry(guard, io, path, at);
    const hash = version && stat.isFile() ? await versions.of(at, stat, signal).catch(goneOr) : undefined;
    if (hash === null) return null;
    return {
      kind: kindOf(stat),
      size: stat.isFile() ? Number(stat.size) : 0,
      modified: Number(stat.mtimeMs),
      mode: Number(stat.mode) & 0o7777,
      ...(hash !== undefined && { version: hash }),
    };
  }
}

function goneOr(error: unknown): null {
  if (errnoOf(error) === "ENOENT") return null;
  throw error;
}

function placeOf(guard: PathGuard, path: Path): ResolvedEntry | undefined {
  try {
    return guard.place(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function targetOf(guard: PathGuard, path: Path) {
  try {
    return resolveEntry(guard, path);
  } catch (error) {
    if (leadsNowhere(error)) return undefined;
    throw error;
  }
}
