import { planModeKey } from "@holdall/tool-core";
import { useCalls } from "@holdall/ui-react";
import { useState } from "react";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";

/** Says that the session only plans, and lets the person end that without a plan. */
export function PlanModeBar({ workspaceSession: { session, store } }: { readonly workspaceSession: WorkspaceSession }) {
  useCalls(store);
  const [, redraw] = useState(0);
  const mode = session.state(planModeKey);
  if (!mode.active) return null;
  const leave = () => {
    mode.leave({ id: "", text: "", grants: [], approved: Date.now() });
    mode.endPlan();
    redraw((count) => count + 1);
  };
  return (
    <p className="plan-mode" role="status">
      Plan mode: nothing is changed until you agree to a plan.
      <button type="button" onClick={leave}>
        Leave plan mode
      </button>
    </p>
  );
}
