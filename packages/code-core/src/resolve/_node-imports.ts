import { isRecord, readJson } from "./_json.ts";
import { folderOf, foldersUp, joined, type PathSet, within } from "./_path-set.ts";

export type ReadText = (path: string) => string | undefined;

const extensions = ".ts .tsx .d.ts .mts .cts .js .jsx .mjs .cjs .json .vue .svelte .css .scss".split(" ");
const conditions = ["source", "development", "types", "import", "module", "node", "browser", "default", "require"];

/** Resolves as bundlers and TypeScript do: files, folders, `paths`, `imports`, packages of the workspace and their `exports`. */
export function nodeImports(paths: PathSet, read: ReadText): (from: string, specifier: string) => string | undefined {
  const jsons = new Map<string, unknown>();
  const json = (path: string) => {
    if (!jsons.has(path)) jsons.set(path, paths.has(path) ? readJson(read(path)) : undefined);
    return jsons.get(path);
  };
  const configs = new Map<string, PathsConfig | undefined>();
  let packages: ReadonlyMap<string, string> | undefined;

  return (from, specifier) => {
    const clean = specifier.replace(/[?#].*$/, (rest, at: number) => (at === 0 ? rest : ""));
    const folder = folderOf(from);
    if (/^\.{1,2}(?:\/|$)/.test(clean)) return file(joined(folder, clean));
    if (clean.startsWith("/")) return file(clean) ?? file(clean.slice(1));
    if (clean.startsWith("#")) return ownImports(folder, clean);
    return byPaths(folder, clean) ?? byPackage(clean);
  };

  /** A path as it is written, with an extension, or a folder's index. */
  function file(path: string | undefined): string | undefined {
    if (path === undefined) return undefined;
    if (paths.has(path) && path !== "") return path;
    const source = /^(.*)\.([cm]?)jsx?$/.exec(path);
    if (source) {
      const found = paths.first([`.${source[2]}ts`, ".tsx", `.d.${source[2]}ts`, ".ts"].map((end) => source[1] + end));
      if (found) return found;
    }
    const direct = paths.first(extensions.map((end) => path + end));
    if (direct) return direct;
    const main = json(within(path, "package.json"));
    if (isRecord(main)) {
      for (const field of ["source", "types", "module", "main"]) {
        const target = main[field];
        const found = typeof target === "string" ? builtFrom(path, target) : undefined;
        if (found) return found;
      }
    }
    return paths.first(extensions.map((end) => within(path, `index${end}`)));
  }

  /** A target of a manifest; what is built is looked for where it is built from. */
  function builtFrom(folder: string, target: string): string | undefined {
    const path = joined(folder, target);
    if (path === undefined) return undefined;
    if (paths.has(path)) return path;
    const built =
      /^(?:\.\/)?(?:dist|build|lib|out|esm|cjs|types)(?:\/(?:esm|cjs|types|src))?\/(.*?)(?:\.d)?\.[cm]?[jt]sx?$/.exec(
        target,
      );
    if (!built) return /\.[cm]?[jt]sx?$/.test(path) ? undefined : file(path);
    for (const base of ["src", "", "lib", "source"]) {
      const found = paths.first(
        [".ts", ".tsx", ".mts", ".js", ".jsx"].map((end) =>
          within(folder, `${base === "" ? "" : `${base}/`}${built[1]}${end}`),
        ),
      );
      if (found) return found;
    }
    return undefined;
  }

  function ownImports(folder: string, specifier: string): string | undefined {
    for (const above of foldersUp(folder)) {
      const manifest = json(within(above, "package.json"));
      if (!isRecord(manifest)) continue;
      return isRecord(manifest.imports) ? mapped(above, manifest.imports, specifier) : byPaths(folder, specifier);
    }
    return byPaths(folder, specifier);
  }

  /** The target that a table with `*` gives for a key. */
  function mapped(folder: string, table: Readonly<Record<string, unknown>>, key: string): string | undefined {
    for (const target of targets(table[key])) {
      const found = builtFrom(folder, target);
      if (found) return found;
    }
    for (const [pattern, value] of Object.entries(table).sort(([a], [b]) => b.length - a.length)) {
      const star = pattern.indexOf("*");
      if (
        star < 0 ||
        !key.startsWith(pattern.slice(0, star)) ||
        !key.endsWith(pattern.slice(star + 1)) ||
        key.length < pattern.length - 1
      )
        continue;
      const middle = key.slice(star, key.length - (pattern.length - star - 1));
      for (const target of targets(value)) {
        const found = builtFrom(folder, target.split("*").join(middle));
        if (found) return found;
      }
    }
    return undefined;
  }

  function byPaths(folder: string, specifier: string): string | undefined {
    for (const above of foldersUp(folder)) {
      const config = pathsConfig(above);
      if (!config) continue;
      for (const [pattern, values] of config.paths) {
        const star = pattern.indexOf("*");
        const matches =
          star < 0
            ? pattern === specifier
            : specifier.startsWith(pattern.slice(0, star)) && specifier.endsWith(pattern.slice(star + 1));
        if (!matches) continue;
        const middle = star < 0 ? "" : specifier.slice(star, specifier.length - (pattern.length - star - 1));
        for (const value of values) {
          const found = file(joined(config.folder, value.split("*").join(middle)));
          if (found) return found;
        }
      }
      const found = config.baseUrl === undefined ? undefined : file(joined(config.baseUrl, specifier));
      if (found) return found;
    }
    return undefined;
  }

  function pathsConfig(folder: string): PathsConfig | undefined {
    if (!configs.has(folder)) {
      const path = paths.first(
        ["tsconfig.json", "jsconfig.json", "tsconfig.base.json"].map((name) => within(folder, name)),
      );
      configs.set(folder, path === undefined ? undefined : readConfig(path, 0));
    }
    return configs.get(folder);
  }

  function readConfig(path: string, depth: number): PathsConfig | undefined {
    const config = json(path);
    if (!isRecord(config) || depth > 8) return undefined;
    const folder = folderOf(path);
    const options = isRecord(config.compilerOptions) ? config.compilerOptions : {};
    const bases = [config.extends].flat().filter((base) => typeof base === "string");
    const inherited = bases
      .map((base) => base.startsWith(".") && joined(folder, base))
      .map((base) =>
        base
          ? readConfig(paths.first([base, `${base}.json`, within(base, "tsconfig.json")]) ?? "", depth + 1)
          : undefined,
      )
      .findLast((one) => one !== undefined);
    const baseUrl = typeof options.baseUrl === "string" ? joined(folder, options.baseUrl) : inherited?.baseUrl;
    if (!isRecord(options.paths)) return inherited && { ...inherited, baseUrl };
    const entries = Object.entries(options.paths).map(([pattern, values]): [string, string[]] => [
      pattern,
      [values].flat().filter((value) => typeof value === "string"),
    ]);
    return { folder: baseUrl ?? folder, baseUrl, paths: entries.sort(([a], [b]) => b.length - a.length) };
  }

  function byPackage(specifier: string): string | undefined {
    packages ??= workspacePackages(paths, json);
    const parts = specifier.split("/");
    const name = specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0]!;
    const folder = packages.get(name);
    if (folder === undefined) return undefined;
    const rest = specifier.slice(name.length + 1);
    const manifest = json(within(folder, "package.json"));
    const table = isRecord(manifest) ? manifest.exports : undefined;
    if (table !== undefined) {
      const isTable = isRecord(table) && Object.keys(table).some((key) => key.startsWith("."));
      const found = mapped(folder, isTable ? table : { ".": table }, rest === "" ? "." : `./${rest}`);
      if (found) return found;
    }
    return (
      file(within(folder, rest)) ??
      file(within(folder, rest === "" ? "src" : `src/${rest}`)) ??
      (rest === "" ? file(folder) : undefined)
    );
  }
}

interface PathsConfig {
  readonly folder: string;
  readonly baseUrl: string | undefined;
  readonly paths: readonly (readonly [string, readonly string[]])[];
}

/** The strings of a target, by condition. */
function targets(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(targets);
  if (!isRecord(value)) return [];
  const known = conditions.filter((name) => name in value);
  const others = Object.keys(value).filter((name) => !conditions.includes(name));
  return [...known, ...others].flatMap((name) => targets(value[name]));
}

function workspacePackages(paths: PathSet, json: (path: string) => unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of paths.named("package.json")) {
    if (path.includes("node_modules/")) continue;
    const manifest = json(path);
    if (isRecord(manifest) && typeof manifest.name === "string" && !found.has(manifest.name))
      found.set(manifest.name, folderOf(path));
  }
  return found;
}
