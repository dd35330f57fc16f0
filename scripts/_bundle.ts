import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type Metafile } from "esbuild";

export interface Chunk {
  /** Min + gzip. */
  readonly bytes: number;
  /** Modules in it → their minified bytes. */
  readonly modules: Readonly<Record<string, number>>;
}

export interface Bundle {
  /** The chunks that load at once, and those that load when they are needed. */
  readonly first: readonly Chunk[];
  readonly lazy: readonly Chunk[];
}

/** Bundle one entry, a path below `dir`, as an application would, in memory. Rejects with esbuild's failure. */
export async function bundle(dir: string, entry: string, options: BuildOptions): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: dir,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const main = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry.replace("./", ""));
  const atOnce = main ? staticChunks(main[0], metafile) : new Set<string>();
  const chunks = Object.entries(metafile.outputs).map(([name, { inputs }]) => {
    const contents = outputFiles.find(({ path }) => path === join(dir, name))?.contents ?? new Uint8Array();
    const modules = Object.fromEntries(
      Object.entries(inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]),
    );
    return { name, bytes: gzipSync(contents, { level: 9 }).length, modules };
  });
  return {
    first: chunks.filter(({ name }) => atOnce.has(name)),
    lazy: chunks.filter(({ name }) => !atOnce.has(name)),
  };
}

export const sizeOf = (chunks: readonly Chunk[]): number => chunks.reduce((sum, { bytes }) => sum + bytes, 0);

function staticChunks(entry: string, { outputs }: Metafile): Set<string> {
  const found = new Set([entry]);
  for (const name of found) {
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === "import-statement" && path in outputs) found.add(path);
  }
  return found;
}
