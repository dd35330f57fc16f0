import { existsSync } from "node:fs";
import { join } from "node:path";

/** Projects that are no package and no app. */
const loose = ["scripts", "docs", "examples", "bench", "eval"];

/** What vitest is told for the words of a person: the name of a project runs that project, everything else is a part of a test file's path. */
export const vitestFilters = (words: readonly string[], root: string): string[] =>
  words.map((word) => {
    const isProject =
      /^[a-z][a-z0-9-]*$/.test(word) &&
      (loose.includes(word) || ["packages", "apps"].some((folder) => existsSync(join(root, folder, word))));
    return isProject ? `--project=${word}` : word;
  });
