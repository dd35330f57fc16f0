import type { RunContext } from "@holdall/durable/port";
import {
  type Approval,
  type Awaitable,
  type ContentPart,
  failure,
  type Json,
  type Session,
  type SessionSnapshot,
  ToolError,
  type ToolResult,
} from "@holdall/tool-core";
import { contentHash } from "@holdall/tool-kit";
import { approvalOf, type Question, questionFor } from "@holdall/tool-kit/adapters";
import {
  answerWith,
  type PlanReply,
  type PlanRequest,
  type QuestionReply,
  type QuestionRequest,
} from "@holdall/tools-interact/port";
import { sessionTasks } from "@holdall/tools-tasks/port";

export interface DurableCall {
  readonly tool: string;
  readonly input: unknown;
  /**
   * The session, opened when it is first needed: a call with a stored result does not need one. Its policy is asked where the
   * call is made.
   */
  readonly session: () => Awaitable<Session>;
  /** The name of the step. Defaults to `call` and the tool. */
  readonly name?: string | undefined;
  /** Retries of a failing call. If set, the last failure is thrown; otherwise it is a result like any other. */
  readonly retries?: number | undefined;
  /** `later` (the default): a question to the user makes the run wait for the answer, in any process. `now`: the session asks directly. */
  readonly asks?: "now" | "later" | undefined;
  /** Returns whether a question is already approved, because the whole workflow was. */
  readonly isApproved?: ((question: Question) => Awaitable<boolean>) | undefined;
  /** Aborts the call, in addition to the signal of its step. */
  readonly signal?: AbortSignal | undefined;
  /** Returns whether a tool is safe to repeat, in addition to the hints of the tool. */
  readonly isRepeatable?: ((tool: string) => boolean) | undefined;
  /** Store a snapshot of the session with the call, so that another process can continue. */
  readonly savesSession?: boolean | undefined;
  /** Returns data to store with the call. Called when the call has ended. */
  readonly note?: (() => Awaitable<Json>) | undefined;
  /** Milliseconds to wait for the user; seven days by default. */
  readonly timeout?: number | undefined;
}

/** The stored result of a call. */
export interface KeptCall {
  readonly ok: boolean;
  readonly content: readonly ContentPart[];
  readonly output?: Json | undefined;
  readonly error?: ReturnType<ToolError["toJSON"]> | undefined;
  readonly note?: Json | undefined;
  /** The snapshot of the session after the call. */
  readonly snapshot?: SessionSnapshot | undefined;
  /** True if the user did not answer in time. */
  readonly nobody?: boolean | undefined;
}

/** A question that a run waits for, as the output of its step. */
export type PersonAsked =
  | { readonly event: string; readonly callId: string; readonly approval: Question }
  | { readonly event: string; readonly callId: string; readonly question: QuestionRequest }
  | { readonly event: string; readonly callId: string; readonly plan: PlanRequest };

const week = 7 * 24 * 3_600_000;

/**
 * Make one call as a step of a run, with the key of the step as its id. A question to the user ends the step, and the run
 * waits for `approval …`, `question …` or `plan …`, with the payload `Approval`, `QuestionReply` or `PlanReply`. A call that
 * must not be repeated is not made again if its worker was lost during the call: its result says so.
 */
export async function callInRun(ctx: RunContext, call: DurableCall): Promise<KeptCall> {
  const { tool, retries, timeout = week, name = `call ${tool}` } = call;
  const answers: Answered[] = [];
  for (;;) {
    const outcome = await ctx.step(name, (step) => makeCall(call, answers, step), { retries: retries ?? 0 });
    if (!("asked" in outcome)) return outcome;
    const { asked } = outcome;
    await ctx.log({ needs_person: asked } as unknown as Json);
    const answer = await ctx.wait(asked.event, { timeout });
    if (answer !== undefined) answers.push({ asked, answer });
    else if (retries === undefined) return nobody(tool);
    else throw unanswered(tool);
  }
}

interface Answered {
  readonly asked: PersonAsked;
  readonly answer: Json;
}

type StepFunction = Parameters<Parameters<RunContext["step"]>[1]>[0];

