import { findFiles, queryBelow } from "@holdall/pattern-core/internal";
import { type Path, type ToolContext, toPath } from "@holdall/tool-core";
import type { LintOptions } from "../options.ts";

const maxFiles = 1_000;

export interface Targets {
  readonly files: readonly Path[];
  readonly missing: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * The files of a call: those it names, the code in folders that it names, or those that the session has changed.
 * Ignored and unreadable files are excluded.
 */
export async function expandPaths(
  paths: readonly string[] | undefined,
  changed: readonly Path[],
  { backend }: LintOptions,
  ctx: ToolContext,
): Promise<Targets> {
  const { cwd, signal, decide } = ctx;
  const files = new Set<Path>();
  const missing: { path: string; reason: string }[] = [];
  if (!paths || paths.length === 0) {
    for (const path of changed) {
      const isThere = (await backend.stat(path, { signal }))?.kind === "file";
      if (isThere && (await decide({ action: "read", target: path })) === "allow") files.add(path);
    }
    return { files: [...files], missing };
  }
  for (const given of paths) {
    const path = toPath(given, cwd);
    const found = path === "/" ? undefined : await backend.stat(path, { signal });
    if (!found && path !== "/") missing.push({ path, reason: "It does not exist." });
    else if (found?.kind === "file") files.add(path);
    else {
      const below = await codeBelow(path, { backend }, ctx);
      for (const each of below.slice(0, maxFiles)) files.add(each);
      if (below.length > maxFiles)
        missing.push({ path, reason: `It holds more than ${maxFiles} files; name folders in it.` });
    }
  }
  return { files: [...files], missing };
}

async function codeBelow(root: Path, options: LintOptions, ctx: ToolContext): Promise<readonly Path[]> {
  const query = await queryBelow(root, { wants: (path, kind) => kind !== "file" || isCode.test(path) }, options, ctx);
  const found: Path[] = [];
  for await (const { files } of findFiles(options.backend, root, query, { signal: ctx.signal })) {
    for (const { path, kind } of files) if (kind === "file") found.push(path);
    if (found.length > maxFiles) break;
  }
  return found;
}

const isCode = /\.([cm]?[jt]sx?|vue|svelte|jsonc?|css|pyi?|go|rs|(ba|da|k)?sh)$/;
