import { folderOf, foldersUp, joined, nameOf, type PathSet, within } from "./_path-set.ts";

/** Resolves `.a.b`, `a.b` and what is next to a script. */
export function pythonImports(paths: PathSet): (from: string, specifier: string) => string | undefined {
  const module = (folder: string, parts: readonly string[]) => {
    const path = parts.length === 0 ? folder : within(folder, parts.join("/"));
    return paths.first([`${path}.py`, `${path}.pyi`, within(path, "__init__.py"), within(path, "__init__.pyi")]);
  };
  return (from, specifier) => {
    const dots = /^\.*/.exec(specifier)![0].length;
    const parts = specifier.slice(dots).split(".").filter(Boolean);
    if (dots > 0) {
      const folder = joined(folderOf(from), "../".repeat(dots - 1));
      return folder === undefined ? undefined : module(folder, parts);
    }
    for (const folder of foldersUp(folderOf(from))) {
      const found = isPackage(paths, folder)
        ? undefined
        : (module(folder, parts) ?? module(within(folder, "src"), parts));
      if (found) return found;
    }
    return elsewhere(parts);
  };

  /** In a folder that no folder around says is a package: `packages/core/src/a/b.py` for `a.b`. */
  function elsewhere(parts: readonly string[]): string | undefined {
    const last = parts.at(-1);
    if (last === undefined || parts.length < 2) return undefined;
    const endings = [`/${parts.join("/")}.py`, `/${parts.join("/")}/__init__.py`];
    const candidates = [...paths.stemmed(last), ...paths.named("__init__.py")].filter((path) =>
      endings.some((end) => `/${path}`.endsWith(end)),
    );
    return candidates.find((path) => {
      const depth = parts.length + (nameOf(path) === "__init__.py" ? 1 : 0);
      let root = path;
      for (let i = 0; i < depth; i++) root = folderOf(root);
      return !isPackage(paths, root);
    });
  }
}

function isPackage(paths: PathSet, folder: string): boolean {
  return paths.has(within(folder, "__init__.py"));
}
