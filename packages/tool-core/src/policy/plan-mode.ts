import { ToolError } from "../error.ts";
import type { Json } from "../json.ts";
import type { StateKey } from "../session/state.ts";

/** A call that is allowed without asking while an approved plan is executed: this tool with exactly this target. */
export interface PlanGrant {
  /** The tool, in any spelling. */
  readonly tool: string;
  /** The path or the command as shown to the user. */
  readonly scope: string;
  /** The same targets as in accesses. */
  readonly targets: readonly string[];
}

/** A plan that the user has approved. */
export interface ApprovedPlan {
  /** The SHA-256 of the text, in hex. */
  readonly id: string;
  readonly text: string;
  readonly grants: readonly PlanGrant[];
  /** The time of the approval in milliseconds since 1970. */
  readonly approved: number;
}

/** The plan mode of a session. While it is active, the session denies every access that is not a read, before its policy is asked. */
export interface PlanMode {
  /** True if plan mode is active in this session or its parent. */
  readonly active: boolean;
  /** True if the parent session is in plan mode. It cannot be left here then. */
  readonly inherited: boolean;
  /** Read-only tools beyond the session that may still be called. */
  readonly readers: readonly string[];
  /** The approved plan that is being executed. */
  readonly plan: ApprovedPlan | undefined;
  /** Turn plan mode on. This ends the grants of an earlier plan. */
  enter(readers?: readonly string[]): void;
  /** End plan mode, with the approved plan or directly by the user. */
  leave(approved?: ApprovedPlan): void;
  /** End the grants of the plan, because it is done or was abandoned. */
  endPlan(): void;
  /** Share the plan mode and the plan of the parent session. */
  follow(parent: PlanMode): void;
}

interface Saved {
  active: boolean;
  readers: readonly string[];
  plan?: ApprovedPlan | undefined;
}

/** The plan mode of a session, `session.state(planModeKey)`. A snapshot preserves it. */
export const planModeKey: StateKey<PlanMode> & { inherit(parent: PlanMode): PlanMode } = {
  name: "planMode",
  create: () => createPlanMode({ active: false, readers: [] }),
  /** For a child session. */
  inherit(parent) {
    const own = planModeKey.create();
    own.follow(parent);
    return own;
  },
  snapshot: ({ active, readers, plan }) => ({ active, readers, plan: plan ?? null }) as object as Json,
  restore(json) {
    const { active, readers, plan } = Object(json) as Partial<Saved>;
    if (typeof active !== "boolean" || !Array.isArray(readers) || !Array.isArray(plan?.grants ?? [])) {
      throw new ToolError("parse_error", "The saved plan mode of this session cannot be read.", {
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
