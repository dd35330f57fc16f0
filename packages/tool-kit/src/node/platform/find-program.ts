import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { isInside } from "../is-inside.ts";
import { isWindows, type Platform } from "./platform.ts";

export interface ProgramSearch {
  /** Has `PATH`, and on Windows `PATHEXT`; that of this process by default. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Folders whose programs are passed over, also behind links. */
  readonly outside?: readonly string[] | undefined;
  readonly platform?: Platform | undefined;
  /** Where a program really is; undefined for what is not one. */
  readonly programAt?: ((file: string) => string | undefined) | undefined;
}

/** Find a program by name in the absolute folders of `PATH`. Returns its path, with links not followed. */
export function findProgram(name: string, search: ProgramSearch = {}): string | undefined {
  const { environment = process.env, outside = [], platform } = search;
  const rules = isWindows(platform) ? win32 : posix;
  for (const folder of foldersOf(variableOf(environment, "PATH", platform) ?? "", platform)) {
    const found = rules.isAbsolute(folder) ? findProgramIn(folder, name, search) : undefined;
    if (found && !outside.some((one) => isInside(found.file, one, rules) || isInside(found.real, one, rules)))
      return found.file;
  }
  return undefined;
}

/** Find a program by name in one folder: on Windows with the extensions of `PATHEXT`, because only they make a file a program. */
export function findProgramIn(
  folder: string,
  name: string,
  { environment = process.env, platform, programAt: look = (file) => programAt(file, platform) }: ProgramSearch = {},
): { readonly file: string; readonly real: string } | undefined {
  const rules = isWindows(platform) ? win32 : posix;
  for (const each of isWindows(platform) ? withExtensions(name, environment) : [name]) {
    const file = rules.join(folder, each);
    const real = look(file);
    if (real !== undefined) return { file, real };
  }
  return undefined;
}

/** The folders of `PATH`. On Windows one may be in quotes, in which a semicolon belongs to its name. */
function foldersOf(path: string, platform: Platform | undefined): readonly string[] {
  if (!isWindows(platform)) return path.split(posix.delimiter);
  return [...path.matchAll(/(?:[^;"]|"[^"]*"?)+/g)].map(([folder]) => folder.replaceAll('"', ""));
}

function withExtensions(name: string, environment: NonNullable<ProgramSearch["environment"]>): readonly string[] {
  const extensions = (variableOf(environment, "PATHEXT", "win32") ?? ".COM;.EXE;.BAT;.CMD").split(";").filter(Boolean);
  const has = extensions.some((each) => name.toLowerCase().endsWith(each.toLowerCase()));
  return has ? [name] : extensions.map((each) => name + each.toLowerCase());
}

/** The value of a variable. On Windows `Path` is `PATH`. */
function variableOf(
  environment: NonNullable<ProgramSearch["environment"]>,
  name: string,
  platform: Platform | undefined,
): string | undefined {
  if (environment[name] !== undefined || !isWindows(platform)) return environment[name];
  return Object.entries(environment).find(([each]) => each.toUpperCase() === name)?.[1];
}

/** What tells of files. */
export interface ProgramFiles {
  access(file: string, mode: number): void;
  stat(file: string): Kind;
  lstat(file: string): Kind;
  realpath(file: string): string;
}

interface Kind {
  isFile(): boolean;
  isDirectory(): boolean;
}

const onDisk: ProgramFiles = { access: accessSync, stat: statSync, lstat: lstatSync, realpath: realpathSync };

/** Where a program really is; undefined for what is not there or cannot be executed. */
export function programAt(file: string, platform?: Platform, files: ProgramFiles = onDisk): string | undefined {
  try {
    files.access(file, constants.X_OK);
    return files.stat(file).isFile() ? files.realpath(file) : undefined;
  } catch (error) {
    return isWindows(platform) && isUnreadable(error) ? aliasAt(file, files) : undefined;
  }
}

/** Windows starts the alias of an app, such as `python.exe` of the Store, but it cannot be opened to see where it leads. */
function aliasAt(file: string, files: ProgramFiles): string | undefined {
  try {
    return files.lstat(file).isDirectory() ? undefined : file;
  } catch {
    return undefined;
  }
}

const isUnreadable = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EACCES" || code === "UNKNOWN";
};
