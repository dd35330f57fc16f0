import { type Aliases, type ForeignParam, type Path, relativePath } from "@holdall/tool-core";
import type { DirectoryListing } from "../search/directory-listing.ts";
import { listCalls } from "./foreign-calls.ts";
import { always, isTrue, walking } from "./rules.ts";

/** Levels that stand for all there are. */
const deep = 100;

const recursive: ForeignParam = (value) => ({ input: isTrue(value) ? { depth: deep } : {} });

/** Codex counts entries from 1, where it says `dir_path`. */
const fromOne: ForeignParam = (value, { input: { offset } }) => ({
  input: { path: value, ...(Number(offset) > 0 && { offset: Number(offset) - 1 }) },
});

/** How other agents call the listing of a folder. */
export const listDirectorySpellings: Aliases = {
  calls: listCalls,
  claude: { name: "LS", params: { ignore_globs: "ignore" } },
  camel: {
    output(output) {
      const { path, entries, total, next_offset: nextOffset } = output as DirectoryListing;
      const items = entries.map(({ path: at, kind, bytes: size }) => ({
        name: relativePath(at as Path, path as Path),
        type: kind,
        ...(size !== undefined && { size }),
      }));
      return { path, items, total, ...(nextOffset !== undefined && { nextOffset }) };
    },
  },
  names: ["ls", "list_dir", "list"],
  params: {
    target_directory: "path",
    directory: "path",
    directory_path: "path",
    relative_workspace_path: "path",
    show_hidden: "hidden",
    include_hidden: "hidden",
    all: "hidden",
    max_depth: "depth",
  },
  foreign: {
    ...walking,
    respect_git_ignore: always(
      "Folders hidden by ignore rules are listed but not entered; list them directly to see inside.",
    ),
    no_ignore: "Folders hidden by ignore rules are listed but not entered; list them directly to see inside.",
    file_filtering_options: "",
    recursive,
    dir_path: fromOne,
    pattern: (value, { input }) =>
      isTrue(input.recursive) || Number(input.depth ?? 1) > 1
        ? { note: "pattern was not used: it filters the listing of one folder. To find names below it, use a glob." }
        : { input: { ignore_globs: [input.ignore_globs ?? [], `!${value}`].flat() } },
  },
};

/** How other agents call the list of all files. */
export const listFilesSpellings: Aliases = {
  params: { directory: "path", dir_path: "path", target_directory: "path", max_results: "limit" },
  foreign: {
    ...walking,
    recursive: always("All files below the folder are listed, not only its own."),
  },
};
