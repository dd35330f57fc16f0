import { importsOf } from "@holdall/code-core";
import type { Path } from "@holdall/tool-core";
import type { CodeFiles } from "../_symbols/code-files.ts";

/** The imports between visible files. */
export async function openImports(files: CodeFiles) {
  const resolve = await files.resolver();
  const importsIn = (path: Path) => {
    const { text = "", language } = files.loaded(path) ?? {};
    return (language === undefined ? [] : importsOf(text, language)).map(({ specifier, line }) => {
      const target = resolve(path, specifier);
      return { specifier, line, ...(target !== undefined && { path: target }) };
    });
  };
  return { importsIn };
}

export type Imports = Awaited<ReturnType<typeof openImports>>;

/** Candidates for the importers of one file. */
const maxCandidates = 1_000;

/** Visible files that import one, by what their imports lead to; not `complete` where too many files have its name. */
export async function dependentsOf(files: CodeFiles, { importsIn }: Imports, path: Path) {
  const named = [...new Set(importWords(path).flatMap((word) => files.view.filesWith(word)))];
  const candidates = named.slice(0, maxCandidates);
  await files.load(candidates);
  const found = candidates.filter((each) => each !== path && importsIn(each).some(({ path: to }) => to === path));
  return { found: found.sort(), complete: candidates.length === named.length };
}

/** Words that a file is imported by: its name, that of its folder, and of its package. */
function importWords(path: Path): readonly string[] {
  const parts = path.split("/");
  const stem = parts.at(-1)!.replace(/(?:\.d)?\.[^.]*$/, "");
  const isIndex = /^(?:index|mod|lib|main|__init__)$/.test(stem);
  return [stem, ...(isIndex ? [parts.at(-2) ?? "", parts.at(-3) ?? ""] : [])].filter((word) => word !== "");
}

/** Circles of a graph: its strongly connected parts of two files or more, by Tarjan's algorithm without recursion. */
export function cyclesOf(links: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  for (const root of links.keys()) {
    if (order.has(root)) continue;
    const work: { readonly at: string; next: number }[] = [{ at: root, next: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const { at } = frame;
      if (frame.next === 0) {
        order.set(at, order.size);
        low.set(at, order.get(at)!);
        stack.push(at);
        onStack.add(at);
      }
      const to = links.get(at)?.[frame.next++];
      if (to !== undefined) {
        if (!order.has(to)) work.push({ at: to, next: 0 });
        else if (onStack.has(to)) low.set(at, Math.min(low.get(at)!, order.get(to)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.at;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(at)!));
      if (low.get(at) !== order.get(at)) continue;
      const part = stack.splice(stack.lastIndexOf(at));
      for (const each of part) onStack.delete(each);
      if (part.length > 1) cycles.push(part.sort());
    }
  }
  return cycles;
}
