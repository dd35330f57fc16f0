import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside, realPlace } from "@holdall/tool-kit/node";
import { foreignReason } from "../config/ownership.ts";
import { homeFolder, userFolder } from "../config/user-folder.ts";
import { UsageError } from "../usage-error.ts";

interface Places {
  /** The folder that is worked in. */
  readonly root: string;
  /** A folder that somebody has named. */
  readonly named?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/**
 * Folders in whose `node_modules` packages are looked for: one that is named, this command's own and those above it, and
 * the user's. None because it is worked in: a package is code, and it gets a key. Throws UsageError when nothing is installed
 * in the named one.
 */
export function packageFolders({ root, named: given, env, cwd }: Places): string[] {
  const named = given && resolve(cwd, given);
  if (named !== undefined && !existsSync(join(named, "node_modules")))
    throw new UsageError(
      `--model-packages cannot be "${given}": it has no node_modules.`,
      "Name the folder where npm install was run.",
    );
  const user = userFolder(env);
  return [
    ...(named === undefined ? [] : [named]),
    ...upward(import.meta.dirname),
    ...(isOwn(user, [cwd, resolve(cwd, root)], env) ? [user] : []),
  ];
}

/** Where `import` would find packages from folders that are worked in. */
export const foldersAround = (root: string, cwd: string): string[] => [cwd, resolve(cwd, root)].flatMap(upward);

/** The command that puts a package where it is found in every project. */
export function howToInstall(name: string, env: NodeJS.ProcessEnv): string {
  const folder = userFolder(env);
  const home = homeFolder(env);
  const short = folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder;
  return `npm install --prefix ${/\s/.test(short) ? JSON.stringify(short) : short} ${name}`;
}

/** Nobody else can have put something there: not by writing to it, nor by a project that brings it along. */
function isOwn(folder: string, worked: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const [place, home] = [realPlace(folder), realPlace(homeFolder(env))];
  const packages = join(folder, "node_modules");
  if (place === undefined || !existsSync(packages)) return false;
  if ([folder, packages].some((each) => foreignReason(each) !== undefined)) return false;
  return worked.every((each) => {
    const real = realPlace(each);
    return real !== undefined && (!isInside(place, real) || (home !== undefined && isInside(home, real)));
  });
}

function upward(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upward(above)];
}
