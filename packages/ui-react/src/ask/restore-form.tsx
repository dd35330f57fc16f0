import type { PathNote, RestorePlanView } from "@holdall/call-view";
import type { FormEvent, ReactNode } from "react";

export type RestorePart = "both" | "files" | "conversation";

/** A user's answer to a plan. `include`: paths of conflicts that are to be overwritten. */
export type RestoreReply =
  | { readonly outcome: "restore"; readonly parts: RestorePart; readonly include: readonly string[] }
  | { readonly outcome: "cancelled" };

export interface RestoreFormProps {
  readonly plan: RestorePlanView;
  readonly onReply: (reply: RestoreReply) => void;
  /** What can be restored; with one value there is no choice. Only `both` by default. */
  readonly parts?: readonly [RestorePart, ...RestorePart[]] | undefined;
}

const partNames: Readonly<Record<RestorePart, string>> = {
  both: "Files and conversation",
  files: "Files",
  conversation: "Conversation",
};

/** A preview of restoring a checkpoint. Files that others changed stay unless the user selects them. */
export function RestoreForm({ plan, onReply, parts = ["both"] }: RestoreFormProps): ReactNode {
  const { restore, delete: gone, conflicts, notKept, cannotUndo, isEmpty } = plan;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const wanted = parts.find((part) => part === form.get("parts")) ?? parts[0];
    onReply({ outcome: "restore", parts: wanted, include: form.getAll("include").map(String) });
  };
  return (
    <form className="holdall-approval holdall-form" onSubmit={submit}>
      <fieldset>
        <legend>Go back to {plan.checkpoint}?</legend>
        {isEmpty && <p>No file is different from then.</p>}
        <Paths title="Restored" paths={restore} />
        <Paths title="Removed, as this session made them" paths={gone} />
        <Paths title="Not kept, so they stay as they are" paths={notKept} />
        {cannotUndo.length > 0 && (
          <div className="holdall-list">
            <p>Stays done:</p>
            <ul>
              {cannotUndo.map((what, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may have been done twice
                <li key={at}>{what}</li>
              ))}
            </ul>
          </div>
        )}
      </fieldset>
      {conflicts.length > 0 && (
        <fieldset>
          <legend>Changed by others: they stay unless you choose them</legend>
          {conflicts.map(({ path, shown, note }) => (
            <label key={path} className="holdall-option">
              <input type="checkbox" name="include" value={path} />
              <span>
                <code>{shown}</code>
                <small>{note}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {parts.length > 1 && (
        <fieldset>
          <legend>What to restore</legend>
          {parts.map((part, at) => (
            <label key={part} className="holdall-option">
              <input type="radio" name="parts" value={part} defaultChecked={at === 0} />
              <span>{partNames[part]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="holdall-answers">
        <button type="submit" data-answer="restore">
          Restore
        </button>
        <button type="button" data-answer="cancel" onClick={() => onReply({ outcome: "cancelled" })}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function Paths({ title, paths }: { readonly title: string; readonly paths: readonly PathNote[] }): ReactNode {
  if (paths.length === 0) return null;
  return (
    <div className="holdall-list">
      <p>{title}:</p>
      <ul>
        {paths.map(({ path, shown, note }) => (
          <li key={path}>
            <code>{shown}</code> {note && <small>{note}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}
