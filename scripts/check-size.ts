import { availableParallelism } from "node:os";
import { join } from "node:path";
import { bundle, sizeOf } from "./_bundle.ts";
import { mapLimit } from "./_process.ts";
import { type Package, type Report, readWorkspace, runCheck } from "./_workspace.ts";

interface Size {
  name: string;
  bytes: number;
  max: number;
}

/** What an `import` of each entry costs that has a budget in `holdall.maxSize`, minified and gzipped. */
export async function checkSize(root: string): Promise<Report> {
  const packages = readWorkspace(root).filter(({ folder }) => folder.startsWith("packages/"));
  const entries = packages.flatMap((each) =>
    Object.entries(each.manifest.holdall?.maxSize ?? {}).map(([key, max]) => ({ ...each, key, max })),
  );
  const sizes = await mapLimit(entries, availableParallelism(), measure);
  const width = Math.max(0, ...sizes.map(({ name }) => name.length));
  return {
    looked: `${sizes.length} entries with a budget, bytes min + gzip of what loads at once (zod, peers and Node apart)`,
    problems: sizes.flatMap(overBudget),
    notes: sizes.map(
      ({ name, bytes, max }) => `${name.padEnd(width)} ${String(bytes).padStart(7)}  of ${String(max).padStart(7)}`,
    ),
  };
}

async function measure({ dir, manifest, key, max }: Package & { key: string; max: number }): Promise<Size> {
  const external = [
    "zod",
    "node:*",
    ...Object.keys(manifest.peerDependencies ?? {}).flatMap((name) => [name, `${name}/*`]),
  ];
  const source = manifest.exports?.[key];
  if (typeof source !== "string") throw new Error(`${manifest.name} has a budget for ${key}, which it does not export`);
  return { name: join(manifest.name, key), bytes: await weigh(dir, source, external), max };
}

/** What loads lazily is not counted. */
async function weigh(dir: string, source: string, external: string[]): Promise<number> {
  const { first } = await bundle(dir, source, { platform: "node", mainFields: ["module", "main"], external });
  return sizeOf(first);
}

function overBudget({ name, bytes, max }: Size): string[] {
  if (bytes <= max) return [];
  return [
    `import "${name}" costs ${bytes} bytes, its budget is ${max}. Import less, load lazily, or raise holdall.maxSize and say why in the commit.`,
  ];
}

if (import.meta.main) await runCheck("size", checkSize);
