import { planModeKey, type Session } from "@holdall/tool-core";

/** Keep a session in plan mode permanently, as its rules do, so that its instructions match its policy. */
export function holdPlanMode({ state }: Session): void {
  const always = planModeKey.create();
  always.enter();
  state(planModeKey).follow(always);
}
