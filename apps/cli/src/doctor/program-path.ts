import { delimiter, dirname, isAbsolute } from "node:path";
import { isInside } from "@holdall/tool-kit/node";

/**
 * The PATH without folders that a project brings along, for programs that start outside of any sandbox: relative ones, a
 * `node_modules` (npm puts those in front), and what lies in the folder where the command is started.
 */
export function ownPath(path: string | undefined, here: string): string {
  const isTop = dirname(here) === here;
  return (path ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/(^|[\\/])node_modules([\\/]|$)/.test(folder))
    .filter((folder) => isTop || !isInside(folder, here))
    .join(delimiter);
}
