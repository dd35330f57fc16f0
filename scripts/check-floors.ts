import { readFileSync } from "node:fs";
import { circlesOf, importGraph } from "./_import-graph.ts";
import {
  importsOf,
  isTest,
  type Manifest,
  type Package,
  packageOf,
  type Report,
  readWorkspace,
  runCheck,
  show,
  sourcesOf,
} from "./_workspace.ts";

const floors: readonly (readonly [number, RegExp])[] = [
  [0, /^packages\/(tool-core|pattern-core|code-core|shell-analysis|call-view)$/],
  [
    1,
    /^packages\/(backends-[a-z0-9-]+|permissions|middleware|sandbox|mcp|ai-sdk|claude-agent-sdk|openai-agents|langchain|mastra|ui-react|conformance|session-store|checkpoints|compaction|language-servers|durable)$/,
  ],
  [2, /^packages\/(tools-[a-z0-9-]+|tool-search)$/],
  [3, /^packages\/presets$/],
  [4, /^(apps|examples)\//],
];

/**
 * Packages of the workspace import only downwards: everything the contract, floors 1 and 2 from floor 0, presets from those, apps from all.
 * The files of a package do not import in circles, types included.
 */
export function checkFloors(root: string): Report {
  const packages = readWorkspace(root);
  const problems = packages.flatMap((pkg) => [
    ...unknownFloor(pkg),
    ...wrongEdges(pkg, packages),
    ...undeclared(pkg, packages, root),
    ...circular(pkg, root),
  ]);
  return { looked: `${packages.length} packages import only downwards, and no files in circles`, problems };
}

function floorOf({ folder }: Package): number | undefined {
  return floors.find(([, pattern]) => pattern.test(folder))?.[0];
}

function unknownFloor(pkg: Package): string[] {
  if (floorOf(pkg) !== undefined) return [];
  return [
    `${pkg.folder} stands on no floor. Name it after its kind (tools-*, backends-*) or add it to \`floors\` in scripts/check-floors.ts.`,
  ];
}

/** What a package needs when installed; devDependencies are free. */
function runtimeDependencies({ dependencies, peerDependencies, optionalDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
}

function wrongEdges(pkg: Package, packages: readonly Package[]): string[] {
  const floor = floorOf(pkg) ?? 4;
  const highest = floor <= 2 ? 0 : floor - 1;
  return runtimeDependencies(pkg.manifest).flatMap((name) => {
    const target = packages.find(({ manifest }) => manifest.name === name);
    const below = target && floorOf(target);
    const contract = name === "@holdall/tool-core" && pkg.manifest.name !== name;
    if (below === undefined || contract || (below <= highest && below < floor)) return [];
    return [
      `${pkg.folder} (floor ${floor}) depends on ${name} (floor ${below}), but may import only ${highest === 0 ? "floor 0" : `floors 0 to ${highest}`}. ` +
        "Take what you need as an argument, move the shared part to tool-core, or make it a devDependency if only tests use it.",
    ];
  });
}

/** Every import of a workspace package has its line in package.json; apps bundle, so a devDependency is enough for them. */
function undeclared(pkg: Package, packages: readonly Package[], root: string): string[] {
  const any = new Set([
    pkg.manifest.name,
    ...runtimeDependencies(pkg.manifest),
    ...Object.keys(pkg.manifest.devDependencies ?? {}),
  ]);
  const bundled = pkg.folder.startsWith("apps/");
  const runtime = bundled ? any : new Set([pkg.manifest.name, ...runtimeDependencies(pkg.manifest)]);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  return sourcesOf(pkg).flatMap((file) => {
    const declared = isTest(file) ? any : runtime;
    const wanted = new Set(importsOf(readFileSync(file, "utf8")).map(({ specifier }) => packageOf(specifier)));
    return [...wanted]
      .filter((name) => (names.has(name) || name.startsWith("@holdall/")) && !declared.has(name))
      .map(
        (name) =>
          `${show(file, root)} imports ${name}, which ${pkg.folder}/package.json does not list. ` +
          `Add "${name}": "workspace:^" to ${isTest(file) ? "devDependencies" : "dependencies"} and run pnpm install.`,
      );
  });
}

function circular(pkg: Package, root: string): string[] {
  const circles = circlesOf(importGraph([pkg], { types: true }));
  return circles.map(
    (circle) =>
      `${circle.map((file) => show(file, root)).join(" → ")} is a circle of imports. ` +
      "Move what both files need to a third one, or pass it as an argument.",
  );
}

if (import.meta.main) await runCheck("floors", checkFloors);
