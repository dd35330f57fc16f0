import type { PlanGrant } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { AskPlace } from "./question.ts";

/** A complete plan to show to the user. */
export interface PlanRequest extends AskPlace {
  /** The SHA-256 of the plan's text, in hex. An approval must contain it. */
  readonly planId: string;
  readonly plan: string;
  readonly grants: readonly PlanGrant[];
}

/**
 * `changes`: not approved, with the reason. `unavailable`: the user cannot be asked, or the user did not answer. An approval applies to the
 * plan that it names.
 */
export type PlanReply =
  | { readonly outcome: "approved"; readonly planId: string }
  | { readonly outcome: "changes" | "declined" | "unavailable"; readonly feedback?: string | undefined };

/** Compute the id of a plan. */
export async function planIdOf(plan: string): Promise<string> {
  return sha256Hex(plan);
}
