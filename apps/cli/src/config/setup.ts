import { homedir } from "node:os";
import { basename } from "node:path";
import type { Servers } from "@holdall/mcp/client";
import type { Mode, RuleSet } from "@holdall/permissions";
import type { CodingOptions, Preset, PresetOptions } from "@holdall/presets";
import {
  allow,
  ask,
  type Backend,
  type Dialect,
  deny,
  firstOf,
  type Policy,
  strictest,
  toPath,
} from "@holdall/tool-core";
import type { WebModel } from "@holdall/tools-web";
import * as z from "zod";
import { oneOf } from "./arguments.ts";
import { configNames } from "./find-config.ts";
import { type FoundRules, findRules } from "./find-rules.ts";
import { findServers } from "./find-servers.ts";
import { realPlace } from "./real-path.ts";
import type { Config, ConfigScope } from "./schema.ts";
import { findSettings, type Settings } from "./settings.ts";
import { webOptions } from "./web-options.ts";

// What zod compiles at the first use of each schema takes longer than it saves in the life of a command.
z.config({ jitless: true });

/** The options of every command that opens a preset. */
export const setupOptions = {
  audit: { type: "string" },
  backend: { type: "string" },
  config: { type: "string" },
  "mcp-config": { type: "string" },
  policy: { type: "string" },
  dialect: { type: "string" },
  preset: { type: "string" },
  root: { type: "string" },
  sandbox: { type: "string" },
} as const;

export const setupHelp = `  --root DIR         the folder the tools stay in (default: where you are)
  --backend ADDRESS  files elsewhere than on disk: s3://bucket/prefix,
                     postgres://host/database, pglite:DIR or memory:; the root
                     is a folder there then, / by default
  --preset NAME      coding (default), minimal, readonly or research
  --dialect NAME     how tools are spelled: snake (default), camel or claude
  --config FILE      instead of the nearest holdall.config.yaml, .yml or
                     .json, from the root upward
  --mcp-config FILE  an .mcp.json whose servers are started, and their tools used
  --sandbox MODE     auto (default: commands run in the best sandbox that works
                     here, and ask where there is none), required or off
  --audit FILE       write down every call and its outcome there, secrets hidden
  --policy FILE      rules on top of your own in ~/.config/holdall/policy.json`;

/** Disposing ends the servers, closes the backend, and writes the audit log to its end. */
export interface Setup extends Omit<Settings, "backend">, AsyncDisposable {
  readonly preset: Preset;
  readonly dialect: Dialect;
  readonly rules: FoundRules | undefined;
  /** Where the files live when not on disk. */
  readonly backend: Backend | undefined;
  /** The MCP servers whose tools are in the registry. */
  readonly servers: Servers | undefined;
  /** In words for a person: servers that were left out, and why. */
  readonly ignoredServers: readonly string[];
}

/** Rules and a mode that may change while a session runs. */
export interface LiveRules {
  readonly rules: () => readonly RuleSet[];
  readonly mode: () => Mode;
}

export interface SetupOptions {
  /** False where no tool of an MCP server can be meant. */
  readonly wantsServers?: boolean;
  /** Servers connect while the command goes on, and their tools come when they have. */
  readonly background?: boolean;
  /** False where no model waits for the results: a person or a script gets them whole, and can end a call itself. */
  readonly hasLimits?: boolean;
  /** A person sees what calls answer. Only what no answer says is told on stderr then. */
  readonly showsCalls?: boolean;
  /** Answers the questions that web_fetch is asked about pages. */
  readonly webModel?: WebModel | undefined;
  /** Gets the rules that were found and the root; gives those that count. */
  readonly live?: (found: FoundRules | undefined, root: string) => Promise<LiveRules>;
}

type Values = { readonly [K in keyof typeof setupOptions]?: string };
type PresetName = NonNullable<Config["preset"]>;
type AnyOptions = PresetOptions & Pick<CodingOptions, "todos" | "shell" | "web">;

const presets: Readonly<Record<PresetName, () => Promise<(options: AnyOptions) => Preset>>> = {
  coding: async () => (await import("@holdall/presets/coding")).coding,
  minimal: async () => (await import("@holdall/presets/minimal")).minimal,
  readonly: async () => (await import("@holdall/presets/readonly")).readonly,
  research: async () => (await import("@holdall/presets/research")).research,
};

/**
 * Flags over configuration over defaults → an open preset. Loads the preset that is asked for and no other, and starts
 * MCP servers only where their tools are wanted.
 */
