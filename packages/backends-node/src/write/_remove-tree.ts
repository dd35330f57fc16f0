import { type Dirent, lstatSync, rmdirSync, unlinkSync } from "node:fs";
import { type Path, ToolError } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { errnoOf, fromErrno } from "../_errors.ts";
import { createDescent } from "../paths/_descent.ts";
import type { Folder } from "../paths/_folder.ts";
import { nearestNamed } from "../paths/_path-length.ts";
import { readFolder } from "../read/_read-folder.ts";

/** A folder that is being emptied. */
interface Emptying {
  readonly name: string;
  readonly entries: readonly Dirent[];
  next: number;
}

/**
 * Remove whatever has this name; folders level by level through open folders, so that a folder that becomes a link on
 * the way is not followed. An error in between says how much was removed.
 */
export async function removeTree(
  parent: Folder,
  name: string,
  path: Path,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pause = createYield(signal);
  using way = createDescent(parent);
  const visits: Emptying[] = [];
  let at = name;
  let removed = 0;
  const unlessGone = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return false;
      throw error;
    }
  };
  const take = (work: () => void): void => {
    way.here.verify();
    if (unlessGone(work)) removed++;
  };
  const enter = async (): Promise<void> => {
    if (!unlessGone(() => way.enter(at))) return;
    visits.push({ name: at, entries: await readFolder(way.here.at("."), pause), next: 0 });
  };
  try {
    const top = lstatSync(parent.at(name), { throwIfNoEntry: false });
    if (top?.isDirectory()) await enter();
    else if (top) take(() => unlinkSync(parent.at(name)));
    for (let here = visits.at(-1); here; here = visits.at(-1)) {
      const turn = pause();
      if (turn) await turn;
      const entry = here.entries[here.next++];
      at = entry?.name ?? here.name;
      if (entry?.isDirectory()) await enter();
      else if (entry) take(() => unlinkSync(way.here.at(at)));
      else {
        visits.pop();
        way.leave();
        take(() => rmdirSync(way.here.at(at)));
      }
    }
  } catch (error) {
    const names = [...visits.map((visit) => visit.name), at].slice(1);
    throw midway(fromErrno(error, nearestNamed(path, names)), path, removed);
  }
}

function midway(error: unknown, path: Path, removed: number): unknown {
  if (removed === 0 || !ToolError.is(error)) return error;
  const { code, message, hint, data, cause } = error;
  const what = removed === 1 ? "1 entry" : `${removed} entries`;
  return new ToolError(
    code,
    `${message} By then, ${what} at or below ${path} had been removed; the rest is still there.`,
    {
      hint,
      data: { ...data, removed },
      cause,
    },
  );
}
