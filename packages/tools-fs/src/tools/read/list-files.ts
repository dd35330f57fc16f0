import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import { listFilesSpellings } from "../../aliases/list-directory.ts";
import type { FsToolsOptions } from "../../options.ts";
import {
  listFilesInput as input,
  type ListFilesInput,
  type ListFilesOutput,
  listFilesOutput as output,
} from "../../search/list-schema.ts";
import { continuation, leftOutLines } from "../../search/page.ts";

const load = () => import("../../search/list.ts");

/** Create the tool `list_files`: lists every file below a folder as sorted absolute paths, in pages. */
export function listFiles(
  options: FsToolsOptions,
): Tool<ListFilesInput, ListFilesOutput, "list_files", ListFilesInput> {
  return defineFileTool(options, {
    name: "list_files",
    category: "filesystem",
    description: "List all files below a folder, sorted; git-ignored only with `ignored`.",
    examples: ["what files are in this project", "show all files"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    onlyWithoutShell: true,
    aliases: listFilesSpellings,
    access: ({ path = "." }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute(asked, ctx, held) {
      const { list } = await load();
      return list(held, asked, ctx);
    },
    render({ path, files, total, offset, next_offset, left_out }) {
      const page = { items: files, total, ...(next_offset !== undefined && { next: next_offset }) };
      const notes = [...continuation(page, offset, "file"), ...leftOutLines(left_out)];
      return [...(total === 0 ? [`No files below ${path}.`] : files), ...notes].join("\n");
    },
  });
}
