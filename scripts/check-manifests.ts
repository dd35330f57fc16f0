import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, type Package, type Report, readIfThere, readWorkspace, runCheck } from "./_workspace.ts";

interface Published extends Manifest {
  description?: string;
  keywords?: string[];
  homepage?: string;
  bugs?: { url?: string };
  author?: string;
  repository?: { type?: string; url?: string; directory?: string };
}

const home = "https://github.com/holdall/holdall";

/** Every published manifest says what a registry's page shows, and takes patches and features of what it depends on. */
export function checkManifests(root: string): Report {
  const packages = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const catalog = readCatalog(root);
  return {
    looked: `${packages.length} published manifests`,
    problems: packages.flatMap((pkg) => [...checkFields(pkg), ...checkRanges(pkg, catalog), ...checkInstall(pkg)]),
  };
}

function checkFields({ folder, manifest }: Package): string[] {
  const { description = "", keywords = [], homepage, bugs, author, repository } = manifest as Published;
  const wanted: readonly (readonly [field: string, isRight: boolean, expected: string])[] = [
    ["description", description.length >= 20 && description.length <= 160, "a sentence of 20 to 160 characters"],
    ["keywords", keywords.length >= 4 && keywords.includes("holdall"), 'at least four words, "holdall" among them'],
    ["homepage", homepage === `${home}/tree/main/${folder}#readme`, `${home}/tree/main/${folder}#readme`],
    ["bugs", bugs?.url === `${home}/issues`, `{ "url": "${home}/issues" }`],
    ["author", author === "Holdall contributors", '"Holdall contributors"'],
    [
      "repository",
      repository?.url === `git+${home}.git` && repository.directory === folder,
      `{ "type": "git", "url": "git+${home}.git", "directory": "${folder}" }`,
    ],
  ];
  return wanted
    .filter(([, isRight]) => !isRight)
    .map(([field, , expected]) => `${folder}/package.json: "${field}" should be ${expected}.`);
}

/** A library that pins its dependencies keeps fixes from its users; the lockfile pins them for this workspace. */
function checkRanges({ folder, manifest }: Package, catalog: ReadonlyMap<string, string>): string[] {
  return Object.entries(manifest.dependencies ?? {}).flatMap(([name, range]) => {
    const resolved = range === "catalog:" ? (catalog.get(name) ?? "nothing") : range;
    if (resolved.startsWith("^") || resolved === "workspace:^") return [];
    return [`${folder}/package.json: the dependency ${name} is ${resolved}; a published range starts with ^.`];
  });
}

/** The README of a library says how to install it, with every peer that it cannot do without. */
function checkInstall({ dir, folder, manifest }: Package): string[] {
  if (manifest.exports === undefined) return [];
  const { peerDependenciesMeta = {} } = manifest as Published;
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
  const words = (readIfThere(join(dir, "README.md")) ?? "").match(/^npm install .*$/m)?.[0].split(" ") ?? [];
  const missing = [manifest.name, ...peers].filter((name) => !words.includes(name));
  return missing.length === 0
    ? []
    : [`${folder}/README.md: the line \`npm install …\` should name ${missing.join(", ")}.`];
}

function readCatalog(root: string): Map<string, string> {
  const [, section = ""] = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8").split(/^catalog:$/m);
  const lines = section.matchAll(/^ {2}"?([^":\n]+)"?: (\S+)$/gm);
  return new Map([...lines].map(([, name = "", range = ""]) => [name, range]));
}

if (import.meta.main) await runCheck("manifests", checkManifests);
