import type { CannotUndo, CheckpointInfo, Restored, RestorePlan } from "@holdall/checkpoints";
import { isWithin, type Path } from "@holdall/tool-core";
import { ago } from "../../render/ago.ts";
import { counted, oneLine } from "../../render/text.ts";

/** Lines of one kind that are shown at most. */
const shown = 20;

interface LineOptions {
  readonly cwd: Path;
  readonly width: number;
}

/** The checkpoints as a list, the newest last. */
export const checkpointLines = (
  checkpoints: readonly CheckpointInfo[],
  { width }: LineOptions,
  now = Date.now(),
): string[] =>
  checkpoints.map((each) => {
    const { id, label } = each;
    return oneLine(`  ${id.padEnd(4)} ${label || "(no label)"} · ${checkpointFacts(each, now)}`, width);
  });

/** When a checkpoint was made, and what it lacks. */
export function checkpointFacts({ at, notKept }: CheckpointInfo, now = Date.now()): string {
  return `${ago(at, now)}${notKept.length > 0 ? ` · ${counted(notKept.length, "file")} not kept` : ""}`;
}

/** What a restore would do, path by path, and what no restore takes back. */
export function planLines(plan: RestorePlan, { cwd, width }: LineOptions): string[] {
  const { restore, delete: gone, conflicts, notKept, cannotUndo, checkpoint } = plan;
  const name = (path: Path) =>
    isWithin(path, cwd) && path !== cwd ? path.slice(cwd === "/" ? 1 : cwd.length + 1) : path;
  const files = [
    ...limited(restore.map(({ path }) => `restore   ${name(path)}`)),
    ...limited(gone.map(({ path }) => `remove    ${name(path)}`)),
    ...limited(conflicts.map(({ path, reason }) => `leave     ${name(path)}: it ${reason}`)),
    ...limited(notKept.map(({ path, reason }) => `leave     ${name(path)}: not kept, ${reason}`)),
  ];
  const lines = [
    ...(files.length > 0 ? [`Going back to ${checkpoint} would:`, ...files.map((line) => `  ${line}`)] : []),
    ...(files.length === 0 ? [`No file has changed since ${checkpoint}.`] : []),
    ...stays(cannotUndo),
  ];
  return lines.map((line) => oneLine(`  ${line}`, width));
}

/** What a restore has done. */
export function restoredLines({ files }: Restored, { cwd, width }: LineOptions): string[] {
  if (!files) return [];
  const { restored, deleted, left, notKept, present } = files;
  const inRoot = (path: Path) => (isWithin(path, cwd) ? path.slice(cwd === "/" ? 1 : cwd.length + 1) : path);
  const lines = [
    `${counted(restored.length, "file")} restored, ${deleted.length} removed. /rewind ${present} undoes that.`,
    ...left.map((path) => `Not touched, because others changed it: ${inRoot(path)}`),
    ...limited(notKept.map(({ path, reason }) => `Not touched: ${inRoot(path)} ${reason}`)),
  ];
  return lines.map((line) => oneLine(`  ${line}`, width));
}

function stays(cannotUndo: readonly CannotUndo[]): string[] {
  const all = [...new Set(cannotUndo.map(({ kind, what }) => `${kind}: ${what}`))];
  return all.length === 0 ? [] : ["What cannot be undone:", ...limited(all.map((line) => `  ${line}`))];
}

const limited = (lines: readonly string[]): string[] =>
  lines.length <= shown ? [...lines] : [...lines.slice(0, shown), `and ${lines.length - shown} more`];
