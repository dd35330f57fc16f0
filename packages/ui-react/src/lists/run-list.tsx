import type { RunView, RunWaitView } from "@holdall/call-view";
import type { ReactNode } from "react";
import { Badge } from "../_blocks/badge.tsx";
import { ApprovalForm } from "../ask/approval-form.tsx";
import { PlanForm } from "../ask/plan-form.tsx";
import { QuestionForm } from "../ask/question-form.tsx";

export interface RunListProps {
  /** What `viewRun` makes of the runs of an engine, in the order to show them. */
  readonly runs: readonly RunView[];
  /** The user's answer: `event` and `payload` are for `engine.signal`. Without it, what runs wait for is shown and cannot be answered here. */
  readonly onAnswer?: ((run: RunView, event: string, payload: RunReply) => void) | undefined;
  readonly onCancel?: ((run: RunView) => void) | undefined;
}

/** The approval or denial of a call, or the reply of a form for questions or plans. */
export type RunReply =
  | boolean
  | Parameters<Parameters<typeof QuestionForm>[0]["onReply"]>[0]
  | Parameters<Parameters<typeof PlanForm>[0]["onReply"]>[0];

/** Runs of an engine: their state, steps, and forms for what they wait for. */
export function RunList({ runs, onAnswer, onCancel }: RunListProps): ReactNode {
  return (
    <ol className="holdall-runs">
      {runs.map((run) => (
        <li key={run.id}>
          <Run run={run} onAnswer={onAnswer} onCancel={onCancel} />
        </li>
      ))}
    </ol>
  );
}

const marks = { done: "✓", failed: "✗", running: "…" } as const;

function Run({ run, onAnswer, onCancel }: Omit<RunListProps, "runs"> & { readonly run: RunView }): ReactNode {
  const { id, name, label, tone, state, created, ended, steps, waits, error } = run;
  return (
    <article aria-label={`Run ${name}: ${label}`} data-state={state}>
      <header>
        <span className="holdall-title">{name}</span>
        <Badge tone={tone}>{label}</Badge>
        <small>
          <Time at={created} />
          {ended !== undefined && (
            <>
              {" to "}
              <Time at={ended} />
            </>
          )}
        </small>
        {onCancel && ended === undefined && (
          <button type="button" aria-label={`Cancel run ${name}`} onClick={() => onCancel(run)}>
            Cancel
          </button>
        )}
      </header>
      <small className="holdall-hash">
        <code>{id}</code>
      </small>
      {steps.length > 0 && (
        <ol className="holdall-run-steps" aria-label="Steps">
          {steps.map(({ position, name: step, status, detail }) => (
            <li key={position} data-status={status}>
              <span aria-hidden="true">{marks[status]}</span>
              <span className="holdall-hidden">{status}</span>
              <div>
                {step}
                {detail !== undefined && <small>{detail}</small>}
              </div>
            </li>
          ))}
        </ol>
      )}
      {error && (
        <div className="holdall-error">
          <p>{error.message}</p>
          {error.hint !== undefined && <p className="holdall-hint">{error.hint}</p>}
        </div>
      )}
      {waits.map((wait) => (
        <Wait key={wait.position} wait={wait} onReply={onAnswer && replyTo(run, wait, onAnswer)} />
      ))}
    </article>
  );
}

const replyTo =
  (run: RunView, { event }: RunWaitView, onAnswer: NonNullable<RunListProps["onAnswer"]>) =>
  (payload: RunReply) =>
    event === undefined ? undefined : onAnswer(run, event, payload);

interface WaitProps {
  readonly wait: RunWaitView;
  readonly onReply: ((payload: RunReply) => void) | undefined;
}

function Wait({ wait: { event, until, asked }, onReply }: WaitProps): ReactNode {
  if (asked && onReply) {
    if (asked.kind === "questions") return <QuestionForm request={asked.request} onReply={onReply} />;
    if (asked.kind === "plan") return <PlanForm request={asked.request} onReply={onReply} />;
    const { tool, approval } = asked;
    const call = {
      id: approval.id,
      tool,
      title: tool,
      category: "",
      state: "asking",
      subject: "",
      outcome: "",
    } as const;
    return (
      <ApprovalForm call={{ ...call, blocks: [], approval }} onAnswer={(_, answer) => onReply(answer !== "deny")} />
    );
  }
  const question =
    asked?.kind === "approval" ? asked.approval.prompt : asked ? `The user's answer: ${asked.kind}` : undefined;
  return (
    <p className="holdall-more">
      Waits{question !== undefined || event !== undefined ? ` for ${question ?? event}` : ""}
      {until !== undefined && (
        <>
          {" until "}
          <Time at={until} />
        </>
      )}
    </p>
  );
}

const Time = ({ at }: { readonly at: number }): ReactNode => (
  <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>
);
