import { type Json, ToolError } from "@holdall/tool-core";
import * as z from "zod";

const reference = z.object({
  $from: z.string().max(64).describe("Id of the step"),
  path: z.string().max(500).optional().describe("JSON Pointer into its output; all of it by default"),
});

export const stepSchema = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z_][\w-]{0,63}$/)
    .describe("Letters, digits, _ and -"),
  tool: z.string().max(100).describe("Its name"),
  input: z
    .record(z.string(), z.json())
    .describe(
      'Of the tool. In place of any value, {"$from": "step_id", "path": "/a/0"} takes it from the output of a step, and {"$from": "$item"} from each',
    ),
  needs: z.array(z.string().max(64)).optional().describe("Steps to wait for beside those it refers to"),
  when: z
    .object({ ref: reference.describe("The value to compare"), equals: z.json().describe("What it has to be") })
    .optional()
    .describe("Otherwise it is skipped, with what needs it"),
  each: reference.optional().describe("An array: the step runs once for each item, at most 200"),
  retries: z.int().min(0).max(5).optional().describe("Further attempts after a failure, default 0"),
});
export type WorkflowStep = z.infer<typeof stepSchema>;

export const maxSteps = 50;
export const maxItems = 200;

export interface Reference {
  readonly $from: string;
  readonly path?: string | undefined;
}

const isReference = (value: unknown): value is Reference =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Reference).$from === "string" &&
  Object.keys(value).every((key) => key === "$from" || key === "path");

/** The references in a value, wherever they are. */
export function referencesIn(value: unknown): Reference[] {
  if (isReference(value)) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** The steps that a step waits for. */
export const needsOf = ({ input, needs = [], when, each }: WorkflowStep): string[] => [
  ...new Set([
    ...needs,
    ...[...referencesIn(input), ...(when ? [when.ref] : []), ...(each ? [each] : [])].flatMap(({ $from }) =>
      $from === "$item" ? [] : $from,
    ),
  ]),
];

/** Ids, references, pointers and circles. Throws `invalid_input` with the first thing that is wrong. */
export function checkPlan(steps: readonly WorkflowStep[]): void {
  const ids = new Set<string>();
  for (const { id } of steps) {
    if (ids.has(id)) throw wrong(`Two steps are named ${id}.`, "Give each step an id of its own.");
    ids.add(id);
  }
  for (const step of steps) {
    for (const need of needsOf(step)) {
      if (!ids.has(need))
        throw wrong(
          `The step ${step.id} refers to ${need}, which is not a step.`,
          `The steps are ${[...ids].join(", ")}.`,
        );
    }
    for (const { $from, path = "" } of [
      ...referencesIn(step.input),
      ...(step.when ? [step.when.ref] : []),
      ...(step.each ? [step.each] : []),
    ]) {
      if (!/^(\/([^~]|~[01])*)?$/.test(path))
        throw wrong(
          `The path "${path}" in the step ${step.id} is not a JSON Pointer.`,
          'Write "/a/0", or leave it out for all of it.',
        );
      if ($from === "$item" && !step.each)
        throw wrong(`The step ${step.id} refers to $item without each.`, "Give it each, or refer to a step.");
    }
  }
  orderOf(steps);
}

/** Steps in an order in which each comes behind what it needs. Throws `invalid_input` where they depend on each other in a cycle. */
export function orderOf(steps: readonly WorkflowStep[]): WorkflowStep[] {
  const ordered: WorkflowStep[] = [];
  const left = new Set(steps);
  while (left.size > 0) {
    const done = new Set(ordered.map(({ id }) => id));
    const next = [...left].filter((step) => needsOf(step).every((need) => done.has(need)));
    if (next.length === 0)
      throw wrong(
        `The steps ${[...left].map(({ id }) => id).join(", ")} depend on each other in a cycle.`,
        "Remove one of these dependencies.",
      );
    for (const step of next) left.delete(step);
    ordered.push(...next);
  }
  return ordered;
}

/** The value that a JSON Pointer names. Throws `not_found` where there is none. */
export function pointTo(value: Json | undefined, { $from, path = "" }: Reference): Json {
  let found: unknown = value;
  for (const part of path.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const isThere = typeof found === "object" && found !== null && Object.hasOwn(found, key);
    if (!isThere)
      throw new ToolError("not_found", `The output of ${$from} has nothing at "${path}".`, {
        hint: "Look at what the step returns, and correct the path.",
      });
    found = (found as Record<string, unknown>)[key];
  }
  return (found ?? null) as Json;
}

/** An input with its references replaced by what they name: values stay what they are, and no text is put together. */
export function fillIn(value: Json, look: (reference: Reference) => Json): Json {
  if (isReference(value)) return look(value);
  if (Array.isArray(value)) return value.map((each) => fillIn(each as Json, look));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([key, each]) => [key, fillIn(each, look)]),
  );
}

const wrong = (message: string, hint: string) => new ToolError("invalid_input", message, { hint });
