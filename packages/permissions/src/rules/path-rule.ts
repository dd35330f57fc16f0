import { compileGlob } from "@holdall/pattern-core";
import { isWithin, type Path, relativePath } from "@holdall/tool-core";

export interface Places {
  /** Folders that patterns are relative to, the same folder under every name it has. */
  readonly roots: readonly Path[];
  readonly home: Path | undefined;
}

/**
 * Compile a path pattern: `//etc/**` from the root of the disk, `~/x` from the home folder, `/x` and `a/b` from the roots,
 * a name alone at any depth below them. A folder's pattern holds for everything in it.
 */
export function compilePathRule(
  specifier: string,
  { roots, home }: Places,
  { ignoreCase }: { readonly ignoreCase: boolean },
): (path: Path) => boolean {
  const { folders, relative } = startOf(specifier, { roots, home });
  if (relative === "" || relative === "." || relative === "/")
    return (path) => folders.some((folder) => isWithin(path, folder));
  const pattern = relative.replace(/\/$/, "");
  const anyDepth = !specifier.startsWith("~") && !specifier.startsWith("//") && !specifier.startsWith("./");
  const options = { hidden: true, ignoreCase, anyDepth };
  const globs = [
    compileGlob(pattern, options),
    compileGlob(`${anyDepth && !pattern.includes("/") ? "**/" : ""}${pattern}/**`, options),
  ];
  return (path) =>
    folders.some((folder) => isWithin(path, folder) && globs.some((glob) => glob.matches(relativePath(path, folder))));
}

/** The folders where a pattern starts, and the pattern from there on. */
export function startOf(specifier: string, { roots, home }: Places) {
  const relative = specifier.replace(/^(\/\/|~\/?|\.\/)/, "");
  if (specifier.startsWith("//")) return { folders: ["/" as Path], relative };
  if (!/^~(\/|$)/.test(specifier)) return { folders: roots, relative };
  return { folders: home ? [home] : [], relative };
}
