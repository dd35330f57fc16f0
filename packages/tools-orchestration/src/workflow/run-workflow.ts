import { type Json, ToolError } from "@holdall/tool-core";
import { fillIn, maxItems, needsOf, pointTo, type Reference, type WorkflowStep } from "./plan.ts";

export interface StepOutcome {
  readonly id: string;
  readonly status: "done" | "failed" | "skipped";
  /** Of each item, where the step has `each`. */
  readonly output?: Json | undefined;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined;
  /** Why it was skipped. */
  readonly why?: string | undefined;
}

/** Carries out one call of a step. Throws what it failed with. */
export type CallStep = (step: WorkflowStep, input: Json, name: string) => Promise<Json>;

/**
 * Carry out steps, each as soon as those it needs are over. A failed or skipped step skips its dependents; others
 * continue.
 */
export async function runWorkflow(
  steps: readonly WorkflowStep[],
  callIn: (step: WorkflowStep) => CallStep,
): Promise<StepOutcome[]> {
  const outcomes = new Map<string, Promise<StepOutcome>>();
  const outcomeOf = (id: string): Promise<StepOutcome> => {
    const step = steps.find((each) => each.id === id);
    const known = outcomes.get(id) ?? (step ? run(step) : Promise.resolve({ id, status: "skipped" } as const));
    outcomes.set(id, known);
    return known;
  };

  const run = async (step: WorkflowStep): Promise<StepOutcome> => {
    const { id } = step;
    const call = callIn(step);
    const before = new Map((await Promise.all(needsOf(step).map(outcomeOf))).map((outcome) => [outcome.id, outcome]));
    const missing = [...before.values()].find(({ status }) => status !== "done");
    if (missing)
      return {
        id,
        status: "skipped",
        why: `${missing.id} ${missing.status === "failed" ? "has failed" : "was skipped"}`,
      };
    try {
      const look = (item?: Json) => (reference: Reference) =>
        pointTo(reference.$from === "$item" ? item : before.get(reference.$from)?.output, reference);
      if (step.when && !isEqual(look()(step.when.ref), step.when.equals as Json))
        return { id, status: "skipped", why: "its condition is false" };
      if (!step.each) return { id, status: "done", output: await call(step, fillIn(step.input as Json, look()), id) };
      const items = look()(step.each);
      if (!Array.isArray(items))
        throw new ToolError("wrong_kind", `The step ${id} has each, and ${step.each.$from} has no array there.`, {
          hint: "Correct the path.",
        });
      if (items.length > maxItems)
        throw new ToolError("too_large", `The step ${id} has ${items.length} items, more than ${maxItems}.`, {
          hint: "Narrow them down first.",
        });
      const output: Json[] = [];
      for (const [at, item] of items.entries())
        output.push(await call(step, fillIn(step.input as Json, look(item as Json)), `${id} ${at + 1}`));
      return { id, status: "done", output };
    } catch (error) {
      const { code, message, hint } = ToolError.is(error) ? error : new ToolError("internal", "The step failed.");
      return { id, status: "failed", error: { code, message, ...(hint !== undefined && { hint }) } };
    }
  };
  return Promise.all(steps.map(({ id }) => outcomeOf(id)));
}

/** Equal as JSON, whatever the order of keys. */
export const isEqual = (one: Json, other: Json): boolean => canonical(one) === canonical(other);

export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? "";
