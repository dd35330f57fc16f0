import { compileGlob, type Glob } from "@holdall/pattern-core";
import { patternInput } from "./pattern-input.ts";

export type FileGlob = Pick<Glob, "matches" | "reaches" | "prefix">;

/**
 * A glob as models write it: a slash at the end means everything below, and brackets mean themselves too, so that
 * `app/[id]/*.tsx` finds what it says. `name` is the parameter that an error speaks of.
 */
export function fileGlob(name: string, written: string, hidden: boolean): FileGlob {
  const pattern = written.endsWith("/") ? `${written}**` : written;
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
