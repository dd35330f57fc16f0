import type { CallView } from "@holdall/call-view";
import type { ReactNode } from "react";
import type { Answer } from "./answer.ts";

export interface ApprovalFormProps {
  readonly call: CallView;
  readonly onAnswer: (call: CallView, answer: Answer) => void;
  /** The answers to offer. Approve once and deny by default: a permanent approval needs a place to store it. */
  readonly answers?: readonly Answer[] | undefined;
}

const labels: Readonly<Record<Answer, string>> = {
  once: "Allow once",
  session: "Allow in this session",
  always: "Always allow",
  deny: "Deny",
};

/** The request of a call, and the possible answers. */
export function ApprovalForm({ call, onAnswer, answers = ["once", "deny"] }: ApprovalFormProps): ReactNode {
  const { approval } = call;
  if (!approval) return null;
  return (
    <fieldset className="holdall-approval">
      <legend>
        <strong>{call.title}</strong> wants your permission
      </legend>
      {approval.prompt && (
        <p className="holdall-prompt" tabIndex={approval.prompt.length > 400 ? 0 : undefined}>
          {approval.prompt}
        </p>
      )}
      {approval.access.length > 0 && (
        <ul>
          {approval.access.map(({ action, target, cwd }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same target may stand twice
            <li key={at}>
              <span className="holdall-action">{action}</span> <code>{target}</code>
              {cwd !== undefined && (
                <>
                  {" "}
                  <span className="holdall-action">in</span> <code>{cwd}</code>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="holdall-answers">
        {answers.map((answer) => (
          <button type="button" key={answer} data-answer={answer} onClick={() => onAnswer(call, answer)}>
            {labels[answer]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
