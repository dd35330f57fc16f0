import { type ChangeView, viewChange, viewCheckpoint, viewRestorePlan } from "@holdall/call-view";
import type { ChangedCall, RestorePlan } from "@holdall/checkpoints";
import { toToolError } from "@holdall/tool-core";
import { ChangeList, CheckpointList, RestoreForm, type RestoreReply, useCalls } from "@holdall/ui-react";
import { useEffect, useState } from "react";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";

interface RewindPanelProps {
  readonly workspaceSession: WorkspaceSession;
  /** Files have changed without a call. */
  readonly onRestored: () => void;
}

/** Go back to how the files were before a turn, after a look at what that would change. */
export function RewindPanel({ workspaceSession: { checkpoints, store }, onRestored }: RewindPanelProps) {
  const seen = useCalls(store);
  const [changes, setChanges] = useState<readonly ChangedCall[]>([]);
  const [plan, setPlan] = useState<RestorePlan>();
  const [note, setNote] = useState("");
  const list = checkpoints.list();

  // Calls and undos are what adds changes.
  useEffect(() => {
    let isCurrent = true;
    void checkpoints.calls().then((found) => isCurrent && setChanges(found));
    return () => {
      isCurrent = false;
    };
  }, [checkpoints, seen, note]);

  const attempt = async (work: () => Promise<string>) => {
    try {
      setNote(await work());
    } catch (error) {
      const { message, hint } = toToolError(error);
      setNote([message, hint].filter(Boolean).join(" "));
    }
  };
  const show = (id: string) =>
    attempt(async () => {
      setPlan(await checkpoints.plan(id));
      return "";
    });
  const restore = (reply: RestoreReply) => {
    setPlan(undefined);
    if (reply.outcome === "cancelled" || !plan) return;
    void attempt(async () => {
      const { files } = await checkpoints.restore(plan, { parts: "files", include: reply.include });
      onRestored();
      const changed = (files?.restored.length ?? 0) + (files?.deleted.length ?? 0);
      return `${changed} ${changed === 1 ? "file is" : "files are"} as at ${plan.checkpoint}. To take this back, restore ${files?.present}.`;
    });
  };
  const undo = ({ id }: ChangeView, scope: "call" | "since") =>
    attempt(async () => {
      const from = changes.findIndex((each) => each.id === id);
      const all = scope === "since" ? changes.slice(from).filter(({ undoneBy }) => undoneBy === undefined) : [{ id }];
      const planned = await checkpoints.planUndo(all.map((each) => each.id));
      await checkpoints.undo(planned, { callId: crypto.randomUUID(), tool: "undo" });
      onRestored();
      const left = planned.conflicts.length;
      return `Undone.${left > 0 ? ` ${left} that others changed since ${left === 1 ? "was" : "were"} left alone.` : ""}`;
    });
  if (list.length === 0)
    return (
      <p className="empty">Nothing to go back to yet. A checkpoint is made before an agent's first change in a turn.</p>
    );
  return (
    <div className="rewind">
      <p className="about">Files as they were before each turn. What others changed since stays.</p>
      <CheckpointList
        checkpoints={list.map(viewCheckpoint)}
        selected={plan?.checkpoint}
        onSelect={({ id }) => void show(id)}
      />
      {plan && <RestoreForm key={plan.checkpoint} plan={viewRestorePlan(plan)} onReply={restore} parts={["files"]} />}
      <ChangeList changes={changes.map(viewChange)} onUndo={(change, scope) => void undo(change, scope)} />
      <p className="note" role="status">
        {note}
      </p>
    </div>
  );
}
