import { type Tool, toPath } from "@holdall/tool-core";
import * as z from "zod";
import { defineFsTool, lazy } from "./access/define-fs-tool.ts";
import { listFilesSpellings } from "./aliases/list-directory.ts";
import type { FsToolsOptions } from "./options.ts";
import { continuation, leftOut, natural, positive } from "./search/page.ts";

const load = lazy(() => import("./search/list.ts"));

const input = z.object({
  path: z.string().optional(),
  offset: natural.optional(),
  limit: positive.optional(),
  ignored: z.boolean().optional(),
});
const output = z.object({
  path: z.string(),
  files: z.array(z.string()),
  total: z.number(),
  offset: z.number(),
  next_offset: z.number().optional(),
  hidden_by_ignore: z.number(),
  not_permitted: z.number(),
  too_deep: z.number().optional(),
});

export type ListFilesInput = z.infer<typeof input>;
export type ListFilesOutput = z.infer<typeof output>;

/** List every file below a folder as sorted absolute paths, a page at a time. */
export function listFiles(options: FsToolsOptions): Tool<ListFilesInput, ListFilesOutput> {
  return defineFsTool(options, {
    name: "list_files",
    category: "filesystem",
    description: "List all files below a folder, sorted; git-ignored ones only with `ignored`.",
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
    render({ path, files, total, offset, next_offset, hidden_by_ignore, not_permitted, too_deep }) {
      const page = { items: files, total, ...(next_offset !== undefined && { next: next_offset }) };
      const notes = [
        ...continuation(page, offset, "file"),
        ...leftOut({ ignored: hidden_by_ignore, denied: not_permitted, tooDeep: too_deep }),
      ];
      return [...(total === 0 ? [`No files below ${path}.`] : files), ...notes].join("\n");
    },
  });
}
