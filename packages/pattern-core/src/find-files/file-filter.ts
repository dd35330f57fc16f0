import { basename, type FileQuery, nearest, type Path, relativePath, ToolError } from "@holdall/tool-core";
import { fileTypeGlob, fileTypes } from "../glob/file-types.ts";
import { compileGlob, type Glob } from "../glob/glob.ts";
import { PatternError } from "../pattern-error.ts";

interface Filter {
  readonly negated: boolean;
  readonly glob: FileGlob;
  /** The same, except for wildcards that match hidden names. */
  readonly plain: FileGlob;
}

/**
 * Create a filter for the files of a search. `glob` has globs separated by commas. A glob that starts with `!` excludes its
 * matches, and everything below a folder that it matches. If several match, the last one counts. As in ripgrep, no rule hides
 * a file that a glob requests, nor a folder that a glob spells out. `name` is the parameter that errors refer to.
 */
export function fileFilter(
  root: Path,
  {
    glob,
    type,
    name = "glob",
  }: { readonly glob?: string | undefined; readonly type?: string | undefined; readonly name?: string },
): FileQuery["wants"] {
  const filters = splitGlobs(glob ?? "").map((written) => filterOf(name, written));
  const latest = filters.toReversed();
  const positive = filters.filter(({ negated }) => !negated);
  const typeGlob = type === undefined ? undefined : compileGlob(typePattern(type), { hidden: true });

  if (filters.length === 0 && !typeGlob) return (_, kind) => kind !== "symlink";

  const wantsFile = (relative: string) => {
    if (typeGlob && !typeGlob.matches(relative)) return false;
    for (const { negated, glob: each } of latest) {
      if (negated ? ancestors(relative).some(each.matches) : each.matches(relative)) return negated ? false : "always";
    }
    return positive.length === 0;
  };

  const wantsFolder = (relative: string, name: string) => {
    for (const { negated, glob: each } of latest) {
      if (!negated && each.reaches(relative)) break;
      if (negated && each.matches(relative)) return false;
    }
    if (positive.length === 0) return true;
    const reaching = positive.filter((each) => each.glob.reaches(relative));
    const written = ({ glob: { prefix }, plain }: Filter) =>
      name.startsWith(".") ? plain.reaches(relative) : `${prefix}/`.startsWith(`${relative}/`);
    return reaching.some(written) ? "always" : reaching.length > 0;
  };

  return (path, kind) => {
    if (kind === "symlink") return false;
    const relative = relativePath(path, root);
    return kind === "file" ? wantsFile(relative) : wantsFolder(relative, basename(path));
  };
}

function filterOf(name: string, written: string): Filter {
  const negated = /^!(?!\()/.test(written);
  const pattern = negated ? written.slice(1) : written;
  return { negated, glob: fileGlob(name, pattern, true), plain: fileGlob(name, pattern, false) };
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

/** The path and every folder it is in. */
function ancestors(relative: string): string[] {
  const found = [relative];
  for (let i = relative.lastIndexOf("/"); i > 0; i = relative.lastIndexOf("/", i - 1)) found.push(relative.slice(0, i));
  return found;
}

/** Split at commas that no brace or class holds. */
export function splitGlobs(globs: string): string[] {
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

export type FileGlob = Pick<Glob, "matches" | "reaches" | "prefix">;

/**
 * Compile a glob as models write it: a trailing slash means everything below, and brackets also match themselves, so
 * `app/[id]/*.tsx` finds that folder. `name` is the parameter that errors refer to.
 */
export function fileGlob(name: string, written: string, hidden: boolean): FileGlob {
  refuseMistakes(name, written);
  const pattern = written.endsWith("/") ? `${written}**` : written;
  const forms = new Set([pattern, pattern.normalize("NFC"), pattern.normalize("NFD")]);
  const globs = [...forms].map((form) => bracketGlob(name, form, hidden));
  const [only] = globs;
  if (globs.length === 1 && only) return only;
  // The same name may be stored in another Unicode form.
  return {
    prefix: "",
    matches: (path) => globs.some(({ matches }) => matches(path)),
    reaches: (folder) => globs.some(({ reaches }) => reaches(folder)),
  };
}

function bracketGlob(name: string, pattern: string, hidden: boolean): FileGlob {
  const compile = (text: string) => patternInput(name, () => compileGlob(text, { hidden }));
  const glob = compile(pattern);
  if (!pattern.includes("[") || glob.negated) return glob;
  const bare = compile(pattern.replace(/(?<!\\)[[\]]/g, String.raw`\$&`));
  return {
    prefix: glob.prefix,
    matches: (path) => glob.matches(path) || bare.matches(path),
    reaches: (folder) => glob.reaches(folder) || bare.reaches(folder),
  };
}

/** Refuse a glob that finds nothing because of how it is written. */
function refuseMistakes(name: string, written: string): void {
  const refuse = (what: string, hint: string) => {
    throw new ToolError("invalid_input", `${name} cannot be used: ${written.slice(0, 80)} ${what}.`, {
      hint,
      data: { parameter: name },
    });
  };
  const body = written.replace(/^!/, "");
  if (/^(?:\.\/)*\.\.(?:\/|$)/.test(body))
    refuse(
      "leaves the folder that is searched",
      'Name the folder as `path` (such as path: ".."), and what is below it as the glob.',
    );
  if (/^~\//.test(body))
    refuse("begins with ~, which only a shell expands", "Name the folder as `path`, absolute or relative.");
  const plain = written.replace(/\\./gs, "").replace(/\[[^\]]+\]/g, "");
  const open = plain.split("{").length - plain.split("}").length;
  if (open > 0)
    refuse(
      "has a { that is not closed",
      `Close it, such as ${written.slice(0, 80)}}, or write \\{ for the sign itself.`,
    );
}

/**
 * Run what compiles or matches a pattern; one that cannot be used is `invalid_input`, with its position, a caret below it where
 * its `source` is given, and the way out.
 */
export function patternInput<T>(name: string, run: () => T, way = "", source = ""): T {
  try {
    return run();
  } catch (error) {
    if (!PatternError.is(error)) throw error;
    const hint = [error.hint, way].filter(Boolean).join(" ");
    throw new ToolError(
      "invalid_input",
      `${name} cannot be used: ${error.message} (at character ${error.position + 1}).${withCaret(source, error.position)}`,
      {
        hint: hint || undefined,
        data: { parameter: name, position: error.position },
      },
    );
  }
}

/** Characters of a pattern that are shown on both sides of the place where it fails. */
const around = 60;

/** The line of a pattern on which an index lies, with a caret below it; nothing for an empty pattern. */
function withCaret(source: string, position: number): string {
  if (source === "") return "";
  const start = Math.max(source.lastIndexOf("\n", position - 1) + 1, position - around);
  const line = source
    .slice(start, position + around)
    .split("\n", 1)
    .join("");
  return `\n  ${line}\n  ${" ".repeat(position - start)}^`;
}
