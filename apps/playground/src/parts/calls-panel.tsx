import { CallList, useApprovals, useCalls, useQuestions } from "@holdall/ui-react";
import { type UIEvent, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { WorkspaceSession } from "../workspace-session.ts";
import { PlanModeBar } from "./plan-mode-bar.tsx";
import { WaitingForm } from "./waiting-form.tsx";

interface CallsPanelProps {
  readonly workspaceSession: WorkspaceSession;
  /** The person wants a session without calls; absent where none is kept. */
  readonly onStartOver: (() => void) | undefined;
}

/** Every call of the session. A question that is open stands out, and can be answered where it is. */
export function CallsPanel({ workspaceSession, onStartOver }: CallsPanelProps) {
  const calls = useCalls(workspaceSession.store);
  const approvals = useApprovals(workspaceSession.approvals);
  const questions = useQuestions(workspaceSession.questions);
  const waiting = approvals.length + questions.length;
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
    const first = box.current?.querySelector<HTMLElement>(".holdall-approval :is(input, .holdall-plan, button)");
    first?.scrollIntoView({ block: "center" });
    first?.focus();
  };
  return (
    <section ref={box} className="calls" aria-label="Calls" onScroll={follow}>
      <header className="head">
        <h2>Calls</h2>
        {waiting > 0 && (
          <button type="button" className="waiting" onClick={showQuestion}>
            {waiting} waiting for you
          </button>
        )}
        <button
          type="button"
          disabled={calls.length === 0}
          onClick={() => void workspaceSession.callAsPerson("undo", {})}
        >
          Undo last change
        </button>
        {onStartOver && calls.length > 0 && (
          <button type="button" onClick={onStartOver}>
            Start over
          </button>
        )}
        <PlanModeBar workspaceSession={workspaceSession} />
      </header>
      {calls.length === 0 && (
        <div className="welcome">
          <h3>Nothing has been called yet</h3>
          <p>Every call shows up here: what it was asked, what it answered, what it changed.</p>
          <ol>
            <li>Start a tour: let the agent repair the shop, and answer what it asks.</li>
            <li>Call a tool yourself, under Tools.</li>
            <li>Take it back: undo takes back one change, Rewind a whole turn. What you did stays.</li>
          </ol>
        </div>
      )}
      <CallList
        calls={calls}
        answers={["once", "session", "deny"]}
        isOpen={({ blocks }) => blocks.some(({ kind }) => kind === "diff" || kind === "file")}
        loadFile={workspaceSession.loadFile}
        renderForm={(call) => <WaitingForm call={call} waiting={questions} workspaceSession={workspaceSession} />}
        onAnswer={(call, answer) => void workspaceSession.approvals.answer(call.id, answer)}
      />
    </section>
  );
}
