import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import type { FsToolsOptions } from "../../options.ts";

const input = z.object({ path: z.string() });
const output = z.object({
  path: z.string(),
  exists: z.boolean(),
  is_directory: z.boolean(),
  kind: z.enum(["file", "directory", "symlink", "other"]).optional(),
  bytes: z.number().optional(),
  mode: z.string().optional(),
  modified: z.string().optional(),
  version: z.string().optional(),
});

export type FileInfoInput = z.infer<typeof input>;
export type FileInfoOutput = z.infer<typeof output>;

/** Create the tool `file_info`: returns whether a path exists, and its metadata. A missing path is not an error. */
export function fileInfo(options: FsToolsOptions): Tool<FileInfoInput, FileInfoOutput, "file_info", FileInfoInput> {
  return defineFileTool(options, {
    name: "file_info",
    category: "filesystem",
    description: "Check whether a path exists; kind, size, mode, modified time, version.",
    examples: ["does the file exist", "how big is this file", "when was it last changed"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    onlyWithoutShell: true,
    aliases: {
      camel: { name: "fileExists" },
      names: ["file_exists", "stat", "get_file_info"],
      params: { file_path: "path" },
    },
    access: ({ path }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute({ path }, { cwd, signal }, { backend }) {
      const target = toPath(path, cwd);
      const stat = await backend.stat(target, { signal, version: true });
      if (!stat) return { path: target, exists: false, is_directory: false };
      const { kind, size, mode, modified, version } = stat;
      return {
        path: target,
        exists: true,
        is_directory: kind === "directory",
        kind,
        ...(kind === "file" && { bytes: size }),
        ...(mode !== undefined && { mode: (mode & 0o7777).toString(8).padStart(4, "0") }),
        ...(modified !== undefined && { modified: new Date(modified).toISOString() }),
        ...(version !== undefined && { version }),
      };
    },
    render({ path, exists, kind, bytes, mode, modified, version }) {
      if (!exists) return `${path} does not exist.`;
      const facts = [
        bytes !== undefined && `${bytes} bytes`,
        mode && `mode ${mode}`,
        modified && `modified ${modified}`,
        version && `version ${version}`,
      ];
      return [`${path}: ${kind}`, ...facts.filter(Boolean)].join(", ");
    },
  });
}
