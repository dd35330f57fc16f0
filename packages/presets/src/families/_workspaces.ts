import type { Fork, MergeConflict, TreeChange } from "@holdall/backends-compose/merge";
import { setOwnCommands } from "@holdall/sandbox/port";
import {
  type Access,
  type Backend,
  type Call,
  type Json,
  type Path,
  type Session,
  type Tool,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { setWorkspace, workspaceOf } from "@holdall/tool-kit/file-tools";
import type { AgentConflict, AgentWorkspace, AgentWorkspaces, MergeCall, MergePath } from "@holdall/tools-agents/port";
import type { SessionHistory } from "../history/_history.ts";
import type { PresetPermissions } from "../policy/_rule-policy.ts";
import { type CommandCopy, commandCopy } from "../shell/_command-copy.ts";
import type { SharedSandbox } from "../shell/_shared-sandbox.ts";
import { forkWithModes } from "./_fork-modes.ts";
import { parseChanges, takeOver, writeChanges } from "./_saved-changes.ts";
import type { PresetWorktrees } from "./_worktree-options.ts";

interface WorkspacePlace {
  /** Set where agents can have git worktrees. */
  readonly worktrees?: PresetWorktrees | undefined;
  readonly backend: Backend;
  readonly roots: readonly Path[];
  readonly history: SessionHistory | undefined;
  /** Rules, of which those that deny reading keep files out of worktrees. */
  readonly permissions?: PresetPermissions | undefined;
  /** Where commands of the machine's shell run, if there is one. */
  readonly sandbox?: SharedSandbox | undefined;
}

const loadWorktrees = () => import("./_worktrees.ts");
const loadForks = () => import("@holdall/backends-compose/merge"); // what only agents beside each other need

/** Files of their own for agents: forks of the preset's backend, whose merges `undo` takes back as one change. */
export function openWorkspaces({
  worktrees,
  backend,
  roots,
  history,
  permissions,
  sandbox,
}: WorkspacePlace): AgentWorkspaces {
  let forks: Awaited<ReturnType<typeof loadForks>> | undefined;
  /** What the files of agents are made of, by their backend: the fork next to the preset's files first. */
  const opened = new WeakMap<Backend, OpenedFork>();
  const openOn = (
    fork: typeof import("@holdall/backends-compose/merge").fork,
    at: Parameters<AgentWorkspaces["open"]>[0],
  ) => {
    const parent = workspaceOf(at, backend);
    const { base, forks: above } = opened.get(parent) ?? { base: parent, forks: [] };
    const own = fork(base, { roots });
    const isOnDisk = parent === backend || above.length > 0;
    const commands = sandbox && isOnDisk ? commandCopy(roots, own, above) : undefined;
    if (commands) opened.set(own.backend, { base: forkWithModes(own, backend), forks: [...above, own] });
    const enter = (session: Session) => {
      setWorkspace(session, backend, own.backend);
      setOwnCommands(session, commands);
    };
    return { fork: { own, base, history, commands }, enter };
  };
  const worktreePlace = {
    ...{ ...worktrees, backend, roots, permissions, sandbox },
    async mergerOn(base: Backend) {
      forks ??= await loadForks();
      const own = forks.fork(base, { roots });
      return { own, merger: workspaceOn({ own, base, history, commands: undefined }, () => {}) };
    },
  };
  return {
    ...(worktrees && {
      async openWorktree(at) {
        await sandbox?.openFor(at).catch(() => undefined); // without one, commands of the agent do not run
        return (await loadWorktrees()).openWorktree(at, worktreePlace);
      },
    }),
    noCommands(at) {
      if (!sandbox) return undefined;
      if (!sandbox.sandbox?.replacesRoots) return "no sandbox shows its commands a copy of its files";
      const parent = workspaceOf(at, backend);
      return parent === backend || opened.has(parent)
        ? undefined
        : "its parent has a git worktree, of which its commands are shown no copy";
    },
    async prepare(at) {
      await sandbox?.openFor(at).catch(() => undefined); // without one, agents share the files
      forks ??= await loadForks();
    },
    open(at) {
      if (!forks) throw new ToolError("internal", "The workspaces of agents were not prepared.");
      const { fork, enter } = openOn(forks.fork, at);
      return workspaceOn(fork, enter);
    },
    async reopen(at, saved) {
      const branch = worktrees && savedBranch(saved);
      if (branch !== undefined) return (await loadWorktrees()).reopenWorktree(branch, worktreePlace);
      forks ??= await loadForks();
      const { fork, enter } = openOn(forks.fork, at);
      const workspace = workspaceOn(fork, enter);
      await workspace.load?.(saved);
      return workspace;
    },
  };
}

/** What is kept of an agent with a worktree: the name of its branch. */
function savedBranch(saved: Json): string | undefined {
  const { branch } = Object(saved) as Record<string, Json | undefined>;
  return typeof branch === "string" ? branch : undefined;
}

interface OpenedFork {
  /** What a fork of it is made of. */
  readonly base: Backend;
  readonly forks: readonly Fork[];
}

interface OpenFork {
  readonly own: Fork;
  readonly base: Backend;
  readonly history: SessionHistory | undefined;
  readonly commands: CommandCopy | undefined;
}

function workspaceOn({ own, base, history, commands }: OpenFork, enter: AgentWorkspace["enter"]): AgentWorkspace {
  /** The conflicts that were shown. Only these can be decided. */
  let seen: readonly MergeConflict[] = [];
  const io = (call: MergeCall) => ({
    signal: call.signal,
    permits: async (path: Path, action: "write" | "delete") => {
      const places = new Set([path, (await base.realPath?.(path)) ?? path]);
      for (const target of places) if ((await call.decide({ action, target })) === "deny") return false;
      return true;
    },
    before: (paths: readonly Path[]) => record(history, call, paths),
  });
  return {
    enter,
    async finish(call) {
      return (await commands?.finish(call)) ?? []; // what ran in the background has ended
    },
    get conflicts() {
      return seen.map(conflictOf);
    },
    async changes() {
      return (await own.changes()).map(({ path, kind, before, after, mode }) => ({
        path,
        kind,
        ...countLines(before, after),
        ...(kind === "changed" && mode !== undefined && { mode: mode.toString(8).padStart(3, "0") }),
      }));
    },
    async plan(decisions) {
      if (!decisions) return (await own.plan()).changes.flatMap(pathsOf);
      const earlier: TreeChange[] = [];
      for (const { path, decision } of decisions) {
        const conflict = conflictNamed(path, seen);
        if (conflict) earlier.push(...(await own.planDecision(conflict, decision, { earlier })));
      }
      return earlier.flatMap(pathsOf);
    },
    async merge(call) {
      const { changes, conflicts } = await own.merge(io(call));
      seen = conflicts;
      return { merged: changes.map(({ path }) => path), conflicts: conflicts.map(conflictOf) };
    },
    async resolve(path, decision, call) {
      const conflict = conflictNamed(path, seen);
      if (!conflict) throw notShown(path, seen);
      try {
        const steps = await own.resolve(conflict, decision, io(call));
        seen = seen.filter((each) => each !== conflict);
        return steps.map((step) => step.path);
      } catch (error) {
        if (!ToolError.is(error) || !["stale", "not_found"].includes(error.code)) throw error;
        seen = seen.filter((each) => each !== conflict); // what it is now was not shown
        const { code, message, data } = error;
        throw new ToolError(code, message, { hint: lookAgain, data, cause: error });
      }
    },
    save: async (most) => writeChanges(await own.save(), most),
    async load(saved) {
      for (const change of parseChanges(saved)) await takeOver(own, change);
    },
    async discard() {
      seen = [];
      await own.discard();
    },
  };
}

const conflictNamed = (path: string, seen: readonly MergeConflict[]) =>
  seen.find((each) => [each.path, each.current?.path, each.incoming?.path].includes(path));

const pathsOf = (change: TreeChange): MergePath[] => [
  ...(change.kind === "move" ? [{ path: change.from, action: "delete" as const }] : []),
  { path: change.path, action: change.kind === "remove" ? "delete" : "write" },
];

const lookAgain = "Call resolve_merge without files to see what conflicts now.";

function notShown(path: string, seen: readonly MergeConflict[]): ToolError {
  const paths = seen.map((each) => each.path);
  const shown = paths.length > 0 ? `Conflicts that you have seen are at ${paths.join(", ")}. ` : "";
  return new ToolError("not_found", `No conflict at ${path} was shown.`, {
    hint: `${shown}${lookAgain}`,
    data: { paths },
  });
}

/** Record what a merge is about to change as a change of the call of `task`. Other calls are recorded by what they declare. */
async function record(history: SessionHistory | undefined, call: MergeCall, paths: readonly Path[]) {
  if (call.declared) {
    const { declared } = call;
    const others = paths.filter((path) => !declared.includes(path));
    if (others.length > 0) throw notDeclared(others);
    return undefined;
  }
  if (!history) return undefined;
  const hints = { readOnly: false, destructive: true, idempotent: false, openWorld: false };
  const recorded: Call = {
    id: call.callId,
    sessionId: call.sessionId,
    tool: { name: "task", category: "agents", hints } as Tool,
    input: { description: "merge" },
    cwd: toPath("/"),
    signal: call.signal,
    access: paths.map((target): Access => ({ action: "write", target })),
    dryRun: false,
    state: call.state,
  };
  const recording = await (await history.of(call)).record(recorded);
  return recording && (() => recording.end());
}

const notDeclared = (paths: readonly Path[]) =>
  new ToolError("unavailable", `Files have changed, so that this would now change ${paths.join(", ")}, too.`, {
    hint: "Call resolve_merge again for what is left.",
    data: { paths: [...paths] },
  });

const reasons: Readonly<Record<MergeConflict["kind"], string>> = {
  content: "both have changed the same lines",
  binary: "both have changed it, and it is not text",
  generated: "both have changed a generated file; take one and generate it again",
  added: "both have created it",
  removed: "one has removed it, and the other has changed it",
  renamed: "both have given it a new name, or its new name is taken",
  mode: "both have changed its permissions; incoming sets the agent's",
  kind: "a file of one is where the other has a folder or a link",
  denied: "it may not be changed now",
};

function conflictOf({ path, kind, base, current, incoming, lines }: MergeConflict): AgentConflict {
  const isMoved = [current, incoming].some((side) => side && side.path !== path);
  const names = isMoved ? ` (current: ${current?.path ?? "removed"}, incoming: ${incoming?.path ?? "removed"})` : "";
  const texts = { base: textOf(base), current: textOf(current?.bytes), incoming: textOf(incoming?.bytes) };
  return { path, kind, reason: `${reasons[kind]}${names}`, ...texts, lines };
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && !bytes.subarray(0, 8_000).includes(0) ? new TextDecoder().decode(bytes) : undefined;
}

/** Lines that only one version has, as a summary shows them. */
function countLines(before: Uint8Array | undefined, after: Uint8Array | undefined): { added: number; removed: number } {
  const counts = new Map<string, number>();
  const linesOf = (bytes: Uint8Array | undefined) => (textOf(bytes) ?? "").split("\n");
  for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) - 1);
  for (const line of linesOf(after)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let [added, removed] = [0, 0];
  for (const count of counts.values()) {
    if (count > 0) added += count;
    else removed -= count;
  }
  return { added, removed };
}
