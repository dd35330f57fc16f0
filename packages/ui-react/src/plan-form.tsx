import type { PlanReply, PlanRequest } from "@holdall/tool-core/interact";
import type { FormEvent, ReactNode } from "react";
import { askedBy, shownText } from "./_shown-text.ts";

export interface PlanFormProps {
  readonly request: PlanRequest;
  readonly onReply: (reply: PlanReply) => void;
}

/** A plan, whole, with what is permitted with it. Only its own button approves it: sending what was written asks for changes. */
export function PlanForm({ request, onReply }: PlanFormProps): ReactNode {
  const { plan, planId, grants, path } = request;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const feedback = String(new FormData(event.currentTarget).get("feedback") ?? "").trim();
    onReply({ outcome: "changes", ...(feedback !== "" && { feedback }) });
  };
  return (
    <form className="holdall-approval" onSubmit={submit}>
      <fieldset>
        <legend>{askedBy(path)}Carry out this plan?</legend>
        <pre>{shownText(plan)}</pre>
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
          Ask for changes
        </button>
        <button type="button" data-answer="decline" onClick={() => onReply({ outcome: "declined" })}>
          Decline
        </button>
      </div>
    </form>
  );
}
