import { delimiter, dirname, isAbsolute } from "node:path";
import { isInside } from "../config/real-path.ts";

/**
 * The PATH without folders that a project brings along, for programs that start outside of any sandbox: relative ones, a
 * `node_modules` (npm puts those in front), and what lies in the folder of this process.
 */
export function ownPath({ PATH = "" }: NodeJS.ProcessEnv = process.env, here = process.cwd()): string {
  const isTop = dirname(here) === here;
  return PATH.split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/(^|[\\/])node_modules([\\/]|$)/.test(folder))
    .filter((folder) => isTop || !isInside(folder, here))
    .join(delimiter);
}
