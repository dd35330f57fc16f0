import { type Backend, basename, joinPath, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { requireAccess } from "@holdall/tool-kit/file-tools";
import type { Format } from "../../formats/formats.ts";
import { type DataSource, openSource } from "../../source/data-source.ts";
import { isFileName, patternOf, type SqlFormat, sqlFormat } from "./file-format.ts";
import type { NamedFile } from "./named-file.ts";

/** A file of a query that is there. */
export interface SourceFile {
  readonly path: Path;
  readonly format: SqlFormat;
  readonly source: DataSource;
  readonly start: Uint8Array;
}

export interface NamedSource extends Pick<NamedFile, "written" | "alias"> {
  readonly files: readonly SourceFile[];
}

/** Files of a pattern. */
const maxFiles = 500;

/** Open the files that a query names. Throws `not_found` with files that are there. */
export async function openSources(
  named: readonly NamedFile[],
  backend: Backend,
  ctx: ToolContext,
): Promise<NamedSource[]> {
  const sources: NamedSource[] = [];
  for (const { written, alias, path, folder } of named) {
    const paths = folder === undefined ? [path] : await filesOf(written, folder, backend, ctx);
    const files: SourceFile[] = [];
    for (const each of paths) files.push(await openFile(each, backend, ctx));
    sources.push({ written, alias, files });
  }
  return sources;
}

async function openFile(path: Path, backend: Backend, { signal }: ToolContext): Promise<SourceFile> {
  const stat = await backend.stat(path, { signal });
  if (stat === null) throw await notThere(path, backend, signal);
  const { bytes: start } = await backend.read(path, { range: { start: 0, end: 65_536 }, signal });
  if (start[0] === 0x1f && start[1] === 0x8b)
    throw new ToolError("unsupported", `${path} is compressed, and queries read files that are not.`, {
      hint: "Decompress it first.",
    });
  const format = sqlFormat(path, start);
  const from: Format = format === "sqlite" || format === "duckdb" ? "parquet" : format;
  return { path, format, start, source: await openSource({ backend, path, from, signal }) };
}

async function filesOf(written: string, folder: Path, backend: Backend, ctx: ToolContext): Promise<Path[]> {
  const { matches } = patternOf(written) as { matches: RegExp };
  const found: Path[] = [];
  for await (const { path, kind } of backend.list(folder, { signal: ctx.signal }))
    if (kind !== "directory" && matches.test(basename(path))) found.push(path);
  if (found.length === 0) throw await notThere(joinPath(folder, basename(written as Path)), backend, ctx.signal);
  if (found.length > maxFiles)
    throw new ToolError("too_large", `${written} matches ${found.length} files; a query reads up to ${maxFiles}.`, {
      hint: "Use a narrower pattern.",
    });
  await requireAccess(
    { backend },
    found.map((target) => ({ action: "read" as const, target })),
    ctx,
  );
  return found;
}

/** Names the files of data next to one that is missing. */
async function notThere(path: Path, backend: Backend, signal: AbortSignal): Promise<ToolError> {
  const near: string[] = [];
  try {
    const folder = path.slice(0, Math.max(1, path.lastIndexOf("/"))) as Path;
    for await (const entry of backend.list(folder, { signal }))
      if (entry.kind === "file" && isFileName(basename(entry.path)) && near.push(basename(entry.path)) === 20) break;
  } catch {
    // The folder is missing too, or may not be read.
  }
  return new ToolError("not_found", `${path} does not exist.`, {
    hint: near.length > 0 ? `Files of data in its folder: ${near.join(", ")}.` : "Find the file with {glob_files}.",
    data: { path },
  });
}
