import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Fork } from "@holdall/backends-compose/merge";
import { protectedReason, setOwnCommands } from "@holdall/sandbox/port";
import { type Backend, type Path, type Session, ToolError, toPath } from "@holdall/tool-core";
import { setWorkspace, workspaceOf } from "@holdall/tool-kit/file-tools";
import type { AgentBranch, AgentChange, AgentWorkspace, AgentWorkspaces } from "@holdall/tools-agents/port";
import type { PresetPermissions } from "../policy/_rule-policy.ts";
import type { SharedSandbox } from "../shell/_shared-sandbox.ts";
import { findWorktrees, releaseAbandoned } from "../worktrees/find-worktrees.ts";
import { claimWorktree, ownerOf, refuseBusy, releaseWorktree } from "../worktrees/ownership.ts";
import type { Worktree } from "../worktrees/record.ts";
import { type Checkout, findCheckout, hasBranch, noWorktree } from "../worktrees/repository.ts";
import { addWorktree, removeWorktree } from "../worktrees/worktree.ts";
import { changesOf } from "../worktrees/worktree-changes.ts";
import { settleWorktree } from "../worktrees/worktree-state.ts";
import { replacedFolders, rootsIn, worktreeCommands, worktreeView } from "../worktrees/worktree-view.ts";
import { takeOver } from "./_saved-changes.ts";
import { type PresetWorktrees, worktreeFolder } from "./_worktree-options.ts";

type At = Parameters<AgentWorkspaces["open"]>[0];

interface WorktreePlace extends PresetWorktrees {
  readonly backend: Backend;
  readonly roots: readonly Path[];
  readonly permissions: PresetPermissions | undefined;
  /** Where commands of the machine's shell run, if there is one. */
  readonly sandbox: SharedSandbox | undefined;
  /** Files of a session as a fork, and what merges it. */
  readonly mergerOn: (base: Backend) => Promise<{ readonly own: Fork; readonly merger: AgentWorkspace }>;
}

/** A worktree for an agent, made when it starts. Throws `unsupported` where there can be none. */
export async function openWorktree(at: At, place: WorktreePlace): Promise<AgentWorkspace> {
  const { backend, roots } = place;
  if (workspaceOf(at, backend) !== backend) throw noWorktree("the agent that starts it has files of its own");
  return worktreeWorkspace(await findCheckout(roots), place);
}

/** The worktree of an agent of an earlier process. Throws `not_found` if it is gone. */
export async function reopenWorktree(branch: string, place: WorktreePlace): Promise<AgentWorkspace> {
  const checkout = await findCheckout(place.roots);
  const worktree = findWorktrees(checkout, worktreeFolder(place)).find((each) => each.record.branch === branch);
  if (!worktree) throw await notThere(checkout, branch);
  const workspace = worktreeWorkspace(checkout, place, worktree);
  await workspace.settle();
  return workspace;
}

