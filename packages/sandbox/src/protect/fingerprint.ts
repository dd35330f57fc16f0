import { createHash } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { partsOf } from "./git-paths.ts";
import { lstatOf } from "./stat.ts";

/** Files that are read for one print; beyond, times stand for content. */
const maxFiles = 2_000;
const maxBytes = 1024 * 1024;

/**
 * A text that changes when a path's content does, or who may start it: not with reads, nor when it is written again as it
 * was. Of a repository only what decides what git starts counts.
 */
export function printOf(path: string, budget = { files: maxFiles }): string {
  const stat = lstatOf(path);
  if (!stat) return "absent";
  try {
    if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
    if (stat.isDirectory()) {
      const isRepository = lstatOf(join(path, "HEAD")) !== undefined;
      const inside = isRepository ? partsOf(path) : readdirSync(path).map((name) => join(path, name));
      return `folder\n${inside.map((each) => `${each}: ${printOf(each, budget)}`).join("\n")}`;
    }
    const mode = stat.mode & 0o7777;
    if (!stat.isFile() || stat.size > maxBytes || --budget.files < 0)
      return `file ${stat.size} ${stat.ino} ${stat.ctimeMs} ${mode}`;
    return `file ${createHash("sha256").update(readFileSync(path)).digest("base64")} ${mode}`;
  } catch {
    return `closed ${stat.ino} ${stat.ctimeMs} ${stat.mode}`;
  }
}

/**
 * What tells whether a path is still the very thing that was mounted; absent when nothing is there. The number of what was
 * removed goes to what is made next, so the time it was made counts as well.
 */
export function identityOf(path: string): string {
  const stat = lstatOf(path);
  return stat ? `${stat.dev}:${stat.ino}:${stat.birthtimeMs}` : "absent";
}