async function makeCall(
  {
    tool: name,
    input,
    session: open,
    retries,
    asks = "later",
    isApproved,
    isRepeatable,
    savesSession,
    note,
    ...more
  }: DurableCall,
  answers: readonly Answered[],
  { key, signal: ofStep, interrupted, begin }: StepFunction,
): Promise<KeptCall | { readonly asked: PersonAsked }> {
  if (interrupted) return failed(wasInterrupted(name));
  const session = await open();
  const signal = more.signal ? AbortSignal.any([ofStep, more.signal]) : ofStep;
  const callId = answers[0]?.asked.callId ?? key;
  const approval = answers.findLast(({ asked }) => "approval" in asked);
  if (asks === "later" && !approval) {
    const question = await questionFor(session, name, input, { callId });
    if (question && !(await isApproved?.(question)))
      return { asked: { event: `approval ${question.id}`, callId, approval: question } };
  }
  const { name: tool = name, hints } = session.registry.get(name) ?? {};
  const harmless = hints === undefined || hints.readOnly || hints.idempotent || isRepeatable?.(tool);
  if (!harmless) await begin();
  const asker = deferringAsker(callId, answers);
  const stop = asks === "later" ? answerWith(session, asker, { callId }) : undefined;
  let result: ToolResult;
  try {
    const approve =
      approval && "approval" in approval.asked
        ? approvalOf(approval.asked.approval, approval.answer as Approval)
        : undefined;
    result = await session.call(name, input, { signal, callId, ...(approve && { approve }) });
  } finally {
    stop?.();
  }
  const [asked] = asker.asked;
  if (asked) return { asked };
  if (!result.ok && retries !== undefined) throw result.error;
  return {
    ...keptOf(result),
    ...(note && { note: await note() }),
    ...(savesSession && { snapshot: session.snapshot() }),
  };
}

const keptOf = (result: ToolResult): KeptCall =>
  result.ok
    ? { ok: true, content: result.content, output: (result.output ?? null) as Json }
    : { ok: false, content: result.content, error: result.error.toJSON() };

/** Answers what was answered before, and keeps the first thing that was not. */
function deferringAsker(callId: string, answers: readonly Answered[]) {
  const asked: PersonAsked[] = [];
  const known = (event: string) => answers.find((each) => each.asked.event === event)?.answer;
  const eventOf = (kind: string, what: unknown) =>
    `${kind} ${contentHash(new TextEncoder().encode(JSON.stringify([callId, what])))}`;
  return {
    asked,
    ask(question: QuestionRequest): QuestionReply {
      const event = eventOf("question", question.questions);
      const answer = known(event);
      if (answer !== undefined) return answer as unknown as QuestionReply;
      asked.push({ event, callId, question });
      return { outcome: "unavailable", answers: [] };
    },
    review(plan: PlanRequest): PlanReply {
      const event = eventOf("plan", plan.planId);
      const answer = known(event);
      if (answer !== undefined) return answer as unknown as PlanReply;
      asked.push({ event, callId, plan });
      return { outcome: "unavailable" };
    },
  };
}

const failed = (error: ToolError): KeptCall => keptOf(failure(error));

const unanswered = (tool: string) =>
  new ToolError("permission_denied", `The call of ${tool} has been neither approved nor declined.`, {
    hint: "Ask the user, and retry the run.",
  });

const nobody = (tool: string): KeptCall => ({ ...failed(unanswered(tool)), nobody: true });

const wasInterrupted = (tool: string) =>
  new ToolError("aborted", `The process that ran this call of ${tool} ended during the call.`, {
    hint: "The call may have taken effect and was not repeated. Check what it changed before you repeat it.",
  });

export interface LostTasks {
  readonly ids: readonly string[];
  readonly text: string;
}

/**
 * Get a message for an agent about background tasks that ended with an earlier process, once for each task. `told` contains
 * the tasks that were already reported. The tasks are not restarted.
 */
export function lostTasks(session: Session, told: ReadonlySet<string>): LostTasks {
  const lost = session
    .state(sessionTasks)
    .list()
    .filter(({ id, status, run }) => status === "lost" && run === undefined && !told.has(id));
  const lines = lost.map(({ id, title }) => `- ${id}: ${title}`);
  const text = `The process that ran these background tasks has ended, and so have the tasks. They were not restarted; start those that are still needed:\n${lines.join("\n")}`;
  return { ids: lost.map(({ id }) => id), text: lost.length > 0 ? text : "" };
}
