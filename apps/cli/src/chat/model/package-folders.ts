import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ownCodeFolder } from "../../config/ownership/trusted-folder.ts";
import { homeFolder, userFolder } from "../../config/ownership/user-folder.ts";
import { UsageError } from "../../usage-error.ts";

interface Places {
  /** The folder that is worked in. */
  readonly root: string;
  /** A folder that was named explicitly. */
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
  return [
    ...(named === undefined ? [] : [named]),
    ...upward(import.meta.dirname),
    ...(ownCodeFolder("node_modules", [cwd, resolve(cwd, root)], env) === undefined ? [] : [userFolder(env)]),
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

/** A folder and those above it. */
export function upward(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upward(above)];
}
