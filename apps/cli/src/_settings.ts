import { dirname, resolve } from "node:path";
import { toPath } from "@holdall/tool-core";
import type { Config } from "./_config.ts";
import { findConfig } from "./_find-config.ts";
import { UsageError } from "./_usage-error.ts";

/** What flags and configuration say together, before anything is opened. */
export interface Settings {
  /** The configuration file, when one was found. */
  readonly file: string | undefined;
  /** It was named with `--config`, so somebody trusts it; otherwise it was only found. */
  readonly isNamed: boolean;
  readonly config: Config;
  /** The folder on disk, or in the backend. */
  readonly root: string;
  /** Where the files live when not on disk, and the folder from which a path in it starts. */
  readonly backend: { readonly address: string; readonly from: string } | undefined;
}

interface Flags {
  readonly backend?: string;
  readonly config?: string;
  readonly root?: string;
}

/** Flags over configuration over defaults. Throws UsageError for a configuration that is wrong. */
export async function findSettings(flags: Flags): Promise<Settings> {
  const isElsewhere = flags.backend !== undefined;
  const file = flags.config ? resolve(flags.config) : findConfig((!isElsewhere && flags.root) || ".");
  const isNamed = flags.config !== undefined;
  const config = file ? (await import("./_read-config.ts")).readConfig(file) : {};
  if (flags.backend !== undefined) {
    return {
      file,
      isNamed,
      config,
      root: toPath(flags.root ?? "/"),
      backend: { address: flags.backend, from: resolve(".") },
    };
  }
  const from = file ? dirname(file) : resolve(".");
  if (config.backend === undefined) {
    return {
      file,
      isNamed,
      config,
      root: flags.root ? resolve(flags.root) : resolve(from, config.root ?? resolve(".")),
      backend: undefined,
    };
  }
  // A project that was only looked at must not make this program log in somewhere.
  if (!flags.config && !/^(memory|pglite):/.test(config.backend)) {
    throw new UsageError(
      `${file} keeps the files on the network, with your credentials.`,
      `Say that you trust it with --config ${file}, or name the place yourself with --backend.`,
    );
  }
  return {
    file,
    isNamed,
    config,
    root: toPath(flags.root ?? config.root ?? "/"),
    backend: { address: config.backend, from },
  };
}
