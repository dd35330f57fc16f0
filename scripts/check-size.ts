import { availableParallelism } from "node:os";
import { join } from "node:path";
import { bundle, type Chunk, sizeOf } from "./_bundle.ts";
import { mapLimit } from "./_process.ts";
import { type Report, readWorkspace, runCheck } from "./_workspace.ts";

/** An entry, and how many bytes of it may load at once: minified and gzipped, without zod and peers. */
interface Budget {
  readonly name: string;
  readonly dir: string;
  readonly source: string;
  readonly max: number;
  readonly external: readonly string[];
  readonly platform: "node" | "browser";
}

/** Web applications, which must also bundle without Node. */
const pages: readonly (readonly [name: string, source: string, max: number])[] = [
  ["a page with files and todos", "scripts/check-size-files.entry.ts", 79_232],
  ["a page with presets", "scripts/check-size-presets.entry.ts", 215_808],
];

/** Entries with a budget in `holdall.maxSize`, and pages, load no more at once than their budget; what loads on use is not counted. */
export async function checkSize(root: string): Promise<Report> {
  const budgets = [...budgetsOf(root), ...pages.map(([name, source, max]) => pageBudget(root, name, source, max))];
  const width = Math.max(0, ...budgets.map(({ name }) => name.length));
  const reports = await mapLimit(budgets, availableParallelism(), (budget) => weigh(budget, width));
  return {
    looked: `${budgets.length} budgets, bytes min + gzip of what loads at once (zod, peers and Node apart)`,
    problems: reports.flatMap(({ problem }) => problem ?? []),
    notes: reports.flatMap(({ note }) => note ?? []),
  };
}

export const pageBudget = (dir: string, name: string, source: string, max: number): Budget => ({
  name,
  dir,
  source,
  max,
  external: ["zod"],
  platform: "browser",
});

function budgetsOf(root: string): Budget[] {
  return readWorkspace(root).flatMap(({ dir, folder, manifest }) => {
    const peers = Object.keys(manifest.peerDependencies ?? {}).flatMap((name) => [name, `${name}/*`]);
    const external = ["zod", "node:*", ...peers];
    const sizes = folder.startsWith("packages/") ? (manifest.holdall?.maxSize ?? {}) : {};
    return Object.entries(sizes).map(([key, max]): Budget => {
      const source = manifest.exports?.[key];
      if (typeof source !== "string")
        throw new Error(`${manifest.name} has a budget for ${key}, which it does not export.`);
      return { name: join(manifest.name, key), dir, source, max, external, platform: "node" };
    });
  });
}

/** Bundle an entry and compare what loads at once with its budget. */
export async function weigh(
  { name, dir, source, max, platform, external }: Budget,
  width = 0,
): Promise<{ note?: string; problem?: string }> {
  try {
    const options = { external: [...external], ...(platform === "node" && { mainFields: ["module", "main"] }) };
    const { first, lazy } = await bundle(dir, source, { platform, ...options });
    const bytes = sizeOf(first);
    const note = `${name.padEnd(width)} ${String(bytes).padStart(7)}  of ${String(max).padStart(7)}, and ${sizeOf(lazy)} on use`;
    if (bytes <= max) return { note };
    const problem = `${name} loads ${bytes} bytes at once, more than ${max}. Import less, load it with import(), or raise the budget and say why in the commit. Largest, minified:\n${largest(first)}`;
    return { note, problem };
  } catch (thrown) {
    return { problem: `${name} does not bundle for ${platform === "node" ? "Node" : "browsers"}: ${String(thrown)}` };
  }
}

function largest(chunks: readonly Chunk[]): string {
  return chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .sort(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([path, bytes]) => `${String(bytes).padStart(7)} ${path}`)
    .join("\n");
}

if (import.meta.main) await runCheck("size", checkSize);
