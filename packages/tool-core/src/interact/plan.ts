import type { AskPlace } from "./question.ts";

/** What may be done without a further question while an approved plan is carried out: this tool, on exactly this target. */
export interface PlanGrant {
  /** By any of its names. */
  readonly tool: string;
  /** The path or the command, as a person is shown it. */
  readonly scope: string;
  /** The same as accesses name it. */
  readonly targets: readonly string[];
}

/** A plan that a person has read and agreed to. */
export interface ApprovedPlan {
  /** SHA-256 of the text, in hex. */
  readonly id: string;
  readonly text: string;
  readonly grants: readonly PlanGrant[];
  /** Milliseconds since 1970. */
  readonly approved: number;
}

/** A plan to show to a person, whole. */
export interface PlanRequest extends AskPlace {
  /** SHA-256 of the plan's text, in hex: what an approval names. */
  readonly planId: string;
  readonly plan: string;
  readonly grants: readonly PlanGrant[];
}

/** `changes`: not yet, and why. `unavailable`: nobody can be asked, or nobody has answered. An approval holds for the plan it names. */
export type PlanReply =
  | { readonly outcome: "approved"; readonly planId: string }
  | { readonly outcome: "changes" | "declined" | "unavailable"; readonly feedback?: string | undefined };

/** The id of a plan. */
export async function planIdOf(plan: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(plan)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
