import { Block, useCalls } from "@holdall/ui-react";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";

/** The agent's plan, as its last call left it. */
export function TodosPanel({ workspaceSession }: { readonly workspaceSession: WorkspaceSession }) {
  const blocks = useCalls(workspaceSession.store).flatMap(({ state, blocks: shown }) =>
    state === "success" ? shown.filter(({ kind }) => kind === "todos") : [],
  );
  const latest = blocks.at(-1);
  if (!latest) return <p className="empty">No plan yet. An agent writes one with todo_write.</p>;
  return (
    <div className="holdall-call plain">
      <Block block={latest} />
    </div>
  );
}
