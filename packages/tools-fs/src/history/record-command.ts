import type { Path, ToolContext } from "@holdall/tool-core";
import { recordCall } from "../tools/history/file-history.ts";
import type { FileState } from "./change-set.ts";
import { readTracker } from "./read-tracker.ts";

/** The changed files of a command. */
export interface CommandRecord {
  /** Each file with its content before and after the command; null for none. */
  readonly files: readonly {
    readonly path: Path;
    readonly before: FileState | null;
    readonly after: FileState | null;
  }[];
  /** Why not all of them can be taken back. */
  readonly lost?: string | undefined;
}

/**
 * Record what a command has changed as one call of a file tool: `undo` takes it back, and a file that the session knew is
 * known as the command left it. For `onChanges` of the portable shell.
 */
export function recordCommand({ files, lost }: CommandRecord, ctx: Pick<ToolContext, "callId" | "state">): void {
  const tracker = ctx.state(readTracker);
  for (const { path, before, after } of files) {
    if (!after) tracker.forget(path);
    else if (!before || tracker.get(path)?.version === before.version) tracker.wrote(path, after.version);
  }
  recordCall(ctx, undefined, {
    tool: "bash",
    files: files.map(({ path, before, after }) => ({
      from: before ? path : null,
      to: after ? path : null,
      before,
      after,
    })),
    lost,
  });
}
