import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import { globSpellings } from "../../aliases/glob-files.ts";
import type { FsToolsOptions } from "../../options.ts";
import {
  type GlobFilesInput,
  type GlobFilesOutput,
  globFilesInput as input,
  globFilesOutput as output,
} from "../../search/glob-schema.ts";
import { continuation, leftOutLines } from "../../search/page.ts";

const load = () => import("../../search/glob.ts");

/** Create the tool `glob_files`: finds files by a glob, newest first over all matches, or by path if the backend has no times. */
export function globFiles(
  options: FsToolsOptions,
): Tool<GlobFilesInput, GlobFilesOutput, "glob_files", GlobFilesInput> {
  return defineFileTool(options, {
    name: "glob_files",
    category: "filesystem",
    description: "Find files by glob such as src/**/*.{ts,tsx}, newest first.",
    guidance: "Git-ignored and dot files are left out unless `ignored` or `hidden` is set.",
    examples: ["find all test files", "which typescript files were changed last", "locate a file by name"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: globSpellings,
    access: ({ path = "." }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute(asked, ctx, held) {
      const { glob } = await load();
      return glob(held, asked, ctx);
    },
    render({ path, files, total, offset, next_offset, left_out }, { pattern, hidden = false }) {
      const page = { items: files, total, ...(next_offset !== undefined && { next: next_offset }) };
      const none = `No file below ${path} matches ${pattern}.${hidden ? "" : " Dot files were skipped (hidden: true includes them)."}`;
      const notes = [...continuation(page, offset, "file"), ...leftOutLines(left_out)];
      return [...(total === 0 ? [none] : files), ...notes].join("\n");
    },
  });
}
