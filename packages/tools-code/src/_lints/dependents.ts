import { roleOf } from "@holdall/code-core";
import { dirname, type Path, type ToolContext } from "@holdall/tool-core";
import { dependentsOf, openImports } from "../_analyze/import-links.ts";
import { openCodeFiles } from "../_symbols/code-files.ts";
import type { LintOptions } from "../options.ts";

const maxFound = 20;

/**
 * Files that import one of those that changed, because a server checks only requested files; nearest first, tests last.
 */
export async function findDependents(
  { backend }: LintOptions,
  changed: readonly Path[],
  ctx: ToolContext,
): Promise<readonly Path[]> {
  const files = await openCodeFiles({ backend }, [ctx.cwd], ctx);
  const imports = await openImports(files);
  const found = new Set<Path>();
  for (const path of changed) for (const each of (await dependentsOf(files, imports, path)).found) found.add(each);
  for (const path of changed) found.delete(path);
  const distance = (path: Path) => Math.min(...changed.map((from) => stepsBetween(dirname(from), dirname(path))));
  const isTest = (path: Path) => Number(roleOf(path, ctx.cwd.length) === "test");
  return [...found].sort((a, b) => isTest(a) - isTest(b) || distance(a) - distance(b)).slice(0, maxFound);
}

function stepsBetween(a: Path, b: Path): number {
  const [left, right] = [a.split("/"), b.split("/")];
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  return left.length + right.length - 2 * same;
}
