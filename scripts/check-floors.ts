import { readFileSync } from "node:fs";
import { circlesOf, importGraph, reachedFrom } from "./_import-graph.ts";
import {
  importsOf,
  isTest,
  type Manifest,
  type Package,
  packageOf,
  type Report,
  readWorkspace,
  resolveSource,
  runCheck,
  show,
  sourcesOf,
} from "./_workspace.ts";

const floors: readonly (readonly [number, RegExp])[] = [
  [0, /^packages\/(tool-core|tool-kit|pattern-core|code-core|shell-analysis|call-view)$/],
  [
    1,
    /^packages\/(backends-[a-z0-9-]+|permissions|middleware|sandbox|mcp|ai-sdk|claude-agent-sdk|openai-agents|langchain|mastra|ui-react|conformance|session-store|checkpoints|compaction|language-servers|durable)$/,
  ],
  [2, /^packages\/(tools-[a-z0-9-]+|tool-search)$/],
  [3, /^packages\/(presets|chat)$/],
  [4, /^packages\/acp$/],
  [5, /^(apps|examples)\//],
];

/**
 * Packages of the workspace import only downwards: everything the contract, floors 1 and 2 from floor 0, presets and the chat from those, what is built on the chat from them, apps from all.
 * A `/port` entry stands on floor 0 whatever its package does: it holds types and pure functions, and every package may import it.
 * Neither packages nor the files of a package depend on each other in circles, types included.
 */
export function checkFloors(root: string): Report {
  const packages = readWorkspace(root);
  const problems = packages.flatMap((pkg) => [
    ...unknownFloor(pkg),
    ...wrongEdges(pkg, packages, root),
    ...impurePort(pkg, packages, root),
    ...undeclared(pkg, packages, root),
    ...circular(pkg, root),
  ]);
  problems.push(...circlesOfPackages(packages));
  const ports = packages.filter(({ manifest }) => manifest.exports?.["./port"] !== undefined).length;
  return {
    looked: `${packages.length} packages import only downwards, ${ports} ports are pure, and nothing depends in circles`,
    problems,
  };
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

function wrongEdges(pkg: Package, packages: readonly Package[], root: string): string[] {
  const floor = floorOf(pkg) ?? 5;
  const highest = floor <= 2 ? 0 : floor - 1;
  return runtimeDependencies(pkg.manifest).flatMap((name) => {
    const target = packages.find(({ manifest }) => manifest.name === name);
    const below = target && floorOf(target);
    const contract = name === "@holdall/tool-core" && pkg.manifest.name !== name;
    const kit = name === "@holdall/tool-kit" && pkg.folder !== "packages/tool-core" && pkg.manifest.name !== name;
    if (below === undefined || contract || kit || (below <= highest && below < floor)) return [];
    const others = importersOf(pkg, name).filter(({ specifiers }) =>
      specifiers.some((each) => each !== `${name}/port`),
    );
    if (target?.manifest.exports?.["./port"] !== undefined && others.length === 0) return [];
    return [
      `${pkg.folder} (floor ${floor}) depends on ${name} (floor ${below}), but may import only ${highest === 0 ? "floor 0" : `floors 0 to ${highest}`} and ports` +
        `${others.length > 0 ? ` (${others.map(({ file }) => show(file, root)).join(", ")})` : ""}. ` +
        "Take what you need as an argument, make it a port of the package with its default driver, or make it a devDependency if only tests use it.",
    ];
  });
}

/** The sources of a package that import another one, with the specifiers they use. */
function importersOf(pkg: Package, name: string): { file: string; specifiers: string[] }[] {
  return sourcesOf(pkg, "code")
    .map((file) => ({
      file,
      specifiers: importsOf(readFileSync(file, "utf8"))
        .map(({ specifier }) => specifier)
        .filter((specifier) => packageOf(specifier) === name),
    }))
    .filter(({ specifiers }) => specifiers.length > 0);
}

/** What a port leads to: its own files, the contract, the kit and other ports, nothing of Node and no library. */
function impurePort(pkg: Package, packages: readonly Package[], root: string): string[] {
  const entry = resolveSource(`${pkg.manifest.name}/port`, pkg.dir, packages);
  if (entry === undefined) return [];
  const graph = importGraph([pkg], { types: true });
  return [...reachedFrom(graph, entry)].flatMap((file) =>
    importsOf(readFileSync(file, "utf8"))
      .filter(({ specifier }) => !specifier.startsWith(".") && !isPure(specifier))
      .map(
        ({ specifier }) =>
          `${show(file, root)} is part of the port of ${pkg.manifest.name} and imports ${specifier}. ` +
          "A port holds types and pure functions, and imports only tool-core, tool-kit and other ports.",
      ),
  );
}

const isPure = (specifier: string): boolean =>
  /^@holdall\/(tool-(core|kit)(\/[a-z-]+)?|[a-z0-9-]+\/port)$/.test(specifier);

/** Packages that need each other cannot be released one after another. */
function circlesOfPackages(packages: readonly Package[]): string[] {
  const names = new Map(packages.map(({ manifest }) => [manifest.name, manifest]));
  const graph = new Map(
    [...names].map(([name, manifest]) => [name, runtimeDependencies(manifest).filter((each) => names.has(each))]),
  );
  return circlesOf(graph).map(
    (circle) =>
      `${circle.join(" → ")} is a circle of packages. Move the port that closes it, or pass it as an argument.`,
  );
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
