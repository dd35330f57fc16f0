import { outsideOfRoots } from "../config/ownership/folder-outside-roots.ts";
import type { Settings } from "../config/read/settings.ts";

/**
 * The address of the database that a flag or else the configuration names, where a folder starts from the one that names it; undefined
 * where none is named. Throws UsageError for a folder among the files of the tools.
 */
export function runsLocation(flag: string | undefined, settings: Settings): string | undefined {
  const address = flag ?? settings.config.runs;
  const dir = /^pglite:(.+)$/s.exec(address ?? "")?.[1];
  if (dir === undefined) return address;
  const instead = "--database pglite:$HOME/.local/share/holdall/runs";
  const isFlag = flag !== undefined;
  return `pglite:${outsideOfRoots(dir, settings, { isFlag, what: "The runs", instead })}`;
}
