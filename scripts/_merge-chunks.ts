import { basename, dirname, join } from "node:path";
import { build, type Metafile, type OutputFile, type Plugin } from "esbuild";

interface Merging {
  /** Modules that are imported when they are needed, and that are mostly needed together. */
  readonly together: readonly string[];
  /** Modules that need little, and some of the same. */
  readonly light: readonly string[];
  /** What this module needs stays as it is. */
  readonly entry: string;
}

type Chunk = Pick<OutputFile, "path" | "text">;

/**
 * Merge chunks of a bundle that are mostly loaded together, as it takes a millisecond to find, read and link one, and esbuild
 * makes one for every set of entries: into `base.js` what light modules need as well, into `core.js` the rest. Chunks that are
 * imported dynamically stay, and export what the merged one has.
 */
export async function mergeChunks(
  files: readonly Chunk[],
  { outputs }: Metafile,
  { together, light, entry }: Merging,
): Promise<readonly Chunk[]> {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const chunkOf = (module: string) => {
    const found = [...byName].find(([, { entryPoint }]) => entryPoint === module)?.[0];
    if (found === undefined) throw new Error(`${module} is not imported dynamically, so it has no chunk`);
    return found;
  };
  /** The chunks that load with modules. */
  const neededBy = (modules: readonly string[]): Set<string> => {
    const found = new Set(modules.map(chunkOf));
    for (const name of found)
      for (const { path, kind } of byName.get(name)?.imports ?? [])
        if (kind === "import-statement" && byName.has(basename(path))) found.add(basename(path));
    return found;
  };
  const dynamic = new Set(
    Object.values(outputs).flatMap(({ imports }) =>
      imports.flatMap(({ path, kind }) => (kind === "dynamic-import" ? basename(path) : [])),
    ),
  );
  const exportsOf = (name: string) => byName.get(name)?.exports ?? [];
  const needed = neededBy(together).difference(neededBy([entry]));
  const inLight = neededBy(light);
  const merge = async (chunks: readonly Chunk[], into: string, members: readonly string[]): Promise<Chunk[]> => {
    const renamed = (name: string, exported: string) => `$${members.indexOf(name)}_${exported}`;
    const texts = new Map(chunks.map(({ path, text }) => [basename(path), text]));
    const source = members.map((name) => {
      const names = exportsOf(name).map((each) => `${each} as ${renamed(name, each)}`);
      return `export { ${names.join(", ")} } from "./${name}";`;
    });
    const merged = await bundleOf(source.join("\n"), texts, new Set(members));
    return [
      { path: join(dirname(chunks[0]?.path ?? ""), into), text: merged },
      ...chunks.flatMap(({ path, text }): Chunk[] => {
        const name = basename(path);
        if (!members.includes(name)) return [{ path, text: importMerged(text, into, members, renamed) }];
        const names = exportsOf(name).map((each) => `${renamed(name, each)} as ${each}`);
        return dynamic.has(name) ? [{ path, text: `export{${names.join(",")}}from"./${into}";\n` }] : [];
      }),
    ];
  };
  const core = await merge(files, "core.js", [...needed.difference(inLight)]);
  return merge(core, "base.js", [...needed.intersection(inLight)]);
}

async function bundleOf(entry: string, texts: ReadonlyMap<string, string>, members: ReadonlySet<string>) {
  const chunks: Plugin = {
    name: "chunks",
    setup(setup) {
      setup.onResolve({ filter: /./ }, ({ path, kind }) => {
        const isMember = kind === "import-statement" && members.has(basename(path));
        return isMember ? { path: basename(path), namespace: "chunk" } : { path, external: true };
      });
      setup.onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({
        contents: texts.get(path) ?? "",
        loader: "js",
      }));
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

/** The text of a chunk that imports from the merged one what it has imported from its members. */
function importMerged(
  text: string,
  merged: string,
  members: readonly string[],
  renamed: (name: string, exported: string) => string,
): string {
  const named = /\b(import|export)\s*\{([^{}]*)\}\s*from\s*"\.\/([\w.-]+)"/g;
  return text
    .replace(named, (whole, keyword: string, list: string, name: string) => {
      if (!members.includes(name)) return whole;
      const names = list.split(",").map((each) => {
        const [exported = "", local = exported] = each.trim().split(/\s+as\s+/);
        return `${renamed(name, exported)} as ${local}`;
      });
      return `${keyword}{${names.join(",")}}from"./${merged}"`;
    })
    .replace(/\bimport\s*"\.\/([\w.-]+)"/g, (whole, name: string) =>
      members.includes(name) ? `import"./${merged}"` : whole,
    );
}
