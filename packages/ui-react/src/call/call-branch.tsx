import type { CallView } from "@holdall/call-view";
import { type ReactNode, useState } from "react";

/** Calls by the call that made them. */
export type Below = ReadonlyMap<string, readonly CallView[]>;

export interface CallBranchProps {
  readonly call: CallView;
  readonly below: Below;
  readonly children: ReactNode;
}

/** The nested calls of a call; those of an agent collapse once it has ended and none waits for a user. */
export function CallBranch({ call, below, children }: CallBranchProps): ReactNode {
  const [opened, setOpened] = useState<boolean>();
  if (call.category !== "agents") return <ol>{children}</ol>;
  const made = allBelow(call.id, below);
  const isNeeded = call.state === "running" || made.some(({ state }) => state === "asking");
  const isOpen = opened ?? isNeeded;
  const failed = made.filter(({ state }) => state === "error" || state === "denied").length;
  return (
    <details
      className="holdall-branch"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpened(currentTarget.open)}
    >
      <summary>
        {made.length === 1 ? "1 call" : `${made.length} calls`} of this agent
        {failed > 0 && <span className="holdall-bad">, {failed} not done</span>}
      </summary>
      {isOpen && <ol>{children}</ol>}
    </details>
  );
}

/** A call can hold itself only in broken data, so each is visited once. */
function allBelow(id: string, below: Below): CallView[] {
  const found = new Map<string, CallView>();
  const visit = (parent: string): void => {
    for (const each of below.get(parent) ?? []) {
      if (found.has(each.id)) continue;
      found.set(each.id, each);
      visit(each.id);
    }
  };
  visit(id);
  return [...found.values()];
}
