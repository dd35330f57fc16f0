import { lstatSync } from "node:fs";
import type { CommandAnalysis } from "@holdall/shell-analysis";
import { type Path, type StateKey, type ToolContext, ToolError } from "@holdall/tool-core";
import { decideReplacement, replacedUnreadText } from "@holdall/tool-kit/file-tools";
import type { ReplacingOptions } from "../options.ts";

/** Files that commands of a session are known to have read or written. */
const knownToCommands: StateKey<Set<Path>> = { name: "shell.known-files", create: () => new Set() };

interface Replaced {
  readonly path: Path;
  /** What it looked like before the command. */
  readonly stamp: string;
}

/** The files that a command is about to replace and that its session has not read. */
export interface ReplacedFiles {
  /** What a result tells of all of them; of those that have changed, with `changed`. */
  notes(which: "all" | "changed"): string[];
}

/** Judge what a command is known to replace. Throws `not_read` for what must be read first. */
export function judgeReplaced(
  { effects }: CommandAnalysis,
  { isKnown, isKept }: ReplacingOptions,
  session: Pick<ToolContext, "state">,
): ReplacedFiles {
  const known = session.state(knownToCommands);
  const told: Replaced[] = [];
  for (const { action, target, replaces, pattern, isUnresolved } of effects) {
    if (action !== "write" || !replaces || pattern !== undefined || isUnresolved) continue;
    const path = target as Path;
    const stamp = stampOf(path);
    if (stamp === undefined) continue;
    const verdict = decideReplacement({ isKnown: known.has(path) || isKnown(session, path), isMeant: true, isKept });
    if (verdict === "refuse") throw notRead(path);
    if (verdict === "tell") told.push({ path, stamp });
  }
  for (const { target, pattern } of effects) if (pattern === undefined) known.add(target as Path);
  return {
    notes(which) {
      const paths = told.filter(({ path, stamp }) => which === "all" || stampOf(path) !== stamp);
      return paths.length > 0 ? [replacedUnreadText(paths.map(({ path }) => path))] : [];
    },
  };
}

/** Undefined for what is no file, or an empty one. */
function stampOf(path: Path): string | undefined {
  try {
    const { size, mtimeNs, ino, ...stat } = lstatSync(path, { bigint: true });
    return stat.mode & 0o100000n && size > 0n ? `${size} ${mtimeNs} ${ino}` : undefined;
  } catch {
    return undefined;
  }
}

const notRead = (path: Path) =>
  new ToolError(
    "not_read",
    `The command replaces ${path}, which was not read in this session, and changes are not recorded here. Nothing was run.`,
    { hint: `Call {read_file} with path ${JSON.stringify(path)} first, or write to another file.`, data: { path } },
  );
