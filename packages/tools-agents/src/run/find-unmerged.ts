import { type ToolContext, ToolError } from "@holdall/tool-core";
import type { AgentWorkspace, AgentWorkspaces } from "../port/index.ts";
import type { Tree } from "../tree/tree.ts";
import { keepUnmerged } from "../tree/unmerged.ts";

interface Where {
  readonly tree: Tree;
  readonly workspaces: AgentWorkspaces | undefined;
}

/** The files of an agent that are not merged. */
export interface UnmergedFiles {
  readonly id: string;
  readonly workspace: AgentWorkspace;
  /** Keep what is left with the session. */
  keep(): Promise<void>;
}

/** The files of an agent, which an earlier process of this session may have started. Throws `not_found` if there are none. */
export async function findUnmerged(
  id: string,
  at: Pick<ToolContext, "state" | "cwd">,
  { tree, workspaces }: Where,
): Promise<UnmergedFiles> {
  const node = tree.agents.get(id);
  if (node?.workspace) {
    if (node.isRunning)
      throw new ToolError("unavailable", `The agent ${id} still works.`, { hint: "Wait until it has reported." });
    return { id, workspace: node.workspace, keep: () => keepUnmerged(tree.unmerged, node) };
  }
  const kept = tree.unmerged.get(id);
  if (!kept) throw noChanges(id, tree);
  let { workspace } = kept;
  if (!workspace) {
    if (kept.saved === null || !workspaces?.reopen) throw notKept(id, kept.files);
    workspace = await workspaces.reopen(at, kept.saved);
    tree.unmerged.set(id, { ...kept, workspace });
  }
  const owner = { id, agent: { name: kept.agent, description: "" }, parent: undefined, workspace };
  return { id, workspace, keep: () => keepUnmerged(tree.unmerged, owner) };
}

function noChanges(id: string, { agents, unmerged }: Tree): ToolError {
  const own = [...agents.values()].flatMap(({ id: each, workspace }) => (workspace ? [each] : []));
  const known = [...new Set([...own, ...unmerged.keys()])];
  return new ToolError("not_found", `No agent ${id.slice(0, 100)} has changes of its own.`, {
    hint:
      known.length > 0
        ? `Agents with files of their own are ${known.join(", ")}.`
        : "Changes of other agents are in the files already.",
    data: { ids: known },
  });
}

const notKept = (id: string, files: readonly string[]) =>
  new ToolError(
    "not_found",
    `The agent ${id} ended in an earlier process, and its changes of ${files.join(", ")} were not kept with the session.`,
    { hint: "Start an agent that makes them again.", data: { paths: [...files] } },
  );
