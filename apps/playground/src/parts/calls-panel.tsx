import { CallList, useApprovals, useCalls } from "@holdall/ui-react";
import { type UIEvent, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { WorkspaceSession } from "../workspace-session.ts";

/** Every call of the session. A question that is open stands out, and can be answered where it is. */
export function CallsPanel({ workspaceSession }: { readonly workspaceSession: WorkspaceSession }) {
  const calls = useCalls(workspaceSession.store);
  const waiting = useApprovals(workspaceSession.approvals);
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  // Who reads further up is left there; who follows keeps following.
  const toEnd = useCallback(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  useLayoutEffect(toEnd, [calls, waiting]);
  useEffect(() => {
    const resized = new ResizeObserver(toEnd);
    if (box.current) resized.observe(box.current);
    return () => resized.disconnect();
  }, [toEnd]);
  const follow = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) => {
    if (clientHeight > 0) isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
  };
  const showQuestion = () => {
    const first = box.current?.querySelector<HTMLElement>(".holdall-answers button");
    first?.scrollIntoView({ block: "center" });
    first?.focus();
  };
  return (
    <section ref={box} className="calls" aria-label="Calls" onScroll={follow}>
      <header className="head">
        <h2>Calls</h2>
        {waiting.length > 0 && (
          <button type="button" className="waiting" onClick={showQuestion}>
            {waiting.length} waiting for you
          </button>
        )}
        <button
          type="button"
          disabled={calls.length === 0}
          onClick={() => void workspaceSession.callAsPerson("undo_edit", {})}
        >
          Undo last change
        </button>
      </header>
      {calls.length === 0 && (
        <div className="welcome">
          <h3>Nothing has been called yet</h3>
          <p>Every call shows up here: what it was asked, what it answered, what it changed.</p>
          <ol>
            <li>Let the agent repair the shop, and answer what it asks.</li>
            <li>Call a tool yourself, under Tools.</li>
            <li>Take a change back: undo knows what the agent did, and leaves what you did.</li>
          </ol>
        </div>
      )}
      <CallList
        calls={calls}
        answers={["once", "session", "deny"]}
        isOpen={({ blocks }) => blocks.some(({ kind }) => kind === "diff")}
        onAnswer={(call, answer) => void workspaceSession.approvals.answer(call.id, answer)}
      />
    </section>
  );
}
