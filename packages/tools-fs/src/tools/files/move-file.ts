import { type Access, joinPath, type Path, relativePath, type Tool, toPath } from "@holdall/tool-core";
import {
  approvedOn,
  confirmVersion,
  defineFileTool,
  withFileLock,
  withVersions,
  workspaceOf,
} from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { refuseBelowFiles } from "../../history/missing-folders.ts";
import { movePath } from "../../history/move.ts";
import { readTracker } from "../../history/read-tracker.ts";
import { keepMove } from "../../history/undo-content.ts";
import type { FsToolsOptions } from "../../options.ts";
import { recordCall } from "../history/file-history.ts";
import { refuseDeniedBelow } from "./denied-below.ts";

const load = () => import("../../history/check-move.ts");

const input = z.object({ from: z.string(), to: z.string(), overwrite: z.boolean().optional() });
const output = z.object({ from: z.string(), to: z.string(), replaced: z.boolean() });

export type MoveFileInput = z.infer<typeof input>;
export type MoveFileOutput = z.infer<typeof output>;

/** Create the tool `move_file`: moves or renames a file or folder. An existing target is kept, unless `overwrite` replaces a file. */
export function moveFile(options: FsToolsOptions): Tool<MoveFileInput, MoveFileOutput, "move_file", MoveFileInput> {
  return defineFileTool(options, {
    name: "move_file",
    category: "filesystem",
    description: "Move or rename a file or folder. Fails if `to` exists, unless overwrite.",
    examples: ["rename this file", "move it to another folder"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    onlyWithoutShell: true,
    previews: true,
    aliases: {
      names: ["rename_file"],
      params: {
        source: "from",
        destination: "to",
        old_path: "from",
        new_path: "to",
        source_path: "from",
        destination_path: "to",
      },
    },
    paths: { from: "existing", to: "new" },
    access(call, at) {
      const { cwd } = at;
      const [from, to] = [toPath(call.from, cwd), toPath(call.to, cwd)];
      // A file that must not be read must not become readable under another name.
      const accesses: Access[] = [
        { action: "read", target: from },
        { action: "delete", target: from },
        { action: "write", target: to },
      ];
      // What is moved is kept; what it replaces is not.
      return withVersions(workspaceOf(at, options.backend), accesses, call.overwrite ? [to] : []);
    },
    execute(request, ctx, { backend, history }, asked) {
      const approved = approvedOn(backend, asked);
      const { cwd, signal, dryRun } = ctx;
      const [from, to] = [toPath(request.from, cwd), toPath(request.to, cwd)];
      const { overwrite = false } = request;
      return withFileLock({ backend, paths: [from, to], signal }, async () => {
        const { checkMove } = await load();
        const { there, isFolder } = await checkMove(backend, { from, to, overwrite, signal });
        if (isFolder) await refuseDeniedBelow(backend, from, (path) => movedBelow(path, from, to), ctx);
        if (there && approved.has(to)) {
          const { version = null } = (await backend.stat(to, { signal, version: true })) ?? {};
          await confirmVersion(approved, { action: "write", target: to }, version, ctx);
        }
        if (dryRun) await refuseBelowFiles(backend, [to], signal);
        else {
          const kept = await keepMove(backend, { from, to, there, limits: history, signal });
          await movePath(backend, { from, to, tracker: ctx.state(readTracker), overwrite, signal });
          recordCall(ctx, history, { tool: "move_file", ...(await kept()) });
        }
        return { from, to, replaced: there !== null };
      });
    },
    render: ({ from, to, replaced }) => `Moved ${from} to ${to}${replaced ? ", replacing what was there" : ""}.`,
  });
}

/** What a move does to something in the moved folder. */
const movedBelow = (path: Path, from: Path, to: Path): readonly Access[] => [
  { action: "read", target: path },
  { action: "delete", target: path },
  { action: "write", target: joinPath(to, relativePath(path, from)) },
];
