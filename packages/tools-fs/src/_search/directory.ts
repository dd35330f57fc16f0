import { compileGlob, type Glob, type IgnoreLayer, isIgnored } from "@holdall/pattern-core";
import {
  type Backend,
  basename,
  type FileKind,
  type Path,
  relativePath,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import * as z from "zod";
import { folderAt } from "../_changes/folder-at.ts";
import { continuation, leftOut, pageOf } from "../_page.ts";
import type { ListDirectoryInput } from "../list-directory.ts";
import { patternInput } from "./pattern-input.ts";
import { children, layersAbove, readGate, readLayer } from "./walk.ts";

const defaultLimit = 500;
const maxLimit = 5_000;

const entry = z.object({
  path: z.string(),
  kind: z.enum(["file", "directory", "symlink", "other"]),
  size: z.number().optional(),
  mode: z.string().optional(),
  target: z.string().optional(),
  ignored: z.boolean().optional(),
});
export const directoryListing = z.object({
  path: z.string(),
  entries: z.array(entry),
  total: z.number(),
  offset: z.number(),
  next_offset: z.number().optional(),
  hidden: z.number(),
  not_permitted: z.number(),
});

export type DirectoryListing = z.infer<typeof directoryListing>;

/** The listing of a folder; `read_file` gives the same one. */
export async function readDirectory(
  backend: Backend,
  { path = ".", depth = 1, hidden = false, ignore_globs = [], offset = 0, limit = defaultLimit }: ListDirectoryInput,
  ctx: ToolContext,
): Promise<DirectoryListing> {
  const { cwd, signal } = ctx;
  const root = await folderAt(backend, toPath(path, cwd), signal);
  const globs = ignore_globs.map((glob) => patternInput("ignore_globs", () => compileGlob(glob, { hidden: true })));
  const mayRead = await readGate(root, ctx);
  const found: z.infer<typeof entry>[] = [];
  const counts = { hidden: 0, denied: 0 };

  const visit = async (folder: Path, level: number, above: IgnoreLayer | undefined): Promise<void> => {
    const entries = await children(backend, folder, signal);
    const layer = depth > 1 ? await readLayer(backend, folder, entries, above, signal) : undefined;
    for (const { path: at, kind, size, mode, target } of entries) {
      if (matchesAny(globs, at, root)) continue;
      if (!hidden && basename(at).startsWith(".")) {
        counts.hidden++;
        continue;
      }
      if (!(await mayRead(at))) {
        counts.denied++;
        continue;
      }
      const isDirectory = kind === "directory";
      const closed = isDirectory && level < depth && (isIgnored(layer, at, true) || basename(at) === ".git");
      found.push({
        path: at,
        kind,
        ...(size !== undefined && kind === "file" && { size }),
        ...(mode !== undefined && { mode: (mode & 0o7777).toString(8).padStart(4, "0") }),
        ...(target !== undefined && { target }),
        ...(closed && { ignored: true }),
      });
      if (isDirectory && level < depth && !closed) await visit(at, level + 1, layer);
    }
  };

  await visit(root, 1, depth > 1 ? await layersAbove(backend, root, cwd, signal) : undefined);
  const page = pageOf(found, offset, Math.min(limit, maxLimit));
  return {
    path: root,
    entries: [...page.items],
    total: page.total,
    offset,
    ...(page.next !== undefined && { next_offset: page.next }),
    hidden: counts.hidden,
    not_permitted: counts.denied,
  };
}

/** The listing as the model reads it: an indented tree, folders with a `/`, then what was left out. */
export function renderDirectory({
  path,
  entries,
  total,
  offset,
  next_offset,
  hidden,
  not_permitted,
}: DirectoryListing): string {
  const page = { items: entries, total, ...(next_offset !== undefined && { next: next_offset }) };
  const rows = entries.map((each) => {
    const { kind, size, target, ignored } = each;
    const relative = relativePath(each.path as Path, path as Path);
    const name = relative.slice(relative.lastIndexOf("/") + 1);
    const link = kind === "symlink" || target !== undefined ? ` -> ${target ?? "?"}` : "";
    const facts = size === undefined ? (ignored ? " (ignored, not entered)" : "") : ` (${sizeText(size)})`;
    return `${"  ".repeat(relative.split("/").length - 1)}${name}${suffix[kind]}${link}${facts}`;
  });
  return [
    `${path === "/" ? "/" : `${path}/`}${total === 0 ? " is empty." : ""}`,
    ...rows,
    ...continuation(page, offset, "entry", "entries"),
    ...(hidden > 0 ? [`${hidden} hidden (hidden: true shows them).`] : []),
    ...leftOut({ ignored: 0, denied: not_permitted }),
  ].join("\n");
}

const suffix: Readonly<Record<FileKind, string>> = { file: "", directory: "/", symlink: "", other: " (special)" };

/** Bytes for people: exact below 1 KB, then one decimal. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const unit = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1_024 ** unit).toFixed(1)} ${["B", "KB", "MB", "GB"][unit]}`;
}

const matchesAny = (globs: readonly Glob[], path: Path, root: Path): boolean =>
  globs.length > 0 && globs.some((glob) => glob.matches(relativePath(path, root)));
