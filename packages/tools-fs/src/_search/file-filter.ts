import { compileGlob, fileTypeGlob, fileTypes } from "@holdall/pattern-core";
import { nearest, type Path, relativePath, ToolError } from "@holdall/tool-core";
import { namesHidden, patternInput } from "./pattern-input.ts";

export interface FileFilter {
  /** `always` for a file that a glob asks for: as in ripgrep, ignore rules do not hide it. */
  wants(path: Path): boolean | "always";
  /** The globs name something that begins with a dot, so hidden names are meant. */
  readonly namesHidden: boolean;
}

/**
 * Which files a search looks at. `glob` holds globs separated by commas; one that begins with `!` leaves out what it
 * matches, and everything below a folder it matches; of several that match, the last one counts.
 */
export function fileFilter(
  root: Path,
  { glob, type }: { readonly glob?: string | undefined; readonly type?: string | undefined },
): FileFilter {
  const globs = splitGlobs(glob ?? "").map((written) => {
    const negated = written.startsWith("!");
    const pattern = (negated ? written.slice(1) : written).replace(/\/$/, "/**");
    return { negated, glob: patternInput("glob", () => compileGlob(pattern, { hidden: true })) };
  });
  const typeGlob = type === undefined ? undefined : compileGlob(typePattern(type), { hidden: true });
  const positive = globs.some(({ negated }) => !negated);
  return {
    namesHidden: namesHidden(glob ?? ""),
    wants(path) {
      const relative = relativePath(path, root);
      if (typeGlob && !typeGlob.matches(relative)) return false;
      for (const { negated, glob: each } of globs.toReversed()) {
        if (negated ? ancestors(relative).some(each.matches) : each.matches(relative))
          return negated ? false : "always";
      }
      return !positive;
    },
  };
}

function typePattern(type: string): string {
  const found = fileTypeGlob(type);
  if (found !== undefined) return found;
  const close = nearest(type, fileTypes);
  const hint =
    close.length > 0
      ? `Did you mean ${close.join(" or ")}? Or use glob, such as *.${type.slice(0, 40)}.`
      : `Use glob instead, such as *.${type.slice(0, 40)}.`;
  throw new ToolError("invalid_input", `There is no file type "${type.slice(0, 40)}".`, {
    hint,
    data: { types: fileTypes },
  });
}

/** The path and every folder it lies in. */
function ancestors(relative: string): string[] {
  const found = [relative];
  for (let i = relative.lastIndexOf("/"); i > 0; i = relative.lastIndexOf("/", i - 1)) found.push(relative.slice(0, i));
  return found;
}

/** Split at commas that no brace or class holds. */
function splitGlobs(globs: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= globs.length; i++) {
    const char = globs[i];
    if (char === "\\") i++;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    else if (char === undefined || (char === "," && depth <= 0)) {
      const written = globs.slice(start, i).trim();
      if (written !== "") found.push(written);
      start = i + 1;
    }
  }
  return found;
}
