import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { importsOf, type Package, type Report, readWorkspace, resolveSource, runCheck, show } from "./_workspace.ts";

/** Packages that need Node even at their main entry; every other package runs in a browser as well. */
const nodeOnly = new Set([
  "packages/backends-node",
  "packages/acp",
  "packages/chat",
  // Its suites run in vitest; what a browser runs of them is the entry `cases`.
  "packages/conformance",
  "packages/language-servers",
  "packages/sandbox",
  "packages/tools-shell",
  "packages/tools-tasks",
  "apps/cli",
]);

/** Nothing that a browser lacks is reachable from the `.` entry of a browser-safe package. */
export function checkNeutral(root: string): Report {
  const packages = readWorkspace(root);
  const neutral = packages.filter(({ folder }) => folder.startsWith("packages/") && !nodeOnly.has(folder));
  return {
    looked: `${neutral.length} main entries reach no Node module`,
    problems: neutral.flatMap((pkg) => findNodeImports(pkg, packages, root)),
  };
}

/** Follow the imports of an entry through the workspace; each problem shows the way from the entry to the import. */
function findNodeImports({ dir, folder, manifest }: Package, packages: readonly Package[], root: string): string[] {
  const entry = manifest.exports?.["."];
  if (typeof entry !== "string") return [];
  const start = join(dir, entry);
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  const problems: string[] = [];
  for (const file of cameFrom.keys()) {
    for (const { specifier, typeOnly } of importsOf(readIfReadable(file))) {
      if (typeOnly || standIn(specifier, file, packages) === false) continue;
      if (isBuiltin(specifier)) {
        problems.push(
          `${folder} is meant to run in browsers, but reaches "${specifier}": ${way(file, cameFrom, root)}.\n` +
            `Move that code to a sub-path export ("./node"), take it as an argument, or list the package in \`nodeOnly\` of scripts/check-neutral.ts.`,
        );
      }
      const next = standIn(specifier, file, packages) || resolveSource(specifier, file, packages);
      if (next !== undefined && !cameFrom.has(next)) cameFrom.set(next, file);
    }
  }
  return problems;
}

/** What a bundler for browsers takes instead, by the "browser" field of the importing package: a file, or nothing with false. */
function standIn(specifier: string, from: string, packages: readonly Package[]): string | false | undefined {
  const owner = packages.find(({ dir }) => from.startsWith(`${dir}/`));
  if (owner === undefined) return undefined;
  const { dir, manifest } = owner;
  const key = specifier.startsWith(".") ? `./${relative(dir, join(dirname(from), specifier))}` : specifier;
  const target = manifest.browser?.[key];
  return typeof target === "string" ? join(dir, target) : target;
}

function readIfReadable(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function way(file: string, cameFrom: ReadonlyMap<string, string | undefined>, root: string): string {
  const steps: string[] = [];
  for (let at: string | undefined = file; at !== undefined; at = cameFrom.get(at)) steps.unshift(show(at, root));
  return steps.join(" → ");
}

if (import.meta.main) await runCheck("neutral", checkNeutral);
