import type { Session } from "@holdall/tool-core";
import { planModeKey } from "@holdall/tool-core/interact";

/** Keep a session in plan mode for good, as its rules do: what its model is told then is what its policy does. */
export function holdPlanMode({ state }: Session): void {
  const always = planModeKey.create();
  always.enter();
  state(planModeKey).follow(always);
}
