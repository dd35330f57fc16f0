import { readFileSync } from "node:fs";
import { importsOf, type Package, resolveSource, sourcesOf } from "./_workspace.ts";

/** Which files each file of the workspace imports, as absolute paths. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Imports between the files of each package, those that are made on use included; of types only with `types`. */
export function importGraph(packages: readonly Package[], { types = false } = {}): ImportGraph {
  const graph = new Map<string, readonly string[]>();
  for (const pkg of packages) {
    const files = new Set(sourcesOf(pkg, "code"));
    for (const file of files) {
      const targets = importsOf(readFileSync(file, "utf8")).flatMap(({ specifier, typeOnly }) => {
        const target = typeOnly && !types ? undefined : resolveSource(specifier, file, packages);
        return target !== undefined && files.has(target) ? target : [];
      });
      graph.set(file, [...new Set(targets)]);
    }
  }
  return graph;
}

/** A file and all that it leads to. */
export function reachedFrom(graph: ImportGraph, file: string): Set<string> {
  const reached = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return reached;
}

/** One circle of imports for each group of files that lead to each other, from a file back to itself. */
export function circlesOf(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const known = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (known.has(start)) continue;
    const way = wayBack(graph, start);
    if (!way) continue;
    circles.push(way);
    for (const file of way) known.add(file);
  }
  return circles;
}

/** The shortest way from a file to itself. */
function wayBack(graph: ImportGraph, start: string): string[] | undefined {
  const from = new Map<string, string>();
  const open = [start];
  for (const file of open) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at: string | undefined = file; at !== undefined && at !== start; at = from.get(at)) way.unshift(at);
        return [start, ...way];
      }
      if (!from.has(next)) {
        from.set(next, file);
        open.push(next);
      }
    }
  }
  return undefined;
}
