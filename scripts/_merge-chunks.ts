import { basename } from "node:path";
import { build, type Metafile, type OutputFile, type Plugin } from "esbuild";

interface Merging {
  /** Modules that are imported when they are needed; what these need at once becomes one chunk. */
  readonly together: readonly string[];
  /** The same, except that what these need stays as it is. */
  readonly apart: readonly string[];
}

type Chunk = Pick<OutputFile, "path" | "text">;

/** The file of the chunk that others were merged into. */
export const mergedChunk = "core.js";

/**
 * Merge chunks of a bundle that are mostly loaded together: to find, read and link a chunk takes a millisecond, and esbuild makes
 * one for every set of entries. Chunks that are imported dynamically stay, and export what the merged one has.
 */
export async function mergeChunks(
  files: readonly Chunk[],
  { outputs }: Metafile,
  { together, apart }: Merging,
): Promise<Chunk[]> {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const chunkOf = (module: string) => {
    const found = [...byName].find(([, { entryPoint }]) => entryPoint === module)?.[0];
    if (found === undefined) throw new Error(`${module} is not imported dynamically, so it has no chunk`);
    return found;
  };
  const needs = (modules: readonly string[]): Set<string> => {
    const found = new Set(modules.map(chunkOf));
    for (const name of found)
      for (const { path, kind } of byName.get(name)?.imports ?? [])
        if (kind === "import-statement" && byName.has(basename(path))) found.add(basename(path));
    return found;
  };
  const members = [...needs(together).difference(needs(apart))].filter((name) => name !== "main.js");
  const texts = new Map(files.map(({ path, text }) => [basename(path), text]));
  const renamed = (name: string, exported: string) => `$${members.indexOf(name)}_${exported}`;
  const reExport = (name: string, from: string, isTurned = false) => {
    const names = (byName.get(name)?.exports ?? []).map((each) =>
      isTurned ? `${renamed(name, each)} as ${each}` : `${each} as ${renamed(name, each)}`,
    );
    return `export { ${names.join(", ")} } from "./${from}";\n`;
  };
  const core = await bundleOf(members.map((name) => reExport(name, name)).join(""), texts, new Set(members));
  const dynamic = new Set(
    Object.values(outputs).flatMap(({ imports }) =>
      imports.flatMap(({ path, kind }) => (kind === "dynamic-import" ? basename(path) : [])),
    ),
  );
  const folder = (files[0]?.path ?? "").slice(0, -basename(files[0]?.path ?? "").length);
  return [
    { path: `${folder}${mergedChunk}`, text: core },
    ...files.flatMap(({ path, text }): Chunk[] => {
      const name = basename(path);
      if (!members.includes(name)) return [{ path, text: toMerged(text, members, renamed) }];
      return dynamic.has(name) ? [{ path, text: reExport(name, mergedChunk, true) }] : [];
    }),
  ];
}

async function bundleOf(entry: string, texts: ReadonlyMap<string, string>, members: ReadonlySet<string>) {
  const chunks: Plugin = {
    name: "chunks",
    setup(setup) {
      setup.onResolve({ filter: /./ }, ({ path, kind }) => {
        const isMember = kind === "import-statement" && members.has(basename(path));
        return isMember ? { path: basename(path), namespace: "chunk" } : { path, external: true };
      });
      setup.onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({ contents: texts.get(path) ?? "", loader: "js" }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: entry },
    bundle: true,
    minify: true,
    legalComments: "none",
    format: "esm",
    platform: "node",
    target: "es2023",
    plugins: [chunks],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** A chunk that imports from the merged one what it has imported from its members. */
function toMerged(text: string, members: readonly string[], renamed: (name: string, exported: string) => string): string {
  return text
    .replace(/\b(import|export)\s*\{([^{}]*)\}\s*from\s*"\.\/([\w.-]+)"/g, (whole, keyword, list: string, name: string) => {
      if (!members.includes(name)) return whole;
      const names = list.split(",").map((each) => {
        const [exported = "", local = exported] = each.trim().split(/\s+as\s+/);
        return `${renamed(name, exported)} as ${local}`;
      });
      return `${keyword}{${names.join(",")}}from"./${mergedChunk}"`;
    })
    .replace(/\bimport\s*"\.\/([\w.-]+)"/g, (whole, name: string) =>
      members.includes(name) ? `import"./${mergedChunk}"` : whole,
    );
}
