import type { BigIntStats } from "node:fs";
import type { Backend, Path, Stat } from "@holdall/tool-core";
import { isAbsence } from "./_errors.ts";
import { type Gate, holdPlace, leadsNowhere, lookAt, type Place, resolvePlace } from "./_gate.ts";
import { kindOf } from "./_list.ts";
import type { Versions } from "./_versions.ts";

type StatIo = NonNullable<Parameters<Backend["stat"]>[1]>;

/** What is at a path. A link is followed while it stays inside, and is itself what is there when it does not. */
export async function stat(
  gate: Gate,
  versions: Versions,
  path: Path,
  { version, ...io }: StatIo,
): Promise<Stat | null> {
  const { signal } = io;
  using place = placeOf(gate, path);
  const found = place && lookAt(place);
  if (place && !found) holdPlace(gate, io, path, place);
  if (!found) return null;
  if (!found.isSymbolicLink()) return await describe(place, found);
  using target = targetOf(gate, path);
  return target?.stat ? await describe(target, target.stat) : await describe(place, found);

  async function describe(at: Place, stat: BigIntStats): Promise<Stat> {
    holdPlace(gate, io, path, at);
    return {
      kind: kindOf(stat),
      size: stat.isFile() ? Number(stat.size) : 0,
      modified: Number(stat.mtimeMs),
      mode: Number(stat.mode) & 0o7777,
      ...(version && stat.isFile() && { version: await versions.of(at, stat, signal) }),
    };
  }
}

function placeOf(gate: Gate, path: Path): Place | undefined {
  try {
    return gate.place(path);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function targetOf(gate: Gate, path: Path) {
  try {
    return resolvePlace(gate, path);
  } catch (error) {
    if (leadsNowhere(error)) return undefined;
    throw error;
  }
}
