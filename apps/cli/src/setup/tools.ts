import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Servers } from "@holdall/mcp/client";
import type { CodingOptions, PresetOptions } from "@holdall/presets";
import type { Secrets } from "@holdall/tool-kit/secrets";
import type { TextModel } from "@holdall/tool-kit/text";
import type { Skills } from "@holdall/tools-skills";
import { messagesOf } from "../config/messages/messages-of-preset.ts";
import { userFolder, worktreesFolder } from "../config/ownership/user-folder.ts";
import { untrustedTextOf } from "../config/policy/untrusted-text.ts";
import { searchOf } from "../config/tools/defer-tools.ts";
import { financeOf } from "../config/tools/finance-tools.ts";
import { findDatabases } from "../config/tools/find-databases.ts";
import type { FoundServers } from "../config/tools/find-servers.ts";
import { findServers } from "../config/tools/find-servers.ts";
import { findSkills } from "../config/tools/find-skills.ts";
import { webOptions } from "../config/tools/web-options.ts";
import type { SetupExtensions } from "./extensions.ts";
import type { SetupFiles } from "./files.ts";
import type { SetupContext, SetupOptions } from "./options.ts";
import { openOrchestration, type SetupOrchestration } from "./orchestration.ts";
import type { SetupPolicy } from "./policy.ts";
import type { ChosenSettings } from "./settings.ts";

export type ToolOptions = PresetOptions &
  Pick<CodingOptions, "todos" | "shell" | "web" | "interact" | "memory" | "skills" | "servers" | "linters">;

/** What the tools of a preset need, and what belongs to them. */
export interface SetupTools {
  readonly options: ToolOptions;
  /** MCP servers to connect to, unless the caller has connected them. */
  readonly wanted: FoundServers | undefined;
  /** Those that are connected, once they are. */
  readonly servers: { current: Servers | undefined; readonly areThere: boolean };
  readonly skills: Skills | undefined;
  readonly orchestration: SetupOrchestration | undefined;
  /** Values that are hidden, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Those that the model may name. */
  readonly named: Secrets | undefined;
}

/** The fifth step: the options of the tools, from flags, configuration and what the command can do. Nothing of a tool loads. */
export async function chooseToolOptions(
  settings: ChosenSettings,
  files: SetupFiles & { readonly extensions: SetupExtensions; readonly named: Secrets | undefined },
  policy: SetupPolicy,
  context: SetupContext,
): Promise<SetupTools> {
  const { values, io, options, opened } = context;
  const { env, stderr } = io;
  const { preset, config, roots, backend: place } = settings;
  const {
    without = [],
    current_time,
    todo_write,
    shell_timeout,
    with_shell,
    programs: asPrograms,
  } = config.tools ?? {};
  const { webModel, interacts = false, hasLimits = true, defer = "mcp" } = options;
  const messages = await messagesOf(preset, settings, io, files.named);
  const { environmentSecrets } = await import("@holdall/middleware");
  const foundDatabases = await findDatabases(settings, env);
  const databases =
    foundDatabases.length > 0
      ? await (await import("../config/tools/open-databases.ts")).openDatabases(foundDatabases, env, files.named)
      : undefined;
  if (databases) opened.use(databases);
  const secrets = { ...environmentSecrets(env), ...messages?.secrets, ...databases?.secrets };
  const web = await webOptions(settings, env);
  const programs =
    !place && /^(coding|readonly|research)$/.test(preset)
      ? (await import("../config/tools/open-programs.ts")).openPrograms(
          roots,
          files.findSandbox,
          await policy.denials(),
        )
      : undefined;
  if (programs) opened.use(programs);
  const orchestration = await openOrchestration(settings, context);
  const { wantsServers = true, servers: given } = options;
  const found = wantsServers && !given ? await findServers(settings, values["mcp-config"], env) : undefined;
  const wanted = withMore(found, options.moreServers);
  const servers = { current: given, areThere: given !== undefined || (wanted?.servers.length ?? 0) > 0 };
  const skills = await findSkills(settings, {
    backend: files.backend,
    servers: servers.areThere ? () => servers.current?.skills() ?? [] : undefined,
    env,
  });
  const skipped = skills?.problems().filter((problem) => problem.skipped).length ?? 0;
  if (options.tellsSkills !== false && skipped > 0)
    stderr.write(`${skipped} skills were skipped; holdall skills list says why.\n`);
  const { processes, memory: bytes } = config.limits ?? {};
  return {
    wanted,
    servers,
    skills,
    orchestration,
    secrets,
    named: files.named,
    options: {
      ...files.options,
      ...files.extensions.options,
      dialect: settings.dialect,
      permissions: policy.options,
      secrets: files.named,
      without,
      withShell: with_shell,
      memory: await memoryOf(settings, values.memory !== undefined),
      env: { timeZone: current_time?.time_zone },
      untrustedText: untrustedTextOf(config.untrusted_text),
      program: asPrograms ? { model: webModel } : asPrograms,
      search: searchOf(values.all ? "none" : defer, () => servers.current),
      todos: { strict: todo_write?.strict ?? false },
      shell:
        settings.shell === "portable"
          ? portableShell(shell_timeout, options.progressEvery)
          : {
              sandbox: async () => (await files.findSandbox()).sandbox,
              limits: { processes, memory: bytes },
              progressEvery: options.progressEvery,
              domains: config.sandbox?.domains,
              ...(shell_timeout !== undefined && timesOf(shell_timeout)),
              onProtectedChange({ moment, message }) {
                if (!options.showsCalls || moment === "task" || moment === "end") stderr.write(`holdall: ${message}\n`);
              },
            },
      finance: financeOf(settings, env),
      databases: databases?.options,
      web: webModel && web !== false ? { ...web, model: webModel } : web,
      research: { model: webModel, modelName: nameOf(webModel) },
      messages: messages?.options,
      middleware: {
        timeLimit: config.limits?.time ?? (hasLimits ? undefined : false),
        outputLimit: config.limits?.output ?? (hasLimits ? undefined : false),
        secrets: config.hide_secrets === false ? (false as const) : secrets,
      },
      agents: await agentsOf(settings, orchestration, files.findSandbox, context),
      interact: interacts ? {} : undefined,
      orchestration: orchestration?.option,
      skills: skills && { skills },
      servers: programs?.servers,
      linters: programs?.linters,
    },
  };
}

