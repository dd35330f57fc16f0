import { closeSync, constants, lstatSync } from "node:fs";
import { type FolderEntry, foldersAbove, ruleFiles, rulesIn, startRules, type WalkRules } from "@holdall/pattern-core";
import { type FileQuery, type Path, ToolError } from "@holdall/tool-core";
import { errnoOf } from "../_errors.ts";
import { childPath } from "../paths/_child-path.ts";
import { openChild } from "../paths/_folder.ts";
import type { PathGuard } from "../paths/_path-guard.ts";
import { kindOf } from "../read/_list.ts";
import { openFile } from "../read/_read-file.ts";
import type { DirHandle } from "./dir-handle.ts";
import { readWhole } from "./read-whole.ts";

/** The ignore rules of a folder, over those of the folder above. */
export function readRules(
  guard: PathGuard,
  dir: DirHandle,
  path: Path,
  entries: readonly FolderEntry[],
  above: WalkRules,
): WalkRules {
  const finding = rulesIn(path, entries, above);
  let step = finding.next();
  while (!step.done) {
    const wanted = step.value as Path;
    const name = ruleFiles.find((own) => wanted === childPath(path, own));
    step = finding.next(textOf(() => (name ? openChild(dir, name, constants.O_RDONLY) : openFile(guard, wanted))));
  }
  return step.value;
}

/** The rules above a folder, as far as the roots allow reading them. */
export function rulesAbove(
  guard: PathGuard,
  path: Path,
  { excludes, top }: FileQuery,
  caseSensitive: boolean,
): WalkRules {
  let rules = startRules(excludes, { ignoreCase: !caseSensitive, top });
  for (const above of foldersAbove(path, top) as Path[]) {
    if (!guard.covers(above)) continue;
    using folder = guard.folder(above);
    rules = readRules(guard, folder, above, ruleFilesIn(folder), rules);
  }
  return rules;
}

/** The files of a folder that can hold rules, or say where some are. */
export const ruleFilesIn = (dir: DirHandle): FolderEntry[] =>
  ruleFiles.flatMap((name) => {
    const found = lstatSync(dir.at(name), { throwIfNoEntry: false });
    return found ? [{ name, kind: kindOf(found) }] : [];
  });

/** Undefined if it does not exist or cannot be read; it then has no effect. */
export function textOf(open: () => number): string | undefined {
  try {
    const fd = open();
    try {
      return readWhole(fd)?.toString();
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errnoOf(error) === undefined && !ToolError.is(error)) throw error;
    return undefined;
  }
}
