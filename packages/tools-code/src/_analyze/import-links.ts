import { createImportResolver, type ImportResolver, importsOf, languageOf } from "@holdall/code-core";
import type { Path } from "@holdall/tool-core";
import type { CodeFiles } from "../_symbols/code-files.ts";

const configuration = /(?:^|\/)(?:package\.json|[^/]*tsconfig[^/]*\.json|jsconfig\.json|go\.mod|Cargo\.toml)$/;

/** What the visible files import of each other. */
export async function openImports(files: CodeFiles) {
  await files.load([...files.view.files].filter((path) => configuration.test(path)));
  const resolve: ImportResolver = createImportResolver({
    paths: files.view.files,
    read: (path) => files.loaded(path)?.text,
  });
  const importsIn = (path: Path) => {
    const { text = "" } = files.loaded(path) ?? {};
    const language = languageOf(path, text.slice(0, 200).split("\n", 1)[0]);
    return (language === undefined ? [] : importsOf(text, language)).map(({ specifier, line }) => {
      const target = resolve(path, specifier);
      return { specifier, line, ...(target !== undefined && { path: target }) };
    });
  };
  return { importsIn };
}

export type Imports = Awaited<ReturnType<typeof openImports>>;

/** Words that a file is imported by: its name, that of its folder, and of its package. */
export function importWords(path: Path): readonly string[] {
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
