import { type Access, type Session, ToolError } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import { referencesIn, type WorkflowStep } from "./plan.ts";
import { canonical } from "./run-workflow.ts";

export interface ReviewedStep {
  readonly id: string;
  readonly tool: string;
  /** `later`: its input refers to other steps, so it is judged when that is known. */
  readonly decision: "allow" | "ask" | "later";
}

export interface Review {
  /** SHA-256 of the steps; the approval is for these. */
  readonly hash: string;
  readonly steps: readonly ReviewedStep[];
  /** Hashes of the calls that are covered by one approval of the whole. */
  readonly asked: readonly string[];
}

/** A call that needs approval. */
export const callHash = (call: {
  readonly tool: string;
  readonly input: unknown;
  readonly access: readonly Access[];
}): Promise<string> => sha256Hex(canonical({ tool: call.tool, input: call.input, access: call.access }));

/** Check every call whose input is known, before anything runs. Throws with everything that is invalid or denied. */
export async function review(session: Session, steps: readonly WorkflowStep[]): Promise<Review> {
  const reviewed: ReviewedStep[] = [];
  const asked: string[] = [];
  const problems: string[] = [];
  let isDenied = false;
  for (const { id, tool: name, input, each } of steps) {
    const tool = session.registry.get(name);
    if (!tool) {
      problems.push(`${id}: there is no tool ${name}`);
      continue;
    }
    if (each || referencesIn(input).length > 0) {
      reviewed.push({ id, tool: tool.name, decision: "later" });
      continue;
    }
    const decision = await session.decide(name, input);
    if (decision.effect === "deny") {
      problems.push(`${id}: ${decision.reason}`);
      isDenied ||= decision.access.length > 0;
      continue;
    }
    reviewed.push({ id, tool: tool.name, decision: decision.effect });
    if (decision.effect === "ask")
      asked.push(await callHash({ tool: tool.name, input: decision.input, access: decision.access }));
  }
  if (problems.length > 0) {
    throw new ToolError(
      isDenied ? "permission_denied" : "invalid_input",
      `The workflow was not started. ${problems.join(" ")}`,
      {
        hint: "Correct these steps or leave them out, and send the whole workflow again.",
        data: { problems },
      },
    );
  }
  return { hash: await sha256Hex(canonical(steps)), steps: reviewed, asked };
}
