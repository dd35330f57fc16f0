import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import { grepSpellings } from "../../aliases/grep-files.ts";
import type { FsToolsOptions } from "../../options.ts";
import {
  type GrepFilesInput,
  type GrepFilesOutput,
  grepFilesInput as input,
  grepFilesOutput as output,
} from "../../search/grep-schema.ts";
import { renderGrep } from "../../search/render-grep.ts";

const load = () => import("../../search/grep.ts");

/** Create the tool `grep_files`: searches file contents line by line. Does not count as reading the files. */
export function grepFiles(
  options: FsToolsOptions,
): Tool<GrepFilesInput, GrepFilesOutput, "grep_files", GrepFilesInput> {
  return defineFileTool(options, {
    name: "grep_files",
    category: "filesystem",
    description: "Search file contents by regex (ripgrep syntax) or `literal` text.",
    guidance: [
      "The regex has no look-around or backreferences; escape { }, or set `literal`.",
      "Git-ignored, hidden and binary files are left out unless set or named as path.",
      "With `documents`, lines of docx, pptx, xlsx, odt and others are those that {read_file} shows.",
      "A match is not a read: use {read_file} before an edit.",
    ].join("\n"),
    examples: ["where is this function used", "find TODO comments", "search the code for a string"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: grepSpellings,
    access: ({ path = "." }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute(asked, ctx, held) {
      const { grep } = await load();
      return grep(held, asked, ctx);
    },
    render: renderGrep,
  });
}
