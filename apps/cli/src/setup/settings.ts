import type { Dialect } from "@holdall/tool-core";
import { realPlace } from "@holdall/tool-kit/node";
import { oneOf } from "../config/arguments.ts";
import { checkFolder } from "../config/read/check-folder.ts";
import type { Config } from "../config/read/schema.ts";
import { findSettings, type Settings } from "../config/read/settings.ts";
import { chooseTools, type ToolChoice } from "../config/tools/choose-tools.ts";
import { runsLocation } from "../durable/runs-location.ts";
import { UsageError } from "../usage-error.ts";
import { chooseShell, type ShellKind } from "./choose-shell.ts";
import type { SetupContext } from "./options.ts";

export type PresetName = NonNullable<Config["preset"]>;

const names: readonly PresetName[] = ["coding", "minimal", "office", "readonly", "research"];

/** What flags and configuration say together, checked. */
export interface ChosenSettings extends Settings {
  readonly preset: PresetName;
  readonly dialect: Dialect;
  /** The root and the folders beside it. */
  readonly roots: readonly string[];
  readonly choice: ToolChoice | undefined;
  readonly sandbox: "auto" | "required" | "off";
  /** Whose commands the model runs: those of the machine, or of the portable shell. */
  readonly shell: ShellKind;
  /** Where notes are kept, if they are. */
  readonly memory: string | undefined;
  /** The database of schedules and workflows, if a command offers them. */
  readonly database: string | undefined;
}

/** The first step: flags over configuration over defaults. Throws UsageError for what does not fit together. */
export async function chooseSettings({ values, io, options }: Omit<SetupContext, "opened">): Promise<ChosenSettings> {
  const settings = await findSettings(values, io);
  const { file, config, root, moreRoots, backend } = settings;
  const roots = [root, ...moreRoots];
  const namedBy = values.root || !file ? "--root" : `${file}: root`;
  if (!backend) for (const folder of roots) checkFolder(folder, namedBy);
  const choice = chooseTools(values);
  for (const note of settings.ignored) io.stderr.write(`${note}\n`);
  const preset = oneOf("--preset", values.preset ?? config.preset ?? "coding", names);
  const dialect = oneOf("--dialect", values.dialect ?? config.dialect ?? "snake", ["snake", "camel", "claude"]);
  const sandbox = oneOf("--sandbox", values.sandbox ?? "auto", ["auto", "required", "off"]);
  const mayRun = /^(coding|readonly)$/.test(preset);
  const shell = chooseShell(values.shell ?? (mayRun ? config.shell : undefined));
  if (values.shell !== undefined && !mayRun)
    throw new UsageError(`The preset ${preset} has no shell.`, "Leave --shell out, or use --preset coding.");
  const hasCommands = shell === "system" && !backend && mayRun;
  if (hasCommands && sandbox === "auto" && roots.some((folder) => realPlace(folder) === "/"))
    io.stderr.write(`${wholeDisk}\n`);
  const memory = values.memory ?? config.memory;
  if (memory !== undefined && preset !== "coding")
    throw new UsageError(`The preset ${preset} does not keep notes.`, "Leave the memory out, or use --preset coding.");
  const database = options.orchestrates ? runsLocation(values.database, settings) : undefined;
  if (database !== undefined && preset !== "coding")
    throw new UsageError(
      `The preset ${preset} does not schedule anything.`,
      "Leave the database out, or use --preset coding.",
    );
  return { ...settings, preset, dialect, roots, choice, sandbox, shell, memory, database };
}

const wholeDisk =
  "The root is the whole disk, which no sandbox can confine: every command that is not known to be harmless asks, and with --preset readonly none runs. Choose a folder with --root DIR.";
