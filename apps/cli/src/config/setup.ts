import { resolve } from "node:path";
import type { Servers } from "@holdall/mcp/client";
import type { Mode, PermissionsOptions, RuleSet } from "@holdall/permissions";
import type { CodingOptions, Preset, PresetAgents, PresetOptions } from "@holdall/presets";
import type { ChosenSandbox } from "@holdall/sandbox";
import { type Backend, type Dialect, firstOf, strictest, ToolError, type ToolEvent } from "@holdall/tool-core";
import type { TextModel } from "@holdall/tool-kit/text";
import type { Skills } from "@holdall/tools-skills";
import * as z from "zod";
import { placeOfRuns } from "../durable/place-of-runs.ts";
import type { Io } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { oneOf } from "./arguments.ts";
import { checkFolder } from "./check-folder.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";
import { configPolicy } from "./config-policy.ts";
import { type Defer, searchOf } from "./defer-tools.ts";
import { financeOf } from "./finance-tools.ts";
import { type FoundRules, findRules } from "./find-rules.ts";
import { findServers } from "./find-servers.ts";
import { findSkills } from "./find-skills.ts";
import { messagesOf } from "./messages-of-preset.ts";
import { realPlace } from "./real-path.ts";
import type { Config } from "./schema.ts";
import { findSettings, type Settings } from "./settings.ts";
import type { SetupValues } from "./setup-options.ts";
import { historyFolder, homeFolder, indexFolder } from "./user-folder.ts";
import { webOptions } from "./web-options.ts";

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
  /** Agent Skills, where there is a place for any. */
  readonly skills: Skills | undefined;
  /** The sandbox for commands, found by probing. The caller disposes it. */
  readonly findSandbox: () => Promise<ChosenSandbox>;
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
  /** Servers connect while the command continues, and their tools are added when they have. */
  readonly background?: boolean;
  /** False where no model waits for the results: a person or a script gets them whole, and can end a call itself. */
  readonly hasLimits?: boolean;
  /** A person sees the results of calls. Only what no result says is printed on stderr then. */
  readonly showsCalls?: boolean;
  /** MCP servers that somebody else has started, and ends. */
  readonly servers?: Servers | undefined;
  /** Answers web_fetch's questions about pages, and writes and judges for research_topic and fact_check. */
  readonly webModel?: TextModel | undefined;
  /** How agents work that a model starts; without it there is no tool for them. The configuration adds its own. */
  readonly agents?: PresetAgents | undefined;
  /** What is kept beside the root for tools to read. */
  readonly kept?: PresetOptions["kept"];
  /** Offer schedules and workflows where a database for them is named, and carry them out; `on use`: open it with their first call. */
  readonly orchestrates?: boolean | "on use";
  /** False if skipped skills are reported elsewhere. */
  readonly tellsSkills?: boolean;
  /** Questions and plan mode, for sessions that open a way to their person. False where no model talks to one. */
  readonly interacts?: boolean;
  /** Which tools the model does not see before it has searched for them. */
  readonly defer?: Defer;
  /** Where changes of sessions are recorded; the user's state folder by default. False for no record. */
  readonly history?: PresetOptions["history"];
  /** Gets the rules that were found and the root; gives those that count. */
  readonly live?: (found: FoundRules | undefined, root: string) => Promise<LiveRules>;
}

type PresetName = NonNullable<Config["preset"]>;
type AnyOptions = PresetOptions &
  Pick<CodingOptions, "todos" | "shell" | "web" | "interact" | "memory" | "skills" | "servers" | "linters">;

const presets: Readonly<Record<PresetName, () => Promise<(options: AnyOptions) => Preset>>> = {
  coding: async () => (await import("@holdall/presets/coding")).coding,
  minimal: async () => (await import("@holdall/presets/minimal")).minimal,
  office: async () => (await import("@holdall/presets/office")).office,
  readonly: async () => (await import("@holdall/presets/readonly")).readonly,
  research: async () => (await import("@holdall/presets/research")).research,
};

/**
 * Flags over configuration over defaults → an open preset. Loads the preset that is asked for and no other, and starts
 * MCP servers only where their tools are wanted.
 */
