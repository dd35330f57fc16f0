import { existsSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { howToInstall, upward } from "../chat/model/package-folders.ts";
import { findEntry } from "../chat/state/find-entry.ts";
import { ownCodeFolder } from "../config/ownership/trusted-folder.ts";
import { homeFolder, userFolder } from "../config/ownership/user-folder.ts";
import type { Settings } from "../config/read/settings.ts";

/** Whose choice it is to run the code: the person's by their own folder or by `--config`, or that of the author of the checkout. */
export type ExtensionOrigin = "own" | "named" | "found";

/** Code that a session would load. Nothing of it has been read yet. */
export interface FoundExtension {
  /** As the configuration, or the folder, names it. */
  readonly label: string;
  readonly origin: ExtensionOrigin;
  /** What names it: the configuration, or the person's folder. */
  readonly by: string;
  /** The main file; undefined if there is none. */
  readonly file: string | undefined;
  /** The folder that code of a checkout cannot leave. */
  readonly folder: string;
  /** Why there is no file, and what to do. */
  readonly problem?: string;
  readonly fix?: string;
}

/** The extensions of the person's own folder and of the configuration, in this order. */
export function findExtensions(settings: Settings, env: NodeJS.ProcessEnv): FoundExtension[] {
  const { file, config, isNamed, cwd, root, backend, moreRoots } = settings;
  const worked = [cwd, ...(backend ? [] : [root, ...moreRoots])];
  const own = ownCodeFolder("tools", worked, env);
  const inOwn = own === undefined ? [] : ownFiles(own).map((name) => inFolder(name, own, "own" as const, own));
  if (file === undefined) return inOwn;
  const folder = dirname(file);
  const origin = isNamed ? "named" : "found";
  const listed = [...new Set(config.extensions ?? [])].map((label): FoundExtension => {
    if (isPath(label)) return inFolder(label.replace(/^~(?=\/)/, homeFolder(env)), folder, origin, file, label);
    return inPackage(label, { origin, by: file, folder }, env);
  });
  return [...inOwn, ...listed];
}

const isPath = (label: string): boolean => /^(?:\.{1,2}|~)?\//.test(label) || isAbsolute(label);

/** Files of a folder that are extensions: tests, types, and what starts with _ or a dot is something else. */
const ownFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^[^._].*\.(?:m?js|m?ts)$/.test(name) && !/\.(?:d|test)\.m?[jt]s$/.test(name))
    .sort();

function inFolder(path: string, folder: string, origin: ExtensionOrigin, by: string, label = path): FoundExtension {
  const file = resolve(folder, path);
  const found = { label, origin, by, folder };
  if (existsSync(file)) return { ...found, file };
  return { ...found, file: undefined, problem: `there is no file ${file}`, fix: `correct extensions in ${by}` };
}

/** A package, installed around the configuration, in the person's folder, or beside this command. */
function inPackage(
  label: string,
  found: Pick<FoundExtension, "origin" | "by" | "folder">,
  env: NodeJS.ProcessEnv,
): FoundExtension {
  if (found.origin === "found") {
    return {
      ...found,
      label,
      file: undefined,
      problem: "it is a package, and a configuration that was only found cannot load one",
      fix: `name the configuration: --config ${found.by}`,
    };
  }
  const folders = [...upward(found.folder), userFolder(env), ...upward(import.meta.dirname)];
  const entry = /^(?:@[\w.-]+\/)?[\w.-]+$/.test(label) ? findEntry(label, folders) : undefined;
  if (entry !== undefined) {
    const file = fileURLToPath(entry);
    return { ...found, label, file, folder: join(dirname(file)) };
  }
  const problem = "it is not installed";
  return { ...found, label, file: undefined, problem, fix: howToInstall(label, env) };
}
