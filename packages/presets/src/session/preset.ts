import type { PermissionsOptions } from "@holdall/permissions";
import {
  type Access,
  allow,
  type Backend,
  buildInstructions,
  type Call,
  createRegistry,
  type Dialect,
  deny,
  firstOf,
  foldName,
  type Middleware,
  type NoToolTypes,
  type Path,
  type Policy,
  type Registry,
  type Session,
  type SessionOptions,
  strictest,
  type Tool,
  type ToolTypes,
  toPath,
} from "@holdall/tool-core";
import type { Catalog } from "@holdall/tool-search/internal";
import type { Agent } from "@holdall/tools-agents";
import type { AgentPrograms, AgentWorkspaces } from "@holdall/tools-agents/port";
import type { CodeToolsOptions } from "@holdall/tools-code";
import { envTools } from "@holdall/tools-env";
import type { PresetName } from "../catalog.ts";
import { noExtensions, type OpenedExtensions } from "../extensions/_opened.ts";
import { openPrograms } from "../families/_agent-programs.ts";
import { agentsOf, explore } from "../families/_agents.ts";
import { inFamily, lateFamilies } from "../families/_families.ts";
import { addSearch, newSession } from "../families/_search.ts";
import { openWorkspaces } from "../families/_workspaces.ts";
import { askDiscards } from "../families/_worktree-options.ts";
import { type DiskTools, openDisk } from "../history/_disk.ts";
import { openHistory, type SessionHistory } from "../history/_history.ts";
import { furtherPolicy } from "../policy/_further.ts";
import { outputGuard, outputReads } from "../policy/_output-folder.ts";
import { withRules } from "../policy/_rule-policy.ts";
import { keepPrivate, withUntrustedValues } from "../policy/_untrusted-values.ts";
import { type Code, type Family, familyOf } from "../sets/code.ts";
import { type SharedSandbox, sharedSandbox } from "../shell/_shared-sandbox.ts";
import { entryOf, explainMissing, leftOut, unknownTool } from "./explain.ts";
import { presetMiddleware } from "./middleware.ts";
import { commonNotes, modeNotes, noHistoryNote, secretNote } from "./notes.ts";
import type { PresetOptions } from "./preset-options.ts";

export type { PresetOptions } from "./preset-options.ts";

/** Tools × policy × instructions. It is a valid `SessionOptions`: `openSession(preset.registry, { ...preset, approve })`. */
export interface Preset<M extends ToolTypes = NoToolTypes, D extends Dialect = Dialect> extends SessionOptions<D> {
  readonly name: string;
  /** Its type knows the tools that the preset has by default, also those that options leave out. */
  readonly registry: Registry<M>;
  /** Where the files are that its tools work on. */
  readonly backend: Backend;
  readonly cwd: Path;
  readonly dialect: D;
  /** What its sessions changed; absent if that is not recorded. */
  readonly history?: SessionHistory | undefined;
  readonly extensions: Pick<OpenedExtensions, "states" | "policy">;
  /** Those that its tool `task` can start. */
  readonly agents: readonly Agent[];
  /** Where they work if they have files of their own, for `defineAgentRuns`; absent if they cannot have any. */
  readonly workspaces?: AgentWorkspaces | undefined;
  /** The tools that a model sees, and the deferred ones. */
  readonly catalog: Catalog;
  /** The tools for the session's model at this time. */
  expose(session: Pick<Session, "state">): readonly Tool[];
  /** For the system prompt: the purpose of the preset, then the guidance of its initial tools. */
  readonly instructions: string;
  /**
   * The same for the tools that a model sees at the start now, or for others; tools in `without`, by
   * canonical name, are omitted.
   */
  instruct(exposed?: readonly Tool[], without?: readonly string[]): string;
  /**
   * Call after its sessions: closes what the preset itself has opened on the disk. A backend that was passed in stays
   * open.
   */
  close(): Promise<void>;
}

/** Where a preset's tools work. */
export interface PresetContext {
  readonly backend: Backend;
  /** In words: the root, and the folders beside it. */
  readonly folders: string;
  readonly excludes: PresetOptions["excludes"];
  readonly overwriteUnread: PresetOptions["overwriteUnread"];
  /** The root and the folders beside it under every name they have: as given, and with links followed. */
  readonly names: readonly Path[];
  /** The changes of a session, for `undo`. */
  readonly changes: SessionHistory["of"] | undefined;
  /** Files that commands must not change, because they could not be given back. */
  readonly unkept: SessionHistory["unkept"] | undefined;
  /** Where the index of code search stays between sessions. */
  readonly keep: CodeToolsOptions["keep"];
}

