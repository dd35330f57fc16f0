import { type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import { listDirectorySpellings } from "../../aliases/list-directory.ts";
import type { FsToolsOptions } from "../../options.ts";
import { directoryListing, renderDirectory } from "../../search/directory-listing.ts";
import {
  listDirectoryInput as input,
  type ListDirectoryInput,
  type ListDirectoryOutput,
} from "../../search/directory-schema.ts";

const load = () => import("../../search/directory.ts");

/** Create the tool `list_directory`: lists a folder as a tree down to `depth`. Folders hidden by ignore rules are named but not listed. */
export function listDirectory(
  options: FsToolsOptions,
): Tool<ListDirectoryInput, ListDirectoryOutput, "list_directory", ListDirectoryInput> {
  return defineFileTool(options, {
    name: "list_directory",
    category: "filesystem",
    description: "List a folder, with sizes; `depth` for a tree.",
    examples: ["what is in this folder", "show the directory tree", "ls -la"],
    input,
    output: directoryListing,
    hints: { readOnly: true, openWorld: false },
    aliases: listDirectorySpellings,
    access: ({ path = "." }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute(asked, ctx, held) {
      const { readDirectory } = await load();
      return readDirectory(held, asked, ctx);
    },
    showsPaths: true,
    render: renderDirectory,
  });
}
