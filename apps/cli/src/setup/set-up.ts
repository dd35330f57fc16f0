import type { Servers } from "@holdall/mcp/client";
import type { Preset } from "@holdall/presets";
import type { ChosenSandbox } from "@holdall/sandbox";
import type { Backend, Dialect } from "@holdall/tool-core";
import { createDisposeStack } from "@holdall/tool-kit/node";
import type { Skills } from "@holdall/tools-skills";
import * as z from "zod";
import type { FoundRules } from "../config/policy/find-rules.ts";
import type { Settings } from "../config/read/settings.ts";
import type { SetupValues } from "../config/read/setup-options.ts";
import { findSecrets } from "../config/secrets/find-secrets.ts";
import type { RunsPlace } from "../durable/open-runs.ts";
import type { LoadedExtension } from "../extensions/load-extensions.ts";
import type { Io } from "../io.ts";
import { openExtensions, tellProblems } from "./extensions.ts";
import { openFiles } from "./files.ts";
import type { SetupOptions } from "./options.ts";
import { openPolicy } from "./policy.ts";
import { openPreset } from "./session.ts";
import { chooseSettings } from "./settings.ts";
import { chooseToolOptions } from "./tools.ts";

// What zod compiles at the first use of each schema takes longer than it saves in the life of a command.
z.config({ jitless: true });

/** Disposing ends the servers, closes the backend, and writes the audit log to its end. */
export interface Setup extends Omit<Settings, "backend">, AsyncDisposable {
  readonly preset: Preset;
  readonly dialect: Dialect;
  readonly rules: FoundRules | undefined;
  /** Where the files live when not on disk. */
  readonly backend: Backend | undefined;
  /** The MCP servers whose tools are in the registry. */
  readonly servers: Servers | undefined;
  /** Where work can be runs of an engine, with a database that was opened at once. */
  readonly runs: RunsPlace | undefined;
  /** Agent Skills, where there is a place for any. */
  readonly skills: Skills | undefined;
  /** Modules of others, those that were not loaded, too. */
  readonly extensions: readonly LoadedExtension[];
  /** The sandbox for commands, found by probing. The caller disposes it. */
  readonly findSandbox: () => Promise<ChosenSandbox>;
  /** For the user, as text: servers that were left out, and why. */
  readonly ignoredServers: readonly string[];
}

/** Flags over configuration over defaults → an open preset, in six steps. */
export async function setUp(values: SetupValues, io: Io, options: SetupOptions = {}): Promise<Setup> {
  await using opened = createDisposeStack();
  const context = { values, io, options, opened };
  const settings = await chooseSettings(context);
  const extensions = await openExtensions(settings, context);
  const secrets = await findSecrets(settings, values.secret, io.env);
  const files = await openFiles(settings, extensions, secrets, context);
  const policy = await openPolicy(settings, context);
  const tools = await chooseToolOptions(settings, { ...files, extensions, named: secrets }, policy, context);
  const { preset, servers } = await openPreset(settings, policy, tools, context);
  tellProblems(io, preset.extensions);
  const { cwd, file, isNamed, config, root, moreRoots, ignored, dialect } = settings;
  const kept = opened.move();
  return {
    preset,
    rules: policy.found,
    dialect,
    root,
    moreRoots,
    backend: files.backend,
    servers,
    runs: tools.orchestration?.place,
    skills: tools.skills,
    extensions: extensions.loaded,
    findSandbox: files.findSandbox,
    ignoredServers: tools.wanted?.ignored ?? [],
    cwd,
    file,
    isNamed,
    config,
    ignored,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
