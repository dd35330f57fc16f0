import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, type Package, type Report, readWorkspace, runCheck } from "./_workspace.ts";

/** `exports` points at sources, `publishConfig.exports` at what the build makes of exactly these sources. */
export function checkExports(root: string): Report {
  const packages = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const entries = packages.flatMap(({ manifest }) => Object.keys(manifest.exports ?? {}));
  const internal = entries.filter((entry) => entry === "./internal").length;
  return {
    looked: `${entries.length - internal} public entries and ${internal} internal ones in ${packages.length} packages`,
    problems: packages.flatMap((pkg) => [
      ...checkFields(pkg),
      ...checkEntries(pkg),
      ...checkBrowser(pkg),
      ...checkCommands(pkg),
    ]),
  };
}

/** Sources go along, as maps lead there; what only tests use does not. */
const libraryFiles = ["dist", "src", "!**/*.test.*", "!**/*.fixture.*", "!**/*fixtures/**"];
const commandFiles = ["dist", "!dist/THIRD_PARTY_LICENSES", "THIRD_PARTY_LICENSES"];

/** The fields that every published package carries. */
function checkFields({ folder, manifest }: Package): string[] {
  const wanted: [keyof Manifest | string, unknown, unknown][] = [
    ["type", manifest.type, "module"],
    ["license", field(manifest, "license"), "MIT"],
    ["sideEffects", field(manifest, "sideEffects"), hasStyles(manifest) ? ["*.css"] : false],
    ["engines", field(manifest, "engines"), { node: ">=22.19" }],
    ["files", manifest.files, manifest.exports ? libraryFiles : commandFiles],
    ["publishConfig.access", manifest.publishConfig?.access, "public"],
  ];
  return wanted
    .filter(([, actual, expected]) => JSON.stringify(actual) !== JSON.stringify(expected))
    .map(
      ([name, actual, expected]) =>
        `${folder}/package.json: "${name}" is ${JSON.stringify(actual)}, it should be ${JSON.stringify(expected)}.`,
    );
}

const hasStyles = ({ exports = {} }: Manifest): boolean => Object.keys(exports).some((key) => key.endsWith(".css"));

function field(manifest: Manifest, name: string): unknown {
  return (manifest as unknown as Record<string, unknown>)[name];
}

function checkEntries({ dir, folder, manifest }: Package): string[] {
  const inside = manifest.exports ?? {};
  const outside = manifest.publishConfig?.exports ?? {};
  const file = `${folder}/package.json`;
  if (Object.keys(inside).length === 0 && manifest.bin === undefined)
    return [`${file} has no "exports". Add { ".": "./src/index.ts" }.`];
  const keys = new Set([...Object.keys(inside), ...Object.keys(outside)]);
  return [...keys].flatMap((key) => {
    const source = inside[key];
    if (key.endsWith(".css")) return checkStyles(file, dir, key, source, outside[key]);
    const match = typeof source === "string" ? /^\.\/src\/(.+)\.tsx?$/.exec(source) : null;
    if (typeof source !== "string" || match === null) {
      return [
        `${file}: exports["${key}"] should be one source file such as "./src/index.ts", it is ${JSON.stringify(source)}.`,
      ];
    }
    const expected = { types: `./dist/${match[1]}.d.ts`, default: `./dist/${match[1]}.js` };
    const wrong = JSON.stringify(outside[key]) !== JSON.stringify(expected);
    return [
      ...(existsSync(join(dir, source)) ? [] : [`${file}: exports["${key}"] names ${source}, which does not exist.`]),
      ...(wrong
        ? [
            `${file}: publishConfig.exports["${key}"] should be ${JSON.stringify(expected)}, it is ${JSON.stringify(outside[key])}.`,
          ]
        : []),
    ];
  });
}

/** What stands in for a source in browsers stands in for its module in the published package. */
function checkBrowser({ dir, folder, manifest }: Package): string[] {
  const inside = Object.entries(manifest.browser ?? {});
  const files = inside.flat().filter((name): name is string => name !== false && name.startsWith("./src/"));
  if (files.length === 0) return [];
  const built = (name: string | false) => name !== false && name.replace(/^\.\/src\/(.*)\.tsx?$/, "./dist/$1.js");
  const expected = Object.fromEntries(inside.map(([from, to]) => [built(from), built(to)]));
  const missing = files.filter((file) => !existsSync(join(dir, file)));
  return [
    ...missing.map((file) => `${folder}/package.json: "browser" names ${file}, which does not exist.`),
    ...(JSON.stringify(manifest.publishConfig?.browser) === JSON.stringify(expected)
      ? []
      : [`${folder}/package.json: publishConfig.browser should be ${JSON.stringify(expected)}.`]),
  ];
}

/** A style sheet goes out as it is. */
function checkStyles(file: string, dir: string, key: string, source: unknown, built: unknown): string[] {
  const [from, to] = [key.replace("./", "./src/"), key.replace("./", "./dist/")];
  if (source === from && built === to && existsSync(join(dir, from))) return [];
  return [`${file}: exports["${key}"] should be "${from}", which exists, and "${to}" in publishConfig.`];
}

/** Each command `dist/x.js` has its source `src/x.ts`. */
function checkCommands({ dir, folder, manifest }: Package): string[] {
  return Object.entries(manifest.bin ?? {}).flatMap(([name, target]) => {
    const source = target.replace(/^(\.\/)?dist\/(.*)\.js$/, "src/$2.ts");
    if (source !== target && existsSync(join(dir, source))) return [];
    return [
      `${folder}/package.json: bin "${name}" is ${target}; it should be "./dist/main.js" built from an existing src/main.ts.`,
    ];
  });
}

if (import.meta.main) await runCheck("exports", checkExports);
