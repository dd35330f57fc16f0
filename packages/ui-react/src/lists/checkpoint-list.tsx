import type { CheckpointView } from "@holdall/call-view";
import type { ReactNode } from "react";

export interface CheckpointListProps {
  /** Oldest first, as `checkpoints.list()` gives them. */
  readonly checkpoints: readonly CheckpointView[];
  /** The person wants to see what going back to it would do. */
  readonly onSelect: (checkpoint: CheckpointView) => void;
  /** The id of the one whose plan is shown. */
  readonly selected?: string | undefined;
}

/** Checkpoints, the newest first, each with a button that asks what restoring it would do. */
export function CheckpointList({ checkpoints, onSelect, selected }: CheckpointListProps): ReactNode {
  return (
    <ol className="holdall-checkpoints" reversed>
      {checkpoints.toReversed().map((checkpoint) => {
        const { id, at, label, outcome, notKept } = checkpoint;
        const left = notKept.length > 0 ? `${notKept.length} not kept` : "";
        const facts = [outcome && `${outcome} before`, left].filter(Boolean).join(", ");
        return (
          <li key={id}>
            <button type="button" aria-pressed={id === selected} onClick={() => onSelect(checkpoint)}>
              <span className="holdall-title">{label || id}</span>
              <small>
                <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time>
                {facts && ` · ${facts}`}
              </small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
