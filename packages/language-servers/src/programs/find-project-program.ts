import { realpathSync } from "node:fs";
import { basename, join, dirname as parentOf } from "node:path";
import { dirname, type Path } from "@holdall/tool-core";
import { findProgram as findOnPath, findProgramIn, isWindows, toHostPath } from "@holdall/tool-kit/node";
import type { Roots } from "../files/roots.ts";
import type { FoundProgram } from "../port/index.ts";
import { findTypescript } from "../servers/find-typescript.ts";

const projectFolders = ["node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin"];
/** Where Python keeps programs on Windows. */
const windowsFolders = [...projectFolders, ".venv/Scripts", "venv/Scripts"];

/** A program by its name: the project's own, nearest first, else the host's. */
export async function findProgram(
  name: string,
  from: Path,
  roots: Roots,
  { isInstalled = false }: { readonly isInstalled?: boolean | undefined } = {},
): Promise<FoundProgram | undefined> {
  const root = roots.rootOf(from);
  if (!isInstalled && root) {
    for (let folder = from; ; folder = dirname(folder)) {
      for (const place of isWindows() ? windowsFolders : projectFolders) {
        const file = findProgramIn(`${toHostPath(folder)}/${place}`, name)?.file;
        if (file !== undefined) return { name, file, isProjectOwn: true };
      }
      if (folder === root || folder === dirname(folder)) break;
    }
  }
  // The one that serves, too, so that both say the same.
  if (name === "tsc") {
    const [file] = (await findTypescript({ roots: roots.folders })) ?? [];
    return file === undefined ? undefined : { name, file, isProjectOwn: false };
  }
  const file = findOnPath(name, { outside: roots.folders });
  return file === undefined ? undefined : { name, file: realLinks(file), isProjectOwn: false };
}

/** Shims decide by their own name what they are, so that only folders are followed. */
function realLinks(file: string): string {
  try {
    return join(realpathSync(parentOf(file)), basename(file));
  } catch {
    return file;
  }
}
