import { findFiles, queryBelow } from "@holdall/pattern-core/internal";
import { type FileCounts, type Path, type ToolContext, toPath } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import type { FsToolsOptions } from "../options.ts";
import type { ListFilesInput, ListFilesOutput } from "./list-schema.ts";
import { createPage } from "./page.ts";
import { folderAt, isNoFolder } from "./suggest.ts";

const defaultLimit = 500;
const maxLimit = 5_000;

/** What `list_files` answers. */
export async function list(
  options: FsToolsOptions,
  { path = ".", offset = 0, limit = defaultLimit, ignored = false }: ListFilesInput,
  ctx: ToolContext,
): Promise<ListFilesOutput> {
  const { backend } = options;
  const root = toPath(path, ctx.cwd);
  const query = await queryBelow(root, { hidden: true, ignored }, options, ctx);
  const listing = createPage<Path>(offset, Math.min(limit, maxLimit));
  let left: FileCounts = { files: 0, ignored: 0, denied: 0 };
  try {
    for await (const { files, counts } of findFiles(backend, root, query, ctx)) {
      for (const file of files) listing.add(file.path);
      left = counts;
    }
  } catch (error) {
    // Whether a folder is there is found out by walking: most often there is one.
    if (isNoFolder(error)) await folderAt(backend, root, ctx.signal);
    throw error;
  }
  const { items, total, next } = listing.page();
  return {
    path: root,
    files: [...items],
    total,
    offset,
    ...(next !== undefined && { next_offset: next }),
    ...leftOut({ ignored: left.ignored, not_permitted: left.denied, too_deep: left.tooDeep }),
  };
}
