import type { ReadText } from "./_node-imports.ts";
import { folderOf, foldersUp, joined, nameOf, type PathSet, within } from "./_path-set.ts";

/** Go: the files of the folder that a path below the module means. */
export function goImports(paths: PathSet, read: ReadText): (from: string, specifier: string) => string | undefined {
  const modules = new Map<string, string>();
  let isRead = false;
  return (_, specifier) => {
    if (!isRead) {
      isRead = true;
      for (const path of paths.named("go.mod")) {
        const name = /^\s*module\s+"?([^\s"]+)/m.exec(read(path) ?? "")?.[1];
        if (name) modules.set(name, folderOf(path));
      }
    }
    for (const [name, folder] of modules) {
      if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
      const found = goFile(paths, within(folder, specifier.slice(name.length + 1)).replace(/\/$/, ""));
      if (found) return found;
    }
    return undefined;
  };
}

function goFile(paths: PathSet, folder: string): string | undefined {
  const files = paths.inFolder(folder).filter((path) => path.endsWith(".go") && !path.endsWith("_test.go"));
  return files.find((path) => nameOf(path) === `${nameOf(folder)}.go`) ?? files[0];
}

/** Rust: `crate::a::b`, `super::a`, `self::a`, and crates of the workspace. */
export function rustImports(paths: PathSet, read: ReadText): (from: string, specifier: string) => string | undefined {
  let crates: Map<string, string> | undefined;
  const crateNames = () => {
    if (crates) return crates;
    crates = new Map();
    for (const path of paths.named("Cargo.toml")) {
      const name = /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/ms.exec(read(path) ?? "")?.[1];
      if (name) crates.set(name.replaceAll("-", "_"), within(folderOf(path), "src"));
    }
    return crates;
  };
  const below = (folder: string, parts: readonly string[]): string | undefined => {
    for (let length = parts.length; length > 0; length--) {
      const path = within(folder, parts.slice(0, length).join("/"));
      const found = paths.first([`${path}.rs`, within(path, "mod.rs")]);
      if (found) return found;
    }
    return undefined;
  };
  const root = (folder: string) => paths.first([within(folder, "lib.rs"), within(folder, "main.rs")]);
  return (from, specifier) => {
    const parts = specifier.replace(/^::/, "").split("::");
    const name = nameOf(from);
    const own =
      name === "mod.rs" || name === "lib.rs" || name === "main.rs" ? folderOf(from) : from.replace(/\.rs$/, "");
    if (parts[0] === "self") return below(own, parts.slice(1)) ?? (parts.length === 1 ? from : undefined);
    if (parts[0] === "super") {
      let folder = own;
      let skip = 0;
      for (; parts[skip] === "super"; skip++) folder = folderOf(folder);
      return (
        below(folder, parts.slice(skip)) ??
        paths.first([`${folder}.rs`, within(folder, "mod.rs"), within(folder, "lib.rs"), within(folder, "main.rs")])
      );
    }
    if (parts[0] === "crate") {
      for (const folder of foldersUp(folderOf(from))) {
        const start = root(folder);
        if (start) return below(folder, parts.slice(1)) ?? start;
      }
      return undefined;
    }
    const crate = crateNames().get(parts[0]!);
    return crate === undefined ? below(own, parts) : (below(crate, parts.slice(1)) ?? root(crate));
  };
}

/** Languages whose imports are paths with other signs: the file whose path ends like the import, nearest first. */
export function suffixImports(
  paths: PathSet,
  extensions: readonly string[],
): (from: string, specifier: string) => string | undefined {
  return (from, specifier) => {
    const folder = folderOf(from);
    if (/^\.{1,2}\//.test(specifier)) {
      const path = joined(folder, specifier);
      const found =
        path === undefined
          ? undefined
          : paths.first([path, ...extensions.map((end) => `${path}${end}`), ...partials(path, extensions)]);
      if (found) return found;
    }
    const clean = specifier
      .replace(/^<|>$/g, "")
      .replace(/^(?:\.{0,2}\/)+/, "")
      .replace(/^package:[^/]+\//, "");
    const known = extensions.find((end) => clean.endsWith(end));
    const separators = known ? /[/\\]/ : /::|[./\\:]/;
    const parts = (known ? clean.slice(0, -known.length) : clean).split(separators).filter(Boolean);
    const last = parts.at(-1);
    if (last === undefined || last.includes("$")) return undefined;
    const scored = paths
      .stemmed(last)
      .filter((path) => extensions.some((end) => path.endsWith(end)))
      .map((path) => ({ path, match: commonEnd(path, parts), near: commonStart(path, from) }))
      .filter(({ match }) => match >= Math.min(parts.length, 2))
      .sort((a, b) => b.match - a.match || b.near - a.near || a.path.length - b.path.length);
    return scored[0]?.path;
  };
}

/** Sass names partial files with a leading `_`. */
function partials(path: string, extensions: readonly string[]): string[] {
  return extensions.map((end) => within(folderOf(path), `_${nameOf(path)}${end}`));
}

function commonEnd(path: string, parts: readonly string[]): number {
  const own = path.replace(/\.[^./]*$/, "").split("/");
  let count = 0;
  while (count < parts.length && count < own.length && own[own.length - 1 - count] === parts[parts.length - 1 - count])
    count++;
  return count;
}

function commonStart(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}
