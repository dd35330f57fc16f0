import { parseJsonWithComments } from "@holdall/code-core";
import { compileGlob } from "@holdall/pattern-core";
import { isWithin, joinPath, type Path, relativePath } from "@holdall/tool-core";

/** The files of a project, according to its tsconfig.json. */
export interface ProjectFiles {
  /** False where it says that the file is not one of them. */
  includes(file: Path): boolean;
}

/** Read a tsconfig.json; undefined where it is not JSON with comments, so that no server has understood it either. */
export function projectFiles(text: string, folder: Path): ProjectFiles | undefined {
  const config = parseJsonWithComments(text);
  if (typeof config !== "object" || config === null || Array.isArray(config)) return undefined;
  const { files, include, exclude, extends: base, references } = config as Record<string, unknown>;
  // Others decide then, too.
  if (base !== undefined || references !== undefined) return { includes: () => true };
  const named = listOf(files);
  const wanted = (listOf(include) ?? (named ? [] : ["**/*"])).map(globOf);
  const unwanted = (listOf(exclude) ?? ["node_modules", "bower_components", "jspm_packages"]).map(globOf);
  return {
    includes(file) {
      if (!isWithin(file, folder)) return true;
      if (named?.some((name) => joinPath(folder, name.replace(/^\.\//, "")) === file)) return true;
      const path = relativePath(file, folder);
      return wanted.some((glob) => glob(path)) && !unwanted.some((glob) => glob(path));
    },
  };
}

const listOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;

/** A pattern as TypeScript means it: one without a wildcard or extension at its end is a folder. */
function globOf(pattern: string): (path: string) => boolean {
  const bare = pattern.replace(/^\.\//, "").replace(/\/$/, "");
  const options = { hidden: true, anyDepth: false };
  const globs = [bare, `${bare}/**`].map((each) => compileGlob(each, options));
  return (path) => globs.some((glob) => glob.matches(path));
}