/** What one preset chooses; current_time and env_info come on top. */
interface Choice {
  readonly tools: readonly unknown[];
  /** Further tools, after these. */
  readonly families?: readonly Family[];
  readonly policy: Policy;
  /** What holds whatever the rules of the user say. */
  readonly always?: Policy;
  /** One or two sentences for the model. */
  readonly about: string;
  /** How to go about the work, one thought a line, with tools as placeholders. */
  readonly notes?: string;
  /** Nothing is changed, by no tool. */
  readonly looksOnly?: boolean;
  /** Its own agents; one that only reads files by default. */
  readonly agents?: readonly [Agent, ...Agent[]];
  /** There is a shell among the tools. */
  readonly shell?: boolean;
  /** Where its commands run, and programs of agents. */
  readonly sandbox?: SharedSandbox | undefined;
  /** Judges protected files that programs of agents have made. */
  readonly settle?: AgentPrograms["settle"] | undefined;
  /** Whether the command of a call runs, in plan mode, where it cannot change anything in the roots. */
  readonly isConfined?: PermissionsOptions["isConfined"];
  /** Whether the command of a call runs where it is kept from the paths that rules deny. */
  readonly isKeptFromDenied?: PermissionsOptions["isKeptFromDenied"];
  /** What its safeguards must see of every call. */
  readonly middleware?: Middleware;
  /** There are web tools among the tools. */
  readonly web?: boolean;
  /** Whether a call may change the repository's own files, where the content of tracked files is found again. */
  readonly reachesKept?: (call: Call) => boolean;
}

/** The code of tools that any preset may have. */
export interface CommonCode {
  readonly agents: Code<typeof import("../families/_agent-tools.ts")>;
  readonly programs: Code<typeof import("../families/_programs.ts")>;
}

