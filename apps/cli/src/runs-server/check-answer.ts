import type { RunDetails } from "@holdall/durable/port";
import { explainRefusal, type Json, ToolError, toJsonSchema } from "@holdall/tool-core";
import type { PersonAsked } from "@holdall/tools-agents/port";
import type { QuestionRequest } from "@holdall/tools-interact/port";
import * as z from "zod";

/** An answer that a run waits for. */
export interface CheckedAnswer {
  readonly event: string;
  readonly payload: Json;
}

const text = z.string().max(100_000);
const sent = z.strictObject({ event: z.string(), payload: z.json() });
const approval = z.union([z.boolean(), z.strictObject({ approved: z.boolean(), reason: text.optional() })]);

/**
 * What was sent as an answer, where the run waits for exactly that. Rejects with `stale` where it does not, and `invalid_input` for a payload that
 * does not fit what was asked. An event of a workflow's own takes any JSON.
 */
export async function checkAnswer(run: RunDetails, body: unknown): Promise<CheckedAnswer> {
  const { event, payload } = await parse(
    sent,
    body,
    "The request is not an answer",
    'Send {"event": "…", "payload": …}.',
  );
  const events = run.waits.flatMap((wait) => (isForPeople(wait.event) ? [wait.event] : []));
  if (!events.includes(event)) {
    throw new ToolError("stale", `The run ${run.id} does not wait for ${JSON.stringify(event)}.`, {
      hint:
        events.length === 0
          ? `It is ${run.state} and waits for no answer. Load it again.`
          : `Load it again. It waits for ${events.map((each) => JSON.stringify(each)).join(", ")}.`,
    });
  }
  const asked = askedWith(run, event);
  if (!asked) return { event, payload };
  const [schema, hint] = expected(asked);
  return { event, payload: (await parse(schema, payload, "The answer does not fit the question", hint)) as Json };
}

/** The event of a child run is not for users to send. */
const isForPeople = (event: string | undefined): event is string => event !== undefined && !event.startsWith("child/");

const askedWith = ({ steps }: RunDetails, event: string): PersonAsked | undefined =>
  steps
    .map(({ output }) => (output as { readonly asked?: PersonAsked } | null | undefined)?.asked)
    .find((asked) => asked?.event === event);

function expected(asked: PersonAsked): readonly [z.ZodType, hint: string] {
  if ("approval" in asked) return [approval, 'Send true, false, or {"approved": false, "reason": "…"}.'];
  if ("question" in asked)
    return [replyTo(asked.question), "Name questions that were asked, and options that they have."];
  const plan = z.union([
    z.strictObject({ outcome: z.literal("approved"), planId: z.literal(asked.plan.planId) }),
    z.strictObject({ outcome: z.enum(["changes", "declined"]), feedback: text.optional() }),
  ]);
  return [plan, "Send an outcome: approved with the planId of this plan, changes or declined."];
}

/** A reply names questions that were asked, and options that they have. */
function replyTo({ questions }: QuestionRequest): z.ZodType {
  const answers = questions.map(({ question, options = [] }) =>
    z.strictObject({
      question: z.literal(question),
      chosen: z.array(z.enum(options.map(({ label }) => label))),
      other: text.optional(),
    }),
  );
  return z.union([
    z.strictObject({
      outcome: z.enum(["answered", "partial"]),
      answers: z.array(z.union(answers)).min(1).max(questions.length),
      feedback: text.optional(),
    }),
    z.strictObject({ outcome: z.enum(["declined", "cancelled"]), feedback: text.optional() }),
  ]);
}

/** What fits a schema. Rejects with `invalid_input` that says what does not, in one sentence. */
export async function parse<T>(schema: z.ZodType<T>, value: unknown, problem: string, hint?: string): Promise<T> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const { told } = await explainRefusal({ schema: toJsonSchema(schema), value, issues: error.issues });
  throw new ToolError("invalid_input", `${problem}: ${told}.`, { hint });
}