export async function setUp(
  values: SetupValues,
  io: Io,
  {
    wantsServers = true,
    background = false,
    hasLimits = true,
    showsCalls = false,
    webModel,
    agents,
    interacts = false,
    orchestrates = false,
    kept,
    tellsSkills = true,
    live,
    servers: given,
    history,
    defer = "mcp",
  }: SetupOptions = {},
): Promise<Setup> {
  const { env, stderr } = io;
  const settings = await findSettings(values, io);
  const { file, config, root, moreRoots, backend: place, ignored } = settings;
  const roots = [root, ...moreRoots];
  const namedBy = values.root || !file ? "--root" : `${file}: root`;
  if (!place) for (const folder of roots) checkFolder(folder, namedBy);
  const choice = chooseTools(values);
  for (const note of ignored) stderr.write(`${note}\n`);
  const found = await findRules(settings, values.policy, env);
  const name = oneOf("--preset", values.preset ?? config.preset ?? "coding", Object.keys(presets) as PresetName[]);
  const dialect = oneOf("--dialect", values.dialect ?? config.dialect ?? "snake", ["snake", "camel", "claude"]);
  const {
    without = [],
    current_time,
    todo_write,
    shell_timeout,
    with_shell: withShell,
    programs: asPrograms,
  } = config.tools ?? {};
  const mode = oneOf("--sandbox", values.sandbox ?? "auto", ["auto", "required", "off"]);
  if (
    !place &&
    mode === "auto" &&
    /^(coding|readonly)$/.test(name) &&
    roots.some((folder) => realPlace(folder) === "/")
  )
    stderr.write(`${wholeDisk}\n`);
  const { processes, memory, temporary } = config.limits ?? {};
  const findSandbox = async () => {
    const { chooseSandbox } = await import("@holdall/sandbox");
    return await chooseSandbox({ mode, roots, limits: { processes, temporary } });
  };
  const onProtectedChange = ({ moment, message }: { readonly moment: string; readonly message: string }) => {
    if (!showsCalls || moment === "task" || moment === "end") stderr.write(`holdall: ${message}\n`);
  };
  const sandbox = async () => (await findSandbox()).sandbox;
  const messages = await messagesOf(name, settings, io);
  const { environmentSecrets } = await import("@holdall/middleware");
  const secrets = { ...environmentSecrets(env), ...messages?.secrets };
  const auditFile = values.audit ?? config.audit;
  const audit = auditFile
    ? await (await import("./audit.ts")).openAudit(resolve(io.cwd, auditFile), place ? [] : roots, secrets)
    : undefined;
  const define = await presets[name]();
  const web = await webOptions(settings, env);
  const ruling = live ? await live(found, root) : found;
  const programs =
    !place && /^(coding|readonly|research)$/.test(name)
      ? (await import("./open-programs.ts")).openPrograms(roots, findSandbox, await denialsOf(ruling, roots, env))
      : undefined;
  const backend = place && (await (await import("./open-backend.ts")).openBackend(place.address, place.from));
  const notes = values.memory ?? config.memory;
  if (notes !== undefined && name !== "coding")
    throw new UsageError(`The preset ${name} does not keep notes.`, "Leave the memory out, or use --preset coding.");
  const database = orchestrates ? placeOfRuns(values.database, settings) : undefined;
  if (database !== undefined && name !== "coding")
    throw new UsageError(
      `The preset ${name} does not schedule anything.`,
      "Leave the database out, or use --preset coding.",
    );
  const open = async (address: string) => (await import("../durable/open-runs.ts")).openRuns(address, settings, io);
  let runs = database === undefined || orchestrates === "on use" ? undefined : await open(database);
  const orchestration = async () => {
    runs ??= await open(database ?? "");
    if (!runs) throw inUse;
    await runs.carryOut(ready, agents?.runner);
    return runs.orchestration;
  };
  const wanted = wantsServers && !given ? await findServers(settings, values["mcp-config"], env) : undefined;
  let servers = given;
  const hasServers = given !== undefined || (wanted?.servers.length ?? 0) > 0;
  const skills = await findSkills(settings, {
    backend,
    servers: hasServers ? () => servers?.skills() ?? [] : undefined,
    env,
  });
  const skipped = skills?.problems().filter((problem) => problem.skipped).length ?? 0;
  if (tellsSkills && skipped > 0) stderr.write(`${skipped} skills were skipped; holdall skills list says why.\n`);
  const options = {
    root,
    moreRoots,
    backend,
    kept,
    history: config.history === false ? (false as const) : (history ?? { folder: historyFolder(env) }),
    cache: indexFolder(env),
    memory:
      notes === undefined
        ? undefined
        : (await import("./open-memory.ts")).openMemory(notes, values.memory !== undefined, settings),
    dialect,
    without,
    withShell,
    env: { timeZone: current_time?.time_zone },
    program: asPrograms ? {} : asPrograms,
    search: searchOf(values.all ? "none" : defer, () => servers),
    todos: { strict: todo_write?.strict ?? false },
    shell: {
      sandbox,
      limits: { processes, memory },
      domains: config.sandbox?.domains,
      ...(shell_timeout !== undefined && timesOf(shell_timeout)),
      onProtectedChange: onProtectedChange,
    },
    finance: financeOf(settings, env),
    web: webModel && web !== false ? { ...web, model: webModel } : web,
    research: { model: webModel, modelName: nameOf(webModel) },
    messages: messages?.options,
    middleware: {
      timeLimit: config.limits?.time ?? (hasLimits ? undefined : false),
      outputLimit: config.limits?.output ?? (hasLimits ? undefined : false),
      secrets: config.hide_secrets === false ? (false as const) : secrets,
    },
    agents:
      agents &&
      (await (
        await import("./config-agents.ts")
      ).withConfigAgents({ ...agents, durable: agents.durable ?? runs?.agents }, settings, values.agents, stderr)),
    interact: interacts ? {} : undefined,
    orchestration: database !== undefined && orchestrates === "on use" ? orchestration : runs?.orchestration,
    skills: skills && { skills },
    servers: programs?.servers,
    linters: programs?.linters,
    permissions: ruling && { rules: ruling.rules, mode: ruling.mode, home: homeFolder(env) },
  };
  const made = await withChoice(define, options, choice);
  for (const note of wanted?.ignored ?? []) stderr.write(`${note}\n`);
  const remote = hasServers ? await import("./open-servers.ts") : undefined;
  if (remote && wanted) servers ??= await remote.openServers(wanted, { roots: place ? [] : roots, background }, io);
  const judged = remote
    ? [await remote.policyOfServers(name, { rules: ruling?.rules, mode: ruling?.mode, roots: [made.cwd] })]
    : [];
  const decided = firstOf(configPolicy(config, made.cwd), ...judged, made.policy);
  const policy = choice ? strictest(choice.policy, decided) : decided;
  const skillsAgain = skills && (await (await import("./offer-skills.ts")).offerSkills(made, skills));
  if (!background) await skillsAgain?.();
  else if (servers) void servers.settled.then(skillsAgain).catch(() => {});
  const preset =
    remote && servers
      ? remote.withServers(made, servers, choice?.isWanted)
      : { ...made, instructions: made.instruct() };
  const onEvent = eachOf(
    audit?.onEvent,
    values.verbose ? (await import("./tell-calls.ts")).tellCalls(stderr) : undefined,
  );
  const ready = { ...preset, policy, ...(onEvent && { onEvent }) };
  if (values.all || defer === "none") await preset.registry.load();
  if (orchestrates !== "on use") await runs?.carryOut(ready, agents?.runner);
  const close = async () => {
    await runs?.[Symbol.asyncDispose]();
    if (!given) await servers?.close();
    await made.close();
    await programs?.[Symbol.asyncDispose]();
    await backend?.[Symbol.asyncDispose]?.();
    await audit?.[Symbol.asyncDispose]();
  };
  return {
    preset: ready,
    rules: found,
    dialect,
    root,
    moreRoots,
    backend,
    servers,
    skills,
    findSandbox,
    ignoredServers: wanted?.ignored ?? [],
    cwd: settings.cwd,
    file,
    config,
    ignored,
    [Symbol.asyncDispose]: close,
  };
}

