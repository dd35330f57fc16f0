import {
  type Backend,
  type Entry,
  type FileCounts,
  type FileQuery,
  isWithin,
  joinPath,
  type Path,
  relativePath,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import { folderAt } from "../_changes/folder-at.ts";
import type { GlobFilesInput, GlobFilesOutput } from "../glob-files.ts";
import type { FsToolsOptions } from "../options.ts";
import { fileGlob } from "./file-glob.ts";
import { findFiles, queryBelow } from "./find.ts";
import { createNewest } from "./newest.ts";

const defaultLimit = 100;
const maxLimit = 5_000;

/** What `glob_files` answers. */
export async function glob(
  options: FsToolsOptions,
  { pattern, path = ".", hidden = false, ignored = false, offset = 0, limit = defaultLimit }: GlobFilesInput,
  ctx: ToolContext,
): Promise<GlobFilesOutput> {
  const { backend } = options;
  const root = await folderAt(backend, toPath(path, ctx.cwd), ctx.signal);
  const end = offset + Math.min(limit, maxLimit);
  const newest = createNewest(end);
  let counts: FileCounts = { files: 0, ignored: 0, denied: 0 };
  const exact = await literalFile(backend, pattern, root, ctx);
  if (exact) {
    newest.add(exact);
    counts = { ...counts, files: 1 };
  } else {
    const { start, wants } = compiled(pattern, root, hidden);
    const query = await queryBelow(root, { hidden: true, ignored, wants }, options, ctx);
    const there = start === root || (await backend.stat(start, ctx))?.kind === "directory";
    for await (const batch of there ? findFiles(backend, start, query, { signal: ctx.signal, times: true }) : []) {
      for (const file of batch.files) newest.add(file);
      counts = batch.counts;
    }
  }
  const files = newest.files().slice(offset, end);
  return {
    path: root,
    files: files.map((file) => file.path),
    total: counts.files,
    offset,
    ...(files.length > 0 && end < counts.files && { next_offset: end }),
    hidden_by_ignore: counts.ignored,
    not_permitted: counts.denied,
  };
}

/** A pattern that names an existing file as it is written wins over its own wildcards. */
async function literalFile(
  backend: Backend,
  pattern: string,
  root: Path,
  { signal, decide }: ToolContext,
): Promise<Entry | undefined> {
  if (pattern.startsWith("!") || pattern.includes("\0")) return undefined;
  const path = toPath(pattern.startsWith("/") && !isWithin(toPath(pattern), root) ? `.${pattern}` : pattern, root);
  if (!isWithin(path, root)) return undefined;
  const stat = await backend.stat(path, { signal });
  if (stat?.kind !== "file" || (await decide({ action: "read", target: path })) === "deny") return undefined;
  return { path, kind: "file" };
}

/** Where a pattern's matches lie, and which of the files there they are. Dots are its own affair: only a written one means one. */
function compiled(
  pattern: string,
  root: Path,
  hidden: boolean,
): { readonly start: Path; readonly wants: FileQuery["wants"] } {
  // A model may write the folder into the pattern.
  const inside = root !== "/" && pattern.startsWith(`${root}/`) ? pattern.slice(root.length) : pattern;
  const { matches, reaches, prefix } = fileGlob("pattern", inside, hidden);
  return {
    start: prefix === "" ? root : joinPath(root, prefix),
    wants: (path, kind) => (kind === "directory" ? reaches : matches)(relativePath(path, root)),
  };
}
