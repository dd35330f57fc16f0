import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { toPath } from "@holdall/tool-core";
import type { Io } from "../../io.ts";
import { UsageError } from "../../usage-error.ts";
import { findConfig } from "./find-config.ts";
import type { Dropped } from "./narrow-config.ts";
import type { Config } from "./schema.ts";

/** What flags and configuration say together, before anything is opened. */
export interface Settings {
  /** Where relative paths of flags start. */
  readonly cwd: string;
  /** The configuration file, when there is one. */
  readonly file: string | undefined;
  /** It was named with `--config`. */
  readonly isNamed: boolean;
  /** What counts of it: all of one that was named with `--config`, of one that was only found what narrows. */
  readonly config: Config;
  /** The folder on disk, or in the backend. */
  readonly root: string;
  /** Further folders on disk that were named. */
  readonly moreRoots: readonly string[];
  /** Where the files live when not on disk, and the folder from which a path in it starts. */
  readonly backend: { readonly address: string; readonly from: string } | undefined;
  /** For the user, as text: configurations, and parts of them, that do not count, and what would make them count. */
  readonly ignored: readonly string[];
}

interface Flags {
  readonly backend?: string;
  readonly config?: string;
  readonly root?: readonly string[];
}

/** Flags over configuration over defaults. Throws UsageError for a configuration that is wrong. */
export async function findSettings(flags: Flags, { cwd }: Pick<Io, "cwd">): Promise<Settings> {
  const [first, ...more] = flags.root ?? [];
  const { file, config, ignored } = flags.config
    ? await readNamed(resolve(cwd, flags.config))
    : await readFound(cwd, flags.backend, first);
  const about = { file, isNamed: flags.config !== undefined, config, ignored, cwd, moreRoots: [] };
  const from = file ? dirname(file) : cwd;
  if (flags.backend === undefined && config.backend === undefined) {
    const root = first === undefined ? resolve(from, config.root ?? cwd) : resolve(cwd, first);
    const moreRoots = more.map((folder) => resolve(cwd, folder));
    return { ...about, root, moreRoots, backend: undefined };
  }
  if (more.length > 0) {
    throw new UsageError("A backend has one root, and --root was given more than once.", "Name one folder in it.");
  }
  if (flags.backend !== undefined) {
    const backend = { address: flags.backend, from: cwd };
    return { ...about, root: toPath(first ?? "/"), backend };
  }
  const backend = config.backend === undefined ? undefined : { address: config.backend, from };
  return { ...about, root: toPath(first ?? config.root ?? "/"), backend };
}

type Read = Pick<Settings, "file" | "config" | "ignored">;

async function readNamed(file: string): Promise<Read> {
  return { file, config: (await import("./read-config.ts")).readConfig(file), ignored: [] };
}

/** A configuration that lies where the work is done may come from anybody: it may make things stricter, and that is all. */
async function readFound(cwd: string, backend: string | undefined, root: string | undefined): Promise<Read> {
  const { file, ignored } = findConfig(resolve(cwd, (backend === undefined && root) || "."));
  if (file === undefined) return { file, config: {}, ignored };
  const [{ readConfig }, { narrowConfig }] = await Promise.all([
    import("./read-config.ts"),
    import("./narrow-config.ts"),
  ]);
  const written = readConfig(file);
  // What a flag says anyway is not asked of the file.
  if (backend !== undefined) delete written.backend;
  if (root !== undefined || backend !== undefined) delete written.root;
  const { config, dropped } = narrowConfig(written, dirname(realpathSync.native(file)));
  const place = dropped.find(({ key }) => key === "backend");
  if (place) {
    throw new UsageError(
      `${file} was only found, so its backend is ignored: ${place.why}.`,
      `Say that you trust it with --config ${file}, or name the place yourself with --backend.`,
    );
  }
  return { file, config, ignored: [...ignored, ...(dropped.length > 0 ? [noteOf(file, dropped)] : [])] };
}

const noteOf = (file: string, dropped: readonly Dropped[]): string =>
  [
    `${file} was only found, so parts of it are ignored; --config ${file} says that you trust it:`,
    ...dropped.map(({ key, why }) => `  ${key}: ${why}`),
  ].join("\n");
