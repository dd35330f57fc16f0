import type { RunDetails, RunInfo, RunState, RunStep, RunWait } from "@holdall/durable/port";
import type { PersonAsked } from "@holdall/tools-agents/port";
import type { PlanRequest, QuestionRequest } from "@holdall/tools-interact/port";
import type { Tone } from "../blocks/tone.ts";
import type { ApprovalView } from "../call-view.ts";
import { counted, fieldOf, listOf, textOf } from "./fields.ts";
import { visible, visibleLine } from "./visible.ts";

/** A run of an engine as the user sees it: plain data, made from what `engine.get` or `engine.list` gives. */
export interface RunView {
  readonly id: string;
  readonly name: string;
  readonly state: RunState;
  readonly label: string;
  readonly tone: Tone;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly ended?: number | undefined;
  /** Steps that were begun, in their order. Empty for a run of a list, which has none. */
  readonly steps: readonly {
    readonly position: string;
    readonly name: string;
    readonly status: "done" | "failed" | "running";
    readonly detail?: string | undefined;
  }[];
  readonly waits: readonly RunWaitView[];
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined;
}

/**
 * The event that a run waits for. `event` receives the answer through `engine.signal`; it is absent if the run waits for a
 * time.
 */
export interface RunWaitView {
  readonly position: string;
  readonly event?: string | undefined;
  /** When it stops waiting, in milliseconds since 1970. */
  readonly until?: number | undefined;
  /** The question to the user, if any. The reply is the payload of the event. */
  readonly asked?:
    | { readonly kind: "approval"; readonly tool: string; readonly approval: ApprovalView }
    | { readonly kind: "questions"; readonly request: QuestionRequest }
    | { readonly kind: "plan"; readonly request: PlanRequest }
    | undefined;
}

const labels: Readonly<Record<RunState, readonly [label: string, tone: Tone]>> = {
  queued: ["queued", "neutral"],
  running: ["running", "neutral"],
  waiting: ["waiting", "caution"],
  completed: ["completed", "good"],
  failed: ["failed", "bad"],
  canceled: ["canceled", "neutral"],
  parked: ["parked: its workers were lost", "bad"],
};

/** The view of a run. `waiting` says that it waits for the user. */
export function viewRun(run: RunInfo | RunDetails): RunView {
  const steps = "steps" in run ? run.steps : [];
  const asked = steps.flatMap(askedBy);
  const waits = ("waits" in run ? run.waits : []).map((wait) => waitOf(wait, asked));
  const [label, tone] = labels[run.state] ?? [visibleLine(run.state), "neutral"];
  const isAsking = run.state === "waiting" && waits.some((wait) => wait.asked !== undefined);
  return {
    id: run.id,
    name: visibleLine(run.name),
    state: run.state,
    label: isAsking ? "waiting for you" : label,
    tone,
    created: run.created,
    ...(run.ended !== undefined && { ended: run.ended }),
    // What only says that the user is asked is shown as that question, or as its answer's effect.
    steps: steps.filter((step) => askedBy(step).length === 0).map(stepOf),
    waits,
    ...(run.error && {
      error: {
        code: run.error.code,
        message: visible(run.error.message),
        ...(run.error.hint !== undefined && { hint: visible(run.error.hint) }),
      },
    }),
  };
}

const maxDetail = 300;

function stepOf({ position, name, output, error, failures, ended }: RunStep): RunView["steps"][number] {
  const call = callOf(output);
  const text = error?.message ?? call?.text ?? (output === undefined || output === null ? "" : JSON.stringify(output));
  const cut =
    text.length > maxDetail ? `${text.slice(0, maxDetail).toWellFormed()} [${text.length} characters in all]` : text;
  const detail = [cut, ...(failures > 0 ? [`${counted(failures, "failed attempt")} before`] : [])]
    .filter(Boolean)
    .join(" · ");
  return {
    position,
    name: visibleLine(/^wait (approval|question|plan) \S+$/.exec(name)?.[1]?.concat(" answered") ?? name),
    status: error || call?.ok === false ? "failed" : ended === undefined ? "running" : "done",
    ...(detail !== "" && { detail: visibleLine(detail) }),
  };
}

/** What is kept of a tool call, as `callInRun` keeps it: whether it went well, and what it answered or why it did not. */
function callOf(output: unknown): { readonly ok: boolean; readonly text: string } | undefined {
  const ok = fieldOf(output, "ok");
  if (typeof ok !== "boolean" || !Array.isArray(fieldOf(output, "content"))) return undefined;
  const texts = listOf(output, "content").map((part) => textOf(part, "text") ?? "");
  return { ok, text: textOf(fieldOf(output, "error"), "message") ?? texts.join("\n") };
}

const askedBy = ({ output }: RunStep): PersonAsked[] => {
  const asked = fieldOf(output, "asked");
  return textOf(asked, "event") === undefined ? [] : [asked as PersonAsked];
};

function waitOf({ position, event, until }: RunWait, asked: readonly PersonAsked[]): RunWaitView {
  const question = asked.find((each) => each.event === event);
  return {
    position,
    ...(event !== undefined && { event }),
    ...(until !== undefined && { until }),
    ...(question && { asked: questionOf(question) }),
  };
}

function questionOf(asked: PersonAsked): NonNullable<RunWaitView["asked"]> {
  if ("question" in asked) return { kind: "questions", request: asked.question };
  if ("plan" in asked) return { kind: "plan", request: asked.plan };
  const { id, tool, prompt } = asked.approval;
  const access = listOf(asked.approval, "access").map((each) => ({
    action: textOf(each, "action") ?? "",
    target: visible(textOf(each, "target") ?? ""),
  }));
  return { kind: "approval", tool: visibleLine(tool), approval: { id, prompt: visible(prompt), access } };
}
