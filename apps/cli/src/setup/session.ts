import { resolve } from "node:path";
import type { Servers } from "@holdall/mcp/client";
import type { Preset } from "@holdall/presets";
import type { ToolEvent } from "@holdall/tool-core";
import type { ToolChoice } from "../config/tools/choose-tools.ts";
import type { SetupContext } from "./options.ts";
import { policyOf, type SetupPolicy } from "./policy.ts";
import type { ChosenSettings, PresetName } from "./settings.ts";
import type { SetupTools, ToolOptions } from "./tools.ts";

const presets: Readonly<Record<PresetName, () => Promise<(options: ToolOptions) => Preset>>> = {
  coding: async () => (await import("@holdall/presets/coding")).coding,
  minimal: async () => (await import("@holdall/presets/minimal")).minimal,
  office: async () => (await import("@holdall/presets/office")).office,
  readonly: async () => (await import("@holdall/presets/readonly")).readonly,
  research: async () => (await import("@holdall/presets/research")).research,
};

/**
 * The last step: an open preset, from which a command opens sessions. Loads the preset that is asked for and no other, and starts
 * MCP servers only where their tools are wanted.
 */
export async function openPreset(
  settings: ChosenSettings,
  { ruling }: SetupPolicy,
  tools: SetupTools,
  context: SetupContext,
): Promise<{ readonly preset: Preset; readonly servers: Servers | undefined }> {
  const { values, options, opened } = context;
  const { background = false, defer } = options;
  const { choice } = settings;
  const made = await withChoice(await presetFor(settings, options.calls), tools.options, choice);
  opened.defer(() => made.close());
  const listen = await openListeners(settings, tools, made.extensions, context);
  const remote = await connect(settings, tools, context);
  const ofServers = remote ? [await remote.policyOfServers(settings.preset, { ...ruling, roots: [made.cwd] })] : [];
  const offerSkills =
    tools.skills && (await (await import("../config/tools/offer-skills.ts")).offerSkills(made, tools.skills));
  const servers = tools.servers.current;
  if (!background) await offerSkills?.();
  else if (servers) void servers.settled.then(offerSkills).catch(() => {});
  const preset: Preset = {
    ...(remote && servers
      ? remote.withServers(made, servers, choice?.isWanted)
      : { ...made, instructions: made.instruct() }),
    policy: policyOf(settings, made, ofServers),
    ...(listen && { onEvent: listen }),
  };
  if (values.all || defer === "none") await preset.registry.load();
  if (tools.orchestration) opened.use(tools.orchestration);
  await tools.orchestration?.begin(preset);
  return { preset, servers };
}

/** The preset, with all of its tools unless one alone is called. */
async function presetFor({ preset, choice }: ChosenSettings, called: string | undefined) {
  if (preset === "coding" && called !== undefined && !choice) {
    const { codingOnDemand, runsAlone } = await import("@holdall/presets/internal");
    if (runsAlone(called)) return codingOnDemand;
  }
  return presets[preset]();
}

/** Connect to the servers that are wanted; undefined where there are none at all, and nothing of them loads. */
async function connect(
  { roots, backend }: ChosenSettings,
  { wanted, servers, named }: SetupTools,
  { io, options: { background = false }, opened }: SetupContext,
) {
  for (const note of wanted?.ignored ?? []) io.stderr.write(`${note}\n`);
  if (!servers.areThere) return undefined;
  const { openServers, policyOfServers, withServers } = await import("../config/tools/open-servers.ts");
  if (wanted) {
    const connected = await openServers(wanted, { roots: backend ? [] : roots, background, secrets: named }, io);
    opened.defer(() => connected.close());
    servers.current = connected;
  }
  return { policyOfServers, withServers };
}

/** The audit log, and the calls on stderr, where they are wanted. */
async function openListeners(
  { config, roots, backend }: ChosenSettings,
  { secrets, named }: SetupTools,
  extensions: Preset["extensions"],
  { values, io: { cwd, stderr }, opened }: SetupContext,
): Promise<Listener | undefined> {
  const heard: Listener[] = [];
  const file = values.audit ?? config.audit;
  if (file) {
    const { openAudit } = await import("../config/policy/audit.ts");
    heard.push(opened.use(await openAudit(resolve(cwd, file), backend ? [] : roots, secrets, named)).onEvent);
  }
  if (values.verbose) heard.push((await import("../config/policy/log-calls.ts")).logCalls(stderr));
  else if (extensions.states.length > 0)
    heard.push((await import("../extensions/log-errors.ts")).logErrors(extensions, stderr));
  if (heard.length === 0) return undefined;
  return (event) => {
    for (const listener of heard) listener(event);
  };
}

type Listener = (event: ToolEvent) => void;

/** A preset with the tools that were chosen. It is made twice, so that it says of the others why they are missing. */
async function withChoice(
  define: (options: ToolOptions) => Preset,
  options: ToolOptions,
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
