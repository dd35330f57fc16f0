import { type Tool, ToolError, toPath } from "@holdall/tool-core";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { missingFolders, refuseBelowFiles } from "../../history/missing-folders.ts";
import type { FsToolsOptions } from "../../options.ts";
import { folderStep, recordCall } from "../history/file-history.ts";

const input = z.object({ path: z.string() });
const output = z.object({
  path: z.string(),
  created: z.boolean(),
  /** False if the storage has no empty folders: the folder exists when a file is in it. */
  stored: z.boolean(),
});

export type CreateDirectoryInput = z.infer<typeof input>;
export type CreateDirectoryOutput = z.infer<typeof output>;

/** Create the tool `create_directory`: creates a folder and its parents. An existing folder is not an error. */
export function createDirectory(
  options: FsToolsOptions,
): Tool<CreateDirectoryInput, CreateDirectoryOutput, "create_directory", CreateDirectoryInput> {
  return defineFileTool(options, {
    name: "create_directory",
    category: "filesystem",
    description: "Make an empty folder with its parents. Not needed before {write_file}, which makes them itself.",
    examples: ["make a new folder"],
    input,
    output,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    onlyWithoutShell: true,
    previews: true,
    aliases: { names: ["mkdir", "make_directory"] },
    paths: { path: "new" },
    access: ({ path }, { cwd }) => [{ action: "write", target: toPath(path, cwd) }],
    async execute({ path }, ctx, { backend, history }) {
      const { cwd, signal, dryRun } = ctx;
      const target = toPath(path, cwd);
      const there = await backend.stat(target, { signal });
      if (there?.kind === "directory") return { path: target, created: false, stored: true };
      if (there) {
        throw new ToolError("wrong_kind", `${target} already exists and is not a folder.`, {
          hint: "Choose another path, or move it with {move_file}.",
        });
      }
      if (dryRun) await refuseBelowFiles(backend, [target], signal);
      const stored = backend.can.emptyDirectories && backend.createDirectory !== undefined;
      if (stored && !dryRun) {
        const made = [...(await missingFolders(backend, [target], signal)), target];
        await backend.createDirectory?.(target, { signal });
        recordCall(ctx, history, { tool: "create_directory", steps: made.map((folder) => folderStep(null, folder)) });
      }
      return { path: target, created: stored, stored };
    },
    render({ path, created, stored }) {
      if (!stored)
        return `This storage does not keep empty folders: ${path} exists as soon as a file is written in it.`;
      return created ? `Created the folder ${path}.` : `The folder ${path} already exists.`;
    },
  });
}
