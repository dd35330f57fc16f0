import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, type Package, type Report, readIfThere, readWorkspace, runCheck } from "./_workspace.ts";

interface Published extends Manifest {
  license?: string;
  sideEffects?: unknown;
  engines?: unknown;
  description?: string;
  keywords?: string[];
  homepage?: string;
  bugs?: { url?: string };
  author?: string;
  repository?: { type?: string; url?: string; directory?: string };
}

const home = "https://github.com/holdall/holdall";

/** Sources are published, as source maps refer to them; files that only tests use are not. */
const libraryFiles = ["dist", "src", "!**/*.test.*", "!**/*.fixture.*", "!**/*fixtures/**"];
const commandFiles = ["dist", "!dist/THIRD_PARTY_LICENSES", "THIRD_PARTY_LICENSES"];

/**
 * Every published manifest has the fields that registries show, ranges that accept fixes, and entries that exist. `exports` names
 * sources, and `publishConfig` what the build makes of exactly these sources.
 */
export function checkManifests(root: string): Report {
  const packages = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const entries = packages.flatMap(({ manifest }) => Object.keys(manifest.exports ?? {}));
  const internal = entries.filter((entry) => entry === "./internal").length;
  const catalog = readCatalog(root);
  return {
    looked: `${packages.length} published manifests with ${entries.length - internal} public entries and ${internal} internal ones`,
    problems: packages.flatMap((pkg) => [
      ...checkFields(pkg),
      ...checkFiles(pkg),
      ...checkRanges(pkg, catalog),
      ...checkInstall(pkg),
    ]),
  };
}

function checkFields({ folder, manifest }: Package): string[] {
  const { description = "", keywords = [], ...given } = manifest as Published;
  const { exports = {}, browser = {} } = manifest;
  const url = `${home}/tree/main/${folder}#readme`;
  const hasStyles = Object.keys(exports).some((key) => key.endsWith(".css"));
  const standsIn = Object.keys(browser).some((name) => name.startsWith("./src/"));
  const built = Object.fromEntries(Object.entries(exports).map(([key, source]) => [key, builtEntry(key, source)]));
  const wanted: readonly (readonly [field: string, actual: unknown, expected: unknown])[] = [
    ["type", given.type, "module"],
    ["license", given.license, "MIT"],
    ["sideEffects", given.sideEffects, hasStyles ? ["*.css"] : false],
    ["engines", given.engines, { node: ">=22.19" }],
    ["files", given.files, manifest.exports ? libraryFiles : commandFiles],
    ["homepage", given.homepage, url],
    ["bugs", given.bugs, { url: `${home}/issues` }],
    ["author", given.author, "Holdall contributors"],
    ["repository", given.repository, { type: "git", url: `git+${home}.git`, directory: folder }],
    ["publishConfig.access", given.publishConfig?.access, "public"],
    ["publishConfig.exports", given.publishConfig?.exports ?? {}, built],
    ...(standsIn ? [["publishConfig.browser", given.publishConfig?.browser, builtBrowser(browser)] as const] : []),
  ];
  const file = `${folder}/package.json`;
  return [
    ...wanted
      .filter(([, actual, expected]) => sorted(actual) !== sorted(expected))
      .map(
        ([name, actual, expected]) =>
          `${file}: "${name}" should be ${JSON.stringify(expected)}, it is ${JSON.stringify(actual)}.`,
      ),
    ...(description.length >= 20 && description.length <= 160
      ? []
      : [`${file}: "description" should be a sentence of 20 to 160 characters.`]),
    ...(keywords.length >= 4 && keywords.includes("holdall")
      ? []
      : [`${file}: "keywords" should be at least four words, "holdall" among them.`]),
  ];
}

/** JSON whose outer keys are in order, as their order means nothing. */
const sorted = (value: unknown): string =>
  JSON.stringify(
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** A style sheet is published as it is, a source as its module and its declarations. */
function builtEntry(key: string, source: unknown): unknown {
  if (key.endsWith(".css")) return key.replace("./", "./dist/");
  const [, stem] = /^\.\/src\/(.+)\.tsx?$/.exec(String(source)) ?? [];
  return { types: `./dist/${stem}.d.ts`, default: `./dist/${stem}.js` };
}

function builtBrowser(browser: NonNullable<Manifest["browser"]>): object {
  const built = (name: string | false) => name !== false && name.replace(/^\.\/src\/(.*)\.tsx?$/, "./dist/$1.js");
  return Object.fromEntries(Object.entries(browser).map(([from, to]) => [built(from), built(to)]));
}

/** Every entry, stand-in for browsers and command has its source. */
function checkFiles({ dir, folder, manifest }: Package): string[] {
  const { exports = {}, browser = {}, bin = {} } = manifest;
  const named = [
    ...Object.entries(exports).map(([key, source]) => [`exports["${key}"]`, source] as const),
    ...Object.entries(browser)
      .flat()
      .filter((name) => name !== false && name.startsWith("./src/"))
      .map((name) => ['"browser"', name] as const),
    ...Object.entries(bin).map(
      ([name, target]) => [`bin "${name}"`, target.replace(/^(?:\.\/)?dist\/(.*)\.js$/, "./src/$1.ts")] as const,
    ),
  ];
  const file = `${folder}/package.json`;
  if (named.length === 0) return [`${file} has no "exports". Add { ".": "./src/index.ts" }.`];
  return named
    .filter(([, source]) => !/^\.\/src\/.+\.(tsx?|css)$/.test(String(source)) || !existsSync(join(dir, String(source))))
    .map(([name, source]) => `${file}: ${name} should name a source below ./src, but ${source} does not exist.`);
}

/** A library that pins its dependencies keeps fixes from its users; the lockfile pins them for this workspace. */
function checkRanges({ folder, manifest }: Package, catalog: ReadonlyMap<string, string>): string[] {
  return Object.entries(manifest.dependencies ?? {}).flatMap(([name, range]) => {
    const resolved = range === "catalog:" ? (catalog.get(name) ?? "nothing") : range;
    if (resolved.startsWith("^") || resolved === "workspace:^") return [];
    return [`${folder}/package.json: the dependency ${name} is ${resolved}; a published range starts with ^.`];
  });
}

/** The README of a library says how to install it, with every required peer. */
function checkInstall({ dir, folder, manifest }: Package): string[] {
  if (manifest.exports === undefined) return [];
  const { peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
  const words = (readIfThere(join(dir, "README.md")) ?? "").match(/^npm install .*$/m)?.[0].split(" ") ?? [];
  const missing = [manifest.name, ...peers].filter((name) => !words.includes(name));
  return missing.length === 0
    ? []
    : [`${folder}/README.md: the line \`npm install …\` should name ${missing.join(", ")}.`];
}

function readCatalog(root: string): Map<string, string> {
  const [, section = ""] = (readIfThere(join(root, "pnpm-workspace.yaml")) ?? "").split(/^catalog:$/m);
  const lines = section.matchAll(/^ {2}"?([^":\n]+)"?: (\S+)$/gm);
  return new Map([...lines].map(([, name = "", range = ""]) => [name, range]));
}

if (import.meta.main) await runCheck("manifests", checkManifests);
