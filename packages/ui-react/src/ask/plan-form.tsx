import type { PlanReply, PlanRequest } from "@holdall/tools-interact/port";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { askedBy, shownText } from "../parts/shown-text.ts";
import { StyledSource } from "../parts/styled-source.tsx";

export interface PlanFormProps {
  readonly request: PlanRequest;
  readonly onReply: (reply: PlanReply) => void;
}

/** A complete plan, with the permissions that it requests. Only its own button approves it; sending text requests changes. */
export function PlanForm({ request, onReply }: PlanFormProps): ReactNode {
  const { plan, planId, grants, path } = request;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const feedback = String(new FormData(event.currentTarget).get("feedback") ?? "").trim();
    onReply({ outcome: "changes", ...(feedback !== "" && { feedback }) });
  };
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <form className="holdall-approval holdall-form" onSubmit={submit} onKeyDown={submitByKey}>
      <fieldset>
        <legend>{askedBy(path)}Carry out this plan?</legend>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="holdall-plan" aria-label="Plan" tabIndex={0}>
          <StyledSource text={shownText(plan)} />
        </section>
        {grants.length > 0 && (
          <>
            <p>Permitted with it, until the plan ends:</p>
            <ul>
              {grants.map(({ tool, scope }) => (
                <li key={`${tool} ${scope}`}>
                  <span className="holdall-action">{shownText(tool)}</span> <code>{shownText(scope)}</code>
                </li>
              ))}
            </ul>
          </>
        )}
        <label>
          <span>What to change</span>
          <textarea name="feedback" rows={2} />
        </label>
      </fieldset>
      <div className="holdall-answers">
        <button type="button" data-answer="approve" onClick={() => onReply({ outcome: "approved", planId })}>
          Approve
        </button>
        <button type="submit" data-answer="changes">
          Keep planning
        </button>
        <button type="button" data-answer="decline" onClick={() => onReply({ outcome: "declined" })}>
          Decline
        </button>
      </div>
    </form>
  );
}
