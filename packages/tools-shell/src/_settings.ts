import type { SandboxLevel } from "@holdall/sandbox/port";
import type { Path } from "@holdall/tool-core";
import type { ShellToolsOptions } from "./options.ts";
import type { CommandSecrets } from "./secrets/command-secrets.ts";

/** Options with defaults for those that were omitted. */
export const settingsOf = (options: ShellToolsOptions) => ({
  sandbox: options.sandbox,
  secrets: options.secrets,
  level: options.level ?? "default",
  readsOnly: options.readsOnly ?? (() => false),
  onOutputFile: options.onOutputFile ?? (() => {}),
  onProtectedChange: options.onProtectedChange ?? (() => {}),
  replacing: options.replacing,
  domains: options.domains ?? [],
  timeout: options.timeout ?? 120_000,
  maxTimeout: options.maxTimeout ?? 600_000,
  maxChars: options.maxChars ?? 30_000,
  maxFileBytes: options.maxFileBytes ?? 64 * 1024 * 1024,
  maxTaskBytes: options.maxTaskBytes ?? 4 * 1024 * 1024,
  progressEvery: options.progressEvery ?? 5_000,
});

export type Settings = ReturnType<typeof settingsOf>;

/** A command with everything that is decided about it before it starts. */
export interface CommandCall {
  readonly command: string;
  readonly description: string | undefined;
  readonly folder: Path;
  /** Where the session's shell stays, unless the command moves it. */
  readonly home: Path;
  /** The folder is for this command alone. */
  readonly isElsewhere: boolean;
  readonly level: SandboxLevel;
  /** It continues after its call. */
  readonly isLong: boolean;
  /** It has a shell of its own, because that of the session is confined to another level. */
  readonly isOwn: boolean;
  /** Hosts that level `network` may reach. */
  readonly domains: readonly string[];
  readonly timeout: number;
  /** Where text of others in its output comes from, if it can have any. */
  readonly origin: string | undefined;
  /** Its secrets, and the text that runs. */
  readonly secrets: CommandSecrets;
  /** What the model must know of how its input was understood. */
  readonly notes: readonly string[];
}