export async function setUp(
  values: Values,
  { wantsServers = true, background = false, hasLimits = true, showsCalls = false, webModel, live }: SetupOptions = {},
): Promise<Setup> {
  const settings = await findSettings(values);
  const { file, config, root, backend: place, ignored } = settings;
  for (const note of ignored) process.stderr.write(`${note}\n`);
  const found = await findRules(settings, values.policy);
  const name = oneOf("--preset", values.preset ?? config.preset ?? "coding", Object.keys(presets) as PresetName[]);
  const dialect = oneOf("--dialect", values.dialect ?? config.dialect ?? "snake", ["snake", "camel", "claude"]);
  const { without = [], current_time, todo_write, shell_timeout, with_shell: withShell } = config.tools ?? {};
  const mode = oneOf("--sandbox", values.sandbox ?? "auto", ["auto", "required", "off"]);
  if (!place && mode === "auto" && /^(coding|readonly)$/.test(name) && realPlace(root) === "/")
    process.stderr.write(`${wholeDisk}\n`);
  const { processes, memory, temporary } = config.limits ?? {};
  const sandbox = async () => {
    const { chooseSandbox } = await import("@holdall/sandbox");
    return (await chooseSandbox({ mode, roots: [root], limits: { processes, temporary } })).sandbox;
  };
  const auditFile = values.audit ?? config.audit;
  const audit = auditFile
    ? await (await import("./audit.ts")).openAudit(auditFile, place ? undefined : root)
    : undefined;
  const define = await presets[name]();
  const web = await webOptions(settings);
  const ruling = live ? await live(found, root) : found;
  const backend = place && (await (await import("./open-backend.ts")).openBackend(place.address, place.from));
  const made = define({
    root,
    backend,
    dialect,
    without,
    withShell,
    env: { timeZone: current_time?.time_zone },
    todos: { strict: todo_write?.strict ?? false },
    shell: {
      sandbox,
      limits: { processes, memory },
      domains: config.sandbox?.domains,
      ...(shell_timeout !== undefined && timesOf(shell_timeout)),
      onProtectedChange: showsCalls ? warnAtEnd : warn,
    },
    web: webModel && web !== false ? { ...web, model: webModel } : web,
    middleware: {
      timeLimit: config.limits?.time ?? (hasLimits ? undefined : false),
      outputLimit: config.limits?.output ?? (hasLimits ? undefined : false),
      ...(config.hide_secrets === false && { secrets: false as const }),
    },
    permissions: ruling && { rules: ruling.rules, mode: ruling.mode, home: homedir() },
  });
  const wanted = wantsServers ? await findServers(settings, values["mcp-config"]) : undefined;
  for (const note of wanted?.ignored ?? []) process.stderr.write(`${note}\n`);
  const remote = wanted && wanted.servers.length > 0 ? await import("./open-servers.ts") : undefined;
  const servers = remote && wanted && (await remote.openServers(wanted, { roots: place ? [] : [root], background }));
  const judged = remote
    ? [await remote.policyOfServers(name, { rules: ruling?.rules, mode: ruling?.mode, roots: [made.cwd] })]
    : [];
  const policy = firstOf(protectConfig, rulesOf(config, made.cwd), ...judged, made.policy);
  const preset = remote && servers ? remote.withServers(made, servers) : made;
  const close = async () => {
    await servers?.close();
    await backend?.[Symbol.asyncDispose]?.();
    await audit?.[Symbol.asyncDispose]();
  };
  return {
    preset: { ...preset, policy, ...(audit && { onEvent: audit.onEvent }) },
    rules: found,
    dialect,
    root,
    backend,
    servers,
    ignoredServers: wanted?.ignored ?? [],
    file,
    config,
    ignored,
    [Symbol.asyncDispose]: close,
  };
}

/** What a command may take, in milliseconds, from seconds: by itself, and at most when the model asks for more. */
const timesOf = (seconds: number) => ({
  timeout: seconds * 1_000,
  ...(seconds > 600 && { maxTimeout: seconds * 1_000 }),
});

const warn = ({ message }: { readonly message: string }): void => void process.stderr.write(`holdall: ${message}\n`);

const warnAtEnd = (change: { readonly moment: string; readonly message: string }): void => {
  if (change.moment === "task" || change.moment === "end") warn(change);
};

/** The rules of the configuration, the strictest first. They abstain where they say nothing, and the preset's own policy goes on. */
function rulesOf({ policy = {} }: Config, root: string): Policy {
  const place = ({ actions, under, tools }: ConfigScope) => ({
    ...(actions && { actions }),
    ...(tools && { tools }),
    ...(under !== undefined && { under: toPath(under, root) }),
  });
  return strictest(
    ...(policy.deny ?? []).map((scope) => deny(place(scope), "The configuration forbids it.")),
    ...(policy.ask ?? []).map((scope) => ask(place(scope))),
    ...(policy.allow ?? []).map((scope) => allow(place(scope))),
  );
}

const wholeDisk =
  "The root is the whole disk, where no sandbox can confine commands: each one asks that is not known to be harmless, or with --preset readonly none runs. --root DIR names a folder instead.";

/** What says how far the tools may go is not theirs to change. */
const protectConfig: Policy = ({ access }) => {
  if (!access || access.action === "read") return undefined;
  if (!configNames.some((name) => name === basename(access.target).toLowerCase())) return undefined;
  return { effect: "deny", reason: "This file says what the tools may do; only a person changes it." };
};
