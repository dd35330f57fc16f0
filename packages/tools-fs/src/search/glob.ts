import { foldersAbove } from "@holdall/pattern-core";
import { fileFilter, fileGlob, findFiles, queryBelow, splitGlobs } from "@holdall/pattern-core/internal";
import {
  type Backend,
  comparePaths,
  type Entry,
  type FileBatch,
  type FileCounts,
  type FileKind,
  type FileQuery,
  isWithin,
  joinPath,
  type Path,
  relativePath,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { addResolved, isResolved, resolvePaths } from "@holdall/tool-kit/file-tools";
import type { FsToolsOptions } from "../options.ts";
import type { GlobFilesInput, GlobFilesOutput } from "./glob-schema.ts";
import { folderAt, isNoFolder } from "./suggest.ts";

const defaultLimit = 100;
const maxLimit = 5_000;

/** What `glob_files` answers. */
export async function glob(
  options: FsToolsOptions,
  {
    pattern,
    path = ".",
    exclude_patterns,
    hidden = false,
    ignored = false,
    offset = 0,
    limit = defaultLimit,
  }: GlobFilesInput,
  ctx: ToolContext,
): Promise<GlobFilesOutput> {
  const { backend } = options;
  const { cwd, signal } = ctx;
  const root = toPath(path, cwd);
  const place = await placeOf(backend, pattern, root, hidden, signal);
  const wants = without(exclude_patterns, root, place.kind === "file" ? () => true : place.wants);
  const query = await queryBelow(root, { hidden: true, ignored, wants }, options, ctx, place.start);
  const end = offset + Math.min(limit, maxLimit);
  const newest = createNewest(end);
  let counts = nothing;
  for await (const batch of filesIn(backend, root, place, query, signal)) {
    for (const file of batch.files) newest.add(file);
    counts = batch.counts;
  }
  const files = newest.files().slice(offset, end);
  return {
    path: root,
    files: files.map((file) => file.path),
    total: counts.files,
    offset,
    ...(files.length > 0 && end < counts.files && { next_offset: end }),
    ...leftOut({ ignored: counts.ignored, not_permitted: counts.denied, too_deep: counts.tooDeep }),
  };
}

interface GlobScope {
  /** The one file that is meant, or the folder that all matches are in. */
  readonly start: Path;
  /** What is there, as far as that was looked up. */
  readonly kind?: FileKind;
  readonly wants: FileQuery["wants"];
}

/** Where the matches of a pattern lie. What exists as it is written, or without its escapes, wins over wildcards; of a folder, all its files are meant. */
async function placeOf(
  backend: Backend,
  pattern: string,
  root: Path,
  hidden: boolean,
  signal: AbortSignal,
): Promise<GlobScope> {
  const plain = pattern.replace(/\\(.)/gs, "$1");
  for (const written of plain === pattern ? [pattern] : [pattern, plain]) {
    const literal = literalPath(written, root);
    if (!literal) continue;
    await alsoLeads(backend, literal);
    const kind = (await backend.stat(literal, { signal }))?.kind;
    if (kind === "file" || kind === "directory")
      return { start: literal, kind, wants: wanting("**", literal, hidden).wants };
  }
  // A model may write the folder into the pattern.
  const inside = root !== "/" && pattern.startsWith(`${root}/`) ? pattern.slice(root.length) : pattern;
  const { prefix, wants } = wanting(inside, root, hidden);
  const start = prefix === "" ? root : joinPath(root, prefix);
  await alsoLeads(backend, start);
  return { start, wants };
}

/** Where a place further down leads: what is looked at is there, and `permitsWay` asks whether it may be. */
async function alsoLeads(backend: Backend, path: Path): Promise<void> {
  if (backend.realPath && !isResolved(backend, path))
    addResolved(backend, await resolvePaths(backend, [{ action: "read", target: path }]));
}

/** What a query means at a place. Whether a folder is there at all is found out by walking: most often there is one. */
async function* filesIn(
  backend: Backend,
  root: Path,
  { start, kind }: GlobScope,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<FileBatch, void, void> {
  const isBelow = isWithin(start, root);
  if (isBelow && !(await permitsWay(query, root, start))) yield { files: [], counts: { ...nothing, denied: 1 } };
  else if (kind === "file" && start !== root) {
    if (query.wants(start, kind)) yield { files: [{ path: start, kind }], counts: { ...nothing, files: 1 } };
  } else {
    try {
      if (isBelow) return yield* findFiles(backend, start, query, { signal, times: true });
    } catch (error) {
      if (!isNoFolder(error)) throw error;
    }
    await folderAt(backend, root, signal);
  }
}

const nothing: FileCounts = { files: 0, ignored: 0, denied: 0 };

/** The place that a pattern names, if it is below the root and its characters mean themselves. */
function literalPath(pattern: string, root: Path): Path | undefined {
  // No folder is named `**`: no request is needed.
  if (pattern.startsWith("!") || pattern.includes("\0") || /(?:^|\/)\*\*(?:\/|$)/.test(pattern)) return undefined;
  const path = toPath(pattern.startsWith("/") && !isWithin(toPath(pattern), root) ? `.${pattern}` : pattern, root);
  return isWithin(path, root) ? path : undefined;
}

/** Which files below a folder a pattern means. Dots are its own affair: only a written one means one. */
function wanting(
  pattern: string,
  folder: Path,
  hidden: boolean,
): { readonly prefix: string; readonly wants: FileQuery["wants"] } {
  const { prefix, matches, reaches } = fileGlob("pattern", pattern, hidden);
  return { prefix, wants: (path, kind) => (kind === "directory" ? reaches : matches)(relativePath(path, folder)) };
}

/** The same without what some globs match, and everything below a folder that they match. */
function without(globs: readonly string[] = [], root: Path, wants: FileQuery["wants"]): FileQuery["wants"] {
  if (globs.length === 0) return wants;
  const negated = globs.flatMap(splitGlobs).map((each) => (each.startsWith("!") ? each : `!${each}`));
  const keeps = fileFilter(root, { glob: negated.join(","), name: "exclude_patterns" });
  return (path, kind) => keeps(path, kind === "symlink" ? "file" : kind) !== false && wants(path, kind);
}

/** Whether a walk that begins further down could have gone there; where links lead to on the way counts too. */
async function permitsWay(query: FileQuery, root: Path, start: Path): Promise<boolean> {
  if (start === root) return true;
  for (const folder of [...foldersAbove(start, root).slice(1), start] as Path[])
    if (!(await query.permits(folder))) return false;
  return true;
}

/** Keeps the newest `max` of all files that are added; equally new ones by path. Memory in proportion to `max`. */
function createNewest(max: number): { add(file: Entry): void; files(): Entry[] } {
  let kept: Entry[] = [];
  let oldest: Entry | undefined;
  const cut = () => {
    kept = kept.sort(newestFirst).slice(0, max);
    oldest = kept.length === max ? kept.at(-1) : undefined;
  };
  return {
    add(file) {
      if (oldest && newestFirst(oldest, file) < 0) return;
      kept.push(file);
      if (kept.length >= max * 2) cut();
    },
    files() {
      cut();
      return kept;
    },
  };
}

const newestFirst = (a: Entry, b: Entry): number =>
  (b.modified ?? 0) - (a.modified ?? 0) || comparePaths(a.path, b.path);
