import type { CallView } from "@holdall/call-view";
import type { ReactNode } from "react";
import { CallBranch } from "./call-branch.tsx";
import { ToolCall, type ToolCallProps } from "./tool-call.tsx";

export interface CallListProps extends Omit<ToolCallProps, "call"> {
  readonly calls: readonly CallView[];
}

/** Calls in order, with nested calls below the call that made them. */
export function CallList({ calls, ...props }: CallListProps): ReactNode {
  const known = new Set(calls.map(({ id }) => id));
  const below = Map.groupBy(calls, ({ parentId }) => (parentId !== undefined && known.has(parentId) ? parentId : ""));
  const render = (parent: string, depth: number): ReactNode =>
    (below.get(parent) ?? []).map((call) => (
      <li key={call.id}>
        <ToolCall call={call} {...props} />
        {depth < 8 && below.has(call.id) && (
          <CallBranch call={call} below={below}>
            {render(call.id, depth + 1)}
          </CallBranch>
        )}
      </li>
    ));
  return <ol className="holdall-calls">{render("", 0)}</ol>;
}
