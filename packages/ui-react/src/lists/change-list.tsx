import type { ChangeView } from "@holdall/call-view";
import type { ReactNode } from "react";

export interface ChangeListProps {
  /** Oldest first, as `checkpoints.calls()` gives them. */
  readonly changes: readonly ChangeView[];
  /** The person wants to take a call back, or all from there on. */
  readonly onUndo: (change: ChangeView, scope: "call" | "since") => void;
}

/** The changes of a session by call, the newest first, each with an undo button. */
export function ChangeList({ changes, onUndo }: ChangeListProps): ReactNode {
  const open = changes.filter(({ isUndone }) => !isUndone);
  return (
    <ol className="holdall-changes" reversed>
      {changes.toReversed().map((change) => {
        const { id, tool, what, at, outcome, paths, isUndone, isShared } = change;
        const isOlder = open.indexOf(change) >= 0 && open.at(-1) !== change;
        return (
          <li key={id}>
            <details>
              <summary>
                <span className="holdall-title">{what || tool}</span>
                <small>
                  <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time>
                  {` · ${outcome}`}
                  {isUndone && " · undone"}
                  {isShared && " · others may have changed some"}
                </small>
              </summary>
              <ul>
                {paths.map(({ path, shown, note }) => (
                  <li key={path}>
                    <code>{shown}</code> <small>{note}</small>
                  </li>
                ))}
              </ul>
            </details>
            {!isUndone && (
              <button type="button" data-answer="undo" onClick={() => onUndo(change, "call")}>
                Undo
              </button>
            )}
            {isOlder && (
              <button type="button" data-answer="undo-since" onClick={() => onUndo(change, "since")}>
                Undo all from here
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
