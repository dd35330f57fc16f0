import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside } from "@holdall/tool-kit/node";
import { foreignReason } from "../ownership/ownership.ts";

/** The names a configuration file may have. */
export const configNames = ["holdall.config.yaml", "holdall.config.yml", "holdall.config.json"] as const;

/** What is in a folder or above it. */
export interface FoundConfig {
  readonly file: string | undefined;
  /** For the user, as text: files that were passed over, and why. */
  readonly ignored: readonly string[];
}

/**
 * The first configuration file in a folder or above it, up to the top of the repository it lies in. One that someone else
 * may have written, or that is a link to elsewhere, is passed over.
 */
export function findConfig(folder: string): FoundConfig {
  const ignored: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    for (const file of configNames.map((name) => join(at, name)).filter((each) => existsSync(each))) {
      const why = untrusted(file, at);
      if (why === undefined) return { file, ignored };
      ignored.push(`${file} is ignored: ${why}. --config ${file} says that you trust it.`);
    }
    if (dirname(at) === at || existsSync(join(at, ".git"))) return { file: undefined, ignored };
  }
}

function untrusted(file: string, folder: string): string | undefined {
  const [real, home] = [realpathSync.native(file), realpathSync.native(folder)];
  if (!isInside(real, home)) return "it is a link to a file elsewhere";
  if (!statSync(real).isFile()) return "it is not a regular file";
  for (const each of new Set([real, dirname(real), home])) {
    const why = foreignReason(each);
    if (why !== undefined) return why;
  }
  return undefined;
}
