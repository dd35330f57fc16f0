import { join } from "node:path";
import { bundle, sizeOf } from "./_bundle.ts";
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
      const bytes = typeof source === "string" ? await weigh(dir, source, external) : 0;
      return { name, bytes, max: manifest.holdall?.maxSize?.[key] };
    }),
  );
}

/** What loads lazily is not counted. */
async function weigh(dir: string, source: string, external: string[]): Promise<number> {
  const { first } = await bundle(dir, source, { platform: "node", mainFields: ["module", "main"], external });
  return sizeOf(first);
}

function overBudget({ name, bytes, max }: Size): string[] {
  if (max === undefined || bytes <= max) return [];
  return [
    `import "${name}" costs ${bytes} bytes, its budget is ${max}. Import less, load lazily, or raise holdall.maxSize and say why in the commit.`,
  ];
}

if (import.meta.main) await runCheck("size", checkSize);