/** Those that the command has a model for, and those of the person that are programs of their own. */
async function agentsOf(
  settings: ChosenSettings,
  orchestration: SetupOrchestration | undefined,
  findSandbox: SetupFiles["findSandbox"],
  { values, io, options: { agents, calls } }: SetupContext,
): Promise<ToolOptions["agents"]> {
  const { config, backend } = settings;
  const isMeant = calls === undefined || /task|agent|merge|conflict/i.test(calls);
  const isThere = config.agents?.own !== undefined || existsSync(join(userFolder(io.env), "agents.yaml"));
  if (!agents && (!isMeant || !isThere || backend)) return undefined;
  const { withConfigAgents } = await import("../config/tools/config-agents.ts");
  const given = agents && { ...agents, durable: agents.durable ?? orchestration?.agents };
  const all = await withConfigAgents(given, settings, values.agents, io);
  const worktrees = { folder: worktreesFolder(io.env) };
  return all && { sandbox: async () => (await findSandbox()).sandbox, worktrees, ...all };
}

/** The later wins a name. */
function withMore(found: FoundServers | undefined, more: SetupOptions["moreServers"] = []): FoundServers | undefined {
  if (more.length === 0) return found;
  const servers = new Map([...(found?.servers ?? []), ...more].map((server) => [server.name, server]));
  return { servers: [...servers.values()], ignored: found?.ignored ?? [] };
}

async function memoryOf(settings: ChosenSettings, isNamed: boolean): Promise<ToolOptions["memory"]> {
  if (settings.memory === undefined) return undefined;
  return (await import("../config/tools/open-memory.ts")).openMemory(settings.memory, isNamed, settings);
}

/** What judged a claim, by the name that its provider gives it. */
const nameOf = (model: TextModel | undefined): string | undefined =>
  typeof model === "object" && "modelId" in model && typeof model.modelId === "string" ? model.modelId : undefined;

const portableShell = (seconds: number | undefined, progressEvery: number | undefined): ToolOptions["shell"] => ({
  kind: "portable",
  progressEvery,
  ...(seconds !== undefined && timesOf(seconds)),
});

/** What a command may take, in milliseconds, from seconds: by itself, and at most when the model asks for more. */
const timesOf = (seconds: number) => ({
  timeout: seconds * 1_000,
  ...(seconds > 600 && { maxTimeout: seconds * 1_000 }),
});