function worktreeWorkspace(
  checkout: Checkout,
  place: WorktreePlace,
  known?: Worktree,
): AgentWorkspace & { settle(message?: string): Promise<readonly string[]> } {
  const { backend, roots, sandbox, prefix = "agent/", mergerOn } = place;
  const folder = worktreeFolder(place);
  let worktree = known;
  let session: Session | undefined;
  let message = "";
  let notes: readonly string[] = [];
  let close: (() => Promise<void>) | undefined;
  let branch: AgentBranch | undefined;
  let merger: AgentWorkspace | undefined;
  /** The commit that the merger has. */
  let merged: string | undefined;
  /** What the merger has not. */
  let others: readonly AgentChange[] = [];
  /** Nothing but what the merger has is in the worktree. */
  let isWhole = true;

  async function settle(how?: string): Promise<readonly string[]> {
    if (!worktree) return [];
    const { branch: name, isCarried: carried } = worktree.record;
    if (!isThere(worktree)) {
      [worktree, merger, others] = [undefined, undefined, []];
      branch = (await hasBranch(checkout, name))
        ? { name, commits: 0, carried, ...branch, path: undefined }
        : undefined;
      return [(await notThere(checkout, name)).message];
    }
    // Until it is known what has changed, all of it may have.
    branch ??= { name, path: worktree.path, commits: 0, carried };
    [merger, others, isWhole] = [undefined, asChanges([worktree.path]), false];
    refuseBusy(worktree);
    const state = await settleWorktree(worktree, how);
    if (!state.isChanged) {
      await removeWorktree(worktree, { branch: true });
      [worktree, branch, others] = [undefined, undefined, []];
      return state.notes;
    }
    worktree = releaseWorktree(worktree);
    const { record, path } = worktree;
    branch = { name: state.branch ?? record.branch, path, commits: state.commits, carried: record.isCarried };
    const found = await changesOf(worktree, rootsIn(worktree, roots));
    if (!found.isTooLarge) {
      const opened = await mergerOn(backend);
      for (const change of found.changes) await takeOver(opened.own, change);
      [merger, merged] = [opened.merger, state.head];
    }
    others = asChanges([...(found.isTooLarge ? found.paths : []), ...found.others, ...state.left]);
    isWhole = !found.isTooLarge && found.others.length === 0 && state.isClean && state.notes.length === 0;
    const open = found.changes
      .map((change) => change.path)
      .filter((each) => protectedReason(each, roots) !== undefined);
    return [
      ...notes,
      ...state.notes,
      ...(found.isTooLarge ? [tooLarge(branch.name).message] : []),
      ...(found.others.length > 0 ? [`Only git can merge these, from the branch: ${found.others.join(", ")}.`] : []),
      ...(open.length > 0 ? [`Protected files that it has changed: ${open.join(", ")}.`] : []),
    ];
  }

  const merging = () => {
    if (!merger) throw branch ? tooLarge(branch.name) : new ToolError("not_found", "Nothing is left to merge.");
    return merger;
  };
  /** Once all of it is in the files, the branch alone is kept. What was made in the worktree since keeps it. */
  async function tidy(): Promise<void> {
    if (!worktree || !branch || !isWhole || (await merger?.changes())?.length !== 0) return;
    const state = await settleWorktree(worktree).catch(() => undefined);
    if (isThere(worktree) && (!state?.isClean || state.head !== merged || ownerOf(worktree) !== undefined)) {
      others = asChanges([worktree.path]);
      return;
    }
    await removeWorktree(worktree, { branch: false });
    worktree = undefined;
    branch = { ...branch, path: undefined };
  }

  return {
    settle,
    enter(entered) {
      session = entered;
    },
    async start({ description }) {
      message = `${description}\n\nChanges of an agent that it had not committed.`;
      if (worktree && !isThere(worktree)) throw await notThere(checkout, worktree.record.branch);
      if (worktree) worktree = claimWorktree(worktree);
      else {
        const left = await releaseAbandoned(checkout, folder);
        const made = await addWorktree(checkout, { folder, prefix, description, isDenied: await deniedReads(place) });
        worktree = made.worktree;
        notes = [...left, ...made.notes];
      }
      const replaced = await replacedFolders(worktree, roots);
      const { view, ...opened } = worktreeView(backend, worktree, replaced.folders);
      close = opened.close;
      if (!session) return;
      setWorkspace(session, backend, view);
      setOwnCommands(session, sandbox && worktreeCommands(worktree, replaced));
    },
    async finish() {
      await close?.();
      close = undefined;
      return settle(message);
    },
    changes: async () => (worktree ? [...((await merger?.changes()) ?? []), ...others] : []),
    get branch() {
      return branch;
    },
    get conflicts() {
      return merger?.conflicts ?? [];
    },
    plan: async (decisions) => merging().plan(decisions),
    async merge(call) {
      const merged = await merging().merge(call);
      await tidy();
      return merged;
    },
    async resolve(path, decision, call) {
      const steps = await merging().resolve(path, decision, call);
      await tidy();
      return steps;
    },
    save: async () => (worktree ? { branch: worktree.record.branch } : undefined),
    get discarded() {
      return worktree ? [worktree.path] : [];
    },
    async discard() {
      if (worktree && isThere(worktree)) refuseBusy(worktree);
      if (worktree) await removeWorktree(worktree, { branch: true });
      [worktree, branch, merger] = [undefined, undefined, undefined];
    },
  };
}

/** The paths that rules deny to read, or that are in a folder that they deny. */
async function deniedReads({ permissions, roots }: WorktreePlace): Promise<((path: string) => boolean) | undefined> {
  if (permissions?.rules === undefined) return undefined;
  const { pathDenials } = await import("@holdall/permissions");
  const reads = pathDenials({ ...permissions, roots })().filter(({ action }) => action === "read");
  const folders = new Map<string, boolean>();
  const isDenied = (path: string): boolean =>
    reads.some(({ matches }) => matches(path)) || (dirname(path) !== path && isDeniedFolder(dirname(path)));
  const isDeniedFolder = (path: string): boolean => {
    const known = folders.get(path) ?? isDenied(path);
    folders.set(path, known);
    return known;
  };
  return (path) => isDenied(toPath(path));
}

const isThere = ({ path, gitDir }: Worktree): boolean => existsSync(path) && existsSync(gitDir);

const asChanges = (names: readonly string[]): AgentChange[] =>
  names.map((name) => ({ path: name, kind: "changed", added: 0, removed: 0 }));

/** The error of a worktree that others have removed. */
async function notThere(checkout: Checkout, branch: string): Promise<ToolError> {
  const left = (await hasBranch(checkout, branch))
    ? `the branch is: merge it with \`git merge ${branch}\``
    : "nor is the branch";
  return new ToolError("not_found", `The worktree of branch ${branch} is not there any more, ${left}.`, {
    hint: "Start another agent for what is left to do.",
    data: { branch },
  });
}

const tooLarge = (branch: string) =>
  new ToolError("too_large", `The branch ${branch} changes more files than resolve_merge merges.`, {
    hint: `Merge it with \`git merge ${branch}\`.`,
  });