/** Make a preset from its choice. On disk the tools see the folder `beside` the root, too, as far as the policy lets them. */
export function definePreset<M extends ToolTypes, D extends Dialect>(
  name: PresetName,
  code: CommonCode,
  options: PresetOptions<D> & {
    readonly beside?: string | undefined;
    /** There are tools that change files. */
    readonly records?: boolean;
  },
  choose: (place: PresetContext) => Choice,
): Preset<M, D> {
  const { dialect = "snake" as D, env = {}, without = [], withShell = false } = options;
  const { overwriteUnread, backend: given, root, moreRoots, beside } = options;
  const kept = given ? undefined : options.kept;
  const place = given
    ? locate(given, root)
    : openDisk({ root, moreRoots, beside: [beside, kept?.folder].filter((folder) => folder !== undefined) });
  const { root: cwd, names } = place;
  const backend = given ? place.backend : (options.layer?.(place.backend) ?? place.backend);
  const recorded = options.records && options.history !== false ? (options.history ?? {}) : undefined;
  const history =
    recorded &&
    openHistory(recorded, {
      backend,
      roots: place.roots,
      disk: place.tools,
      reachesKept: (call) => choice.reachesKept?.(call) ?? true,
    });
  const extensions = options.extensions?.() ?? noExtensions;
  const choice = choose({
    ...place,
    backend,
    excludes: options.excludes ?? place.excludes,
    overwriteUnread,
    changes: history?.of,
    unkept: () => new Set([...(history?.unkept() ?? []), ...extensions.files.map((file) => toPath(file))]),
    keep: place.tools?.keep(options.cache),
  });
  const { about, always, notes = "", shell = false, web = false, looksOnly = false } = choice;
  const surface = { files: about, shell, network: web && "web tools", ...env.surface };
  const families = choice.families ?? [];
  const opened = families.flatMap((family) => family.opened ?? []);
  const own = [...choice.tools, ...opened.flatMap(({ tools }) => tools), ...envTools({ ...env, surface })];
  const registry = createRegistry(own as readonly Tool[]) as Registry;
  const late = lateFamilies(
    name,
    options,
    {
      registry,
      dialect,
      backend,
      hasWeb: web,
      writes: !looksOnly,
      disk: !given && options.layer === undefined,
      programs: code.programs,
    },
    families.filter((family) => !family.opened),
  );
  registry.offer(...late.sources);
  const hostTools = new Set((options.tools ?? []).map((tool) => tool.name));
  const further = furtherPolicy(name, (tool) => extensions.owns(tool) || hostTools.has(tool), choice);
  const agents = options.agents && agentsOf(options.agents, choice.agents ?? [explore]);
  const started =
    agents?.some(({ driver }) => driver) &&
    openPrograms(agents, {
      sandbox:
        choice.sandbox ??
        sharedSandbox(options.agents?.sandbox, {
          permissions: options.permissions,
          roots: names,
          worktrees: options.agents?.worktrees,
        }),
      roots: names,
      permissions: options.permissions,
      looksOnly,
      isOnDisk: !given,
      settle: choice.settle,
    });
  const worktrees = options.agents && !given && !looksOnly ? (options.agents.worktrees ?? {}) : undefined;
  const inner = firstOf(
    ...(worktrees ? [askDiscards(worktrees)] : []),
    ...(kept ? [outputReads(kept)] : []),
    ...(started ? [started.policy] : []),
    further,
    late.policy,
    ...opened.flatMap(({ policy }) => policy ?? []),
    choice.policy,
  );
  const ruled = withRules(inner, options.permissions, names, choice);
  const middleware = presetMiddleware(options.middleware, options.secrets);
  const decide = firstOf(
    middleware.policy,
    strictest(
      extensions.policy,
      ...(always ? [always] : []),
      ...(started ? [started.always] : []),
      ...opened.flatMap(({ always }) => always ?? []),
      late.always,
      ...(kept ? [outputGuard(kept)] : []),
      ruled,
    ),
  );
  const policy = withUntrustedValues(decide, options.untrustedText, names, options.permissions?.rules);
  registry.add(...(options.tools ?? []));
  const join = (family: Family) =>
    family.opened ? registry.add(...(family.opened.tools as readonly Tool[])) : registry.offer(late.sourceOf(family));
  let workspaces: AgentWorkspaces | undefined;
  if (options.agents && agents) {
    const has = (tool: string) => registry.get(tool) !== undefined || registry.offered().includes(tool);
    const own = ["agents", "tasks"].flatMap((family) => inFamily(name, family)).filter((tool) => !has(tool));
    // A shell without a sandbox is the portable one, which works on the files of the session anyway.
    const { permissions } = options;
    const forks = { worktrees, backend, roots: place.roots, history, permissions, sandbox: choice.sandbox };
    workspaces = looksOnly || !own.includes("resolve_merge") ? undefined : openWorkspaces(forks);
    const given = { ...options.agents, programs: started ? started.programs : undefined, workspaces };
    const names = workspaces ? own : own.filter((tool) => tool !== "resolve_merge");
    join(familyOf(names, code.agents, ({ agentTools }) => ({ tools: agentTools(given, agents, has) })));
  }
  if (options.program) {
    const { program } = options;
    join(
      familyOf(["run_program"], code.programs, ({ programTool }) => ({
        tools: [programTool(registry, { ...program, dialect })],
      })),
    );
  }
  const asked = [...hostTools, ...(options.program ? ["run_program"] : [])];
  const search = addSearch(registry, options.search, { preset: name, dialect, shell, asked, waits: extensions.owns });
  extensions.addTools(registry, { backend, cwd });
  const left = new Set<string>();
  for (const tool of without) {
    for (const known of [tool, registry.get(tool)?.name ?? entryOf(tool)?.name ?? tool]) left.add(foldName(known));
    if (!registry.remove(tool)) throw unknownTool(tool, name, registry);
  }
  if (withShell) {
    for (const tool of registry.tools().filter(({ onlyWithoutShell }) => onlyWithoutShell)) {
      left.add(foldName(tool.name));
      registry.remove(tool.name);
    }
  }
  registry.explain((called) => (left.has(foldName(called)) ? leftOut(called) : explainMissing(called, name)));
  const { catalog, expose } = search;
  const instruct = (exposed = expose(newSession), untold: readonly string[] = []): string => {
    const { mode = "default" } = options.permissions ?? {};
    const modeNote = modeNotes[typeof mode === "function" ? mode() : mode];
    const lines = [
      notes,
      options.records && !history ? noHistoryNote : "",
      secretNote(options.secrets),
      commonNotes,
      modeNote,
    ]
      .filter(Boolean)
      .join("\n");
    const isTold = ({ name: tool }: { readonly name: string }) => !untold.includes(tool);
    const known = createRegistry(registry.tools().filter(isTold));
    known.offer({ names: Object.fromEntries(registry.offered().map((tool) => [tool, []])), load: async () => [] });
    return `${about}\n\n${buildInstructions(known, { dialect, notes: lines, exposed: exposed.filter(isTold) })}`;
  };
  return {
    name,
    registry: registry as Registry<M>,
    policy,
    catalog,
    expose,
    backend,
    cwd,
    dialect,
    agents: agents ?? [],
    workspaces,
    extensions,
    history,
    use: [
      ...(history ? [history.middleware] : []),
      ...(choice.middleware ? [choice.middleware] : []),
      ...(started ? [started.middleware] : []),
      ...keepPrivate(options.untrustedText),
      ...middleware.use,
      ...extensions.use,
    ],
    instructions: instruct(),
    instruct,
    close: async () => (given ? undefined : place.backend[Symbol.asyncDispose]?.()),
  };
}

interface Located {
  readonly root: Path;
  /** The root and the folders beside it that tools may change. */
  readonly roots: readonly Path[];
  readonly tools: DiskTools | undefined;
}

/** The place of files that are not on the disk. */
function locate(
  backend: Backend,
  path = "/",
): Omit<PresetContext, "overwriteUnread" | "changes" | "unkept" | "keep"> & Located {
  const root = toPath(path);
  return { backend, root, roots: [root], folders: root, names: [root], excludes: undefined, tools: undefined };
}

/** Allow calls that touch nothing outside their session, and some actions below the root; deny the rest with the reason. */
export function onlyBelow({ folders, names }: PresetContext, ...actions: readonly Access["action"][]): Policy {
  const reason = `These tools may ${actions.join(" and ")} below ${folders}, nothing else.`;
  return firstOf(allow({ actions: ["none"] }), ...names.map((under) => allow({ actions, under })), deny({}, reason));
}
