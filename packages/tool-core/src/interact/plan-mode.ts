import { ToolError } from "../error.ts";
import type { Json } from "../json.ts";
import type { StateKey } from "../session/state.ts";
import type { ApprovedPlan } from "./plan.ts";

/** Whether a session only looks and plans. While it is on, the session refuses whatever does more than read, before its policy is asked. */
export interface PlanMode {
  /** On, here or in the session that this one works for. */
  readonly active: boolean;
  /** The session that this one works for is in plan mode, so that it cannot be left here. */
  readonly inherited: boolean;
  /** Tools beyond the session that may be called all the same, as they only read. */
  readonly readers: readonly string[];
  /** The plan that is carried out. */
  readonly plan: ApprovedPlan | undefined;
  /** The grants of an earlier plan end with it. */
  enter(readers?: readonly string[]): void;
  /** A person ends it: with the plan that they agreed to, or by their own word. */
  leave(approved?: ApprovedPlan): void;
  /** The plan is done or given up: its grants end. */
  endPlan(): void;
  /** Share the plan mode and the plan of the session that this one works for, as they are at any time. */
  follow(parent: PlanMode): void;
}

interface Saved {
  active: boolean;
  readers: readonly string[];
  plan?: ApprovedPlan | undefined;
}

/** Plan mode of a session, `session.state(planModeKey)`. A snapshot keeps it on. */
export const planModeKey: StateKey<PlanMode> & { inherit(parent: PlanMode): PlanMode } = {
  name: "planMode",
  create: () => createPlanMode({ active: false, readers: [] }),
  /** For a session that works for a call of another. */
  inherit(parent) {
    const own = planModeKey.create();
    own.follow(parent);
    return own;
  },
  snapshot: ({ active, readers, plan }) => ({ active, readers, plan: plan ?? null }) as object as Json,
  restore(json) {
    const { active, readers, plan } = Object(json) as Partial<Saved>;
    if (typeof active !== "boolean" || !Array.isArray(readers) || !Array.isArray(plan?.grants ?? [])) {
      throw new ToolError("parse_error", "Whether this session is in plan mode cannot be read.", {
        hint: "Tell the user, and start a session without the snapshot.",
      });
    }
    return createPlanMode({ active, readers, plan: plan ?? undefined });
  },
};

function createPlanMode(own: Saved): PlanMode {
  let parent: PlanMode | undefined;
  return {
    get active() {
      return own.active || (parent?.active ?? false);
    },
    get inherited() {
      return parent?.active ?? false;
    },
    get readers() {
      return [...own.readers, ...(parent?.readers ?? [])];
    },
    get plan() {
      return own.plan ?? parent?.plan;
    },
    enter(readers = own.readers) {
      own = { active: true, readers };
    },
    leave(plan) {
      own = { ...own, active: false, plan };
    },
    endPlan() {
      own = { ...own, plan: undefined };
    },
    follow(session) {
      parent = session;
    },
  };
}
