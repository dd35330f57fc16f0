import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { type Package, type Report, readWorkspace, runCheck } from "./_workspace.ts";

interface Size {
  name: string;
  bytes: number;
  max: number | undefined;
}

/** What an `import` of each entry costs, minified and gzipped, against the budget in `holdall.maxSize`. */
export async function checkSize(root: string): Promise<Report> {
  const packages = readWorkspace(root).filter(({ folder }) => folder.startsWith("packages/"));
  const sizes = (await Promise.all(packages.map(measure))).flat();
  const width = Math.max(0, ...sizes.map(({ name }) => name.length));
  return {
    looked: `${sizes.length} entries, bytes min + gzip of what loads at once (zod, peers and Node apart)`,
    problems: sizes.flatMap(overBudget),
    notes: sizes.map(
      ({ name, bytes, max }) =>
        `${name.padEnd(width)} ${String(bytes).padStart(7)}  of ${String(max ?? "–").padStart(7)}`,
    ),
  };
}

function measure({ dir, manifest }: Package): Promise<Size[]> {
  const external = [
    "zod",
    "node:*",
    ...Object.keys(manifest.peerDependencies ?? {}).flatMap((name) => [name, `${name}/*`]),
  ];
  return Promise.all(
    Object.entries(manifest.exports ?? {}).map(async ([key, source]) => {
      const name = join(manifest.name, key);
      const bytes = typeof source === "string" ? await bundle(dir, source, external) : 0;
      return { name, bytes, max: manifest.holdall?.maxSize?.[key] };
    }),
  );
}

/** Bundle one entry and count its static chunks; what loads lazily is not counted. */
async function bundle(dir: string, source: string, external: string[]): Promise<number> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: dir,
    entryPoints: [source],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    external,
    outdir: "out",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const entry = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === source.replace("./", ""),
  )?.[0];
  const loaded = entry === undefined ? new Set<string>() : staticChunks(entry, metafile);
  return outputFiles
    .filter(({ path }) => [...loaded].some((name) => path === join(dir, name)))
    .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}

function staticChunks(entry: string, { outputs }: Metafile): Set<string> {
  const found = new Set([entry]);
  for (const name of found) {
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === "import-statement" && path in outputs) found.add(path);
  }
  return found;
}

function overBudget({ name, bytes, max }: Size): string[] {
  if (max === undefined || bytes <= max) return [];
  return [
    `import "${name}" costs ${bytes} bytes, its budget is ${max}. Import less, load lazily, or raise holdall.maxSize and say why in the commit.`,
  ];
}

if (import.meta.main) await runCheck("size", checkSize);
