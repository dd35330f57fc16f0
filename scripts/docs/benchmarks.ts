import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./blocks.ts";

/** The page of figures: those of the root's README, which is where they are kept. */
export function benchmarksPage(): string {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, figures] = /\n## Figures\n\n(.*?)\n## /s.exec(readme) ?? [];
  if (figures === undefined) throw new Error("README.md has no section Figures that another one follows.");
  return `# Benchmarks\n\nEvery figure is printed by the command beside it.\n\n${figures}`;
}