/** A preset with the tools that were chosen. It is made twice, so that it says of the others why they are missing. */
async function withChoice(
  define: (options: AnyOptions) => Preset,
  options: AnyOptions,
  choice: ToolChoice | undefined,
): Promise<Preset> {
  const made = define(options);
  if (!choice) return made;
  const { registry } = made;
  const offered = registry.offered();
  await registry.load();
  const tools = registry.tools();
  choice.check(tools);
  const left = [
    ...tools.filter((tool) => !choice.isWanted(tool)).map(({ name }) => name),
    ...offered.filter((name) => !registry.get(name)),
  ];
  void made.close();
  return define({ ...options, without: [...(options.without ?? []), ...left] });
}

const inUse = new ToolError("unavailable", "Another process has the database for schedules and workflows open.", {
  hint: "Tell the user: end that process, or name a database that several can use, postgres://….",
});

/** What judged a claim, by the name that its provider gives it. */
const nameOf = (model: TextModel | undefined): string | undefined =>
  typeof model === "object" && "modelId" in model && typeof model.modelId === "string" ? model.modelId : undefined;

type Listener = (event: ToolEvent) => void;

function eachOf(...listeners: (Listener | undefined)[]): Listener | undefined {
  const heard = listeners.filter((listener) => listener !== undefined);
  if (heard.length === 0) return undefined;
  return (event) => {
    for (const listener of heard) listener(event);
  };
}

/** What a command may take, in milliseconds, from seconds: by itself, and at most when the model asks for more. */
const timesOf = (seconds: number) => ({
  timeout: seconds * 1_000,
  ...(seconds > 600 && { maxTimeout: seconds * 1_000 }),
});

/** What rules deny for paths, for programs that no preset starts. */
async function denialsOf(
  ruling: Pick<PermissionsOptions, "rules"> | undefined,
  roots: readonly string[],
  env: Io["env"],
) {
  if (ruling?.rules === undefined) return undefined;
  const { pathDenials } = await import("@holdall/permissions");
  const names = roots.flatMap((root) => [root, realPlace(root) ?? root]);
  return pathDenials({ rules: ruling.rules, roots: names, home: homeFolder(env) });
}

const wholeDisk =
  "The root is the whole disk, which no sandbox can confine: every command that is not known to be harmless asks, and with --preset readonly none runs. Choose a folder with --root DIR.";
