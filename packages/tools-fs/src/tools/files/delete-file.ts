import { type Tool, ToolError, toPath } from "@holdall/tool-core";
import {
  approvedOn,
  confirmVersion,
  defineFileTool,
  isResolvedLink,
  retryOnConflict,
  WriteConflict,
  withFileLock,
  withVersions,
  workspaceOf,
} from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { readTracker } from "../../history/read-tracker.ts";
import { keepContent } from "../../history/undo-content.ts";
import type { FsToolsOptions } from "../../options.ts";
import { recordCall } from "../history/file-history.ts";
import { refuseDeniedBelow } from "./denied-below.ts";

const input = z.object({ path: z.string(), recursive: z.boolean().optional(), version: z.string().optional() });
const output = z.object({ path: z.string(), kind: z.enum(["file", "directory", "symlink", "other"]) });

export type DeleteFileInput = z.infer<typeof input>;
export type DeleteFileOutput = z.infer<typeof output>;

/** Create the tool `delete_file`: deletes one file, or with `recursive` a folder and its contents. */
export function deleteFile(
  options: FsToolsOptions,
): Tool<DeleteFileInput, DeleteFileOutput, "delete_file", DeleteFileInput> {
  return defineFileTool(options, {
    name: "delete_file",
    category: "filesystem",
    description: "Delete a file; a folder and all in it only with recursive.",
    examples: ["remove this file", "delete the build folder"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    onlyWithoutShell: true,
    previews: true,
    aliases: { names: ["remove_file"], params: { file_path: "path", target_file: "path" } },
    access(call, at) {
      const target = toPath(call.path, at.cwd);
      return withVersions(workspaceOf(at, options.backend), [{ action: "delete", target }], [target]);
    },
    execute(call, ctx, { backend, history }, asked) {
      const approved = approvedOn(backend, asked);
      const { path, recursive = false, version } = call;
      const { cwd, signal, dryRun } = ctx;
      const target = toPath(path, cwd);
      const wasAsked = approved.has(target);
      const remove = async () => {
        const stat = await backend.stat(target, { signal, version: wasAsked || (dryRun && version !== undefined) });
        if (!stat) {
          throw new ToolError("not_found", `There is nothing at ${target}.`, {
            hint: "Look with {list_directory}; it may be gone already.",
          });
        }
        const isLink = isResolvedLink(backend, target);
        if (stat.kind === "directory" && !isLink && !recursive) {
          throw new ToolError("wrong_kind", `${target} is a folder.`, {
            hint: "Set recursive: true to delete it with everything in it.",
          });
        }
        // Of a link, only the link goes.
        if (stat.kind === "directory" && !isLink)
          await refuseDeniedBelow(backend, target, (below) => [{ action: "delete", target: below }], ctx);
        if (dryRun && version !== undefined && stat.version !== version) throw staleDelete(target);
        if (!dryRun) {
          const kept = await keepContent(backend, target, stat, { limits: history, signal });
          const read = stat.kind === "file" ? kept.files?.[0]?.before?.version : undefined;
          await confirmVersion(approved, { action: "delete", target }, read ?? stat.version ?? null, ctx);
          const known = version ?? read;
          try {
            await backend.remove(target, { signal, recursive, ...(known !== undefined && { ifVersion: known }) });
          } catch (error) {
            throw version === undefined && ToolError.is(error) && error.code === "stale"
              ? new WriteConflict(error)
              : error;
          }
          ctx.state(readTracker).forget(target);
          recordCall(ctx, history, { tool: "delete_file", ...kept });
        }
        return { path: target, kind: isLink ? "symlink" : stat.kind };
      };
      return withFileLock({ backend, paths: [target], signal }, () => retryOnConflict(remove));
    },
    render: ({ path, kind }) =>
      `Deleted ${kind === "directory" ? "the folder " : kind === "symlink" ? "the link " : ""}${path}.`,
  });
}

const staleDelete = (path: string): ToolError =>
  new ToolError("stale", `${path} changed since that version.`, {
    hint: "Look at it with {read_file} before you delete it.",
  });
