import { useApprovals, useCalls, useQuestions } from "@holdall/ui-react";
import { type UIEvent, useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { namesOf, type ToolSet } from "../../tool-sets.ts";
import { useAgent } from "../../use-agent.ts";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";
import { Composer } from "../bars/composer.tsx";
import { PlanModeBar } from "../bars/plan-mode-bar.tsx";
import { Tours } from "../tours.tsx";
import { TranscriptView } from "../transcript-view.tsx";

interface ChatPanelProps {
  readonly workspaceSession: WorkspaceSession;
  /** The tools that a model gets. */
  readonly toolSet: ToolSet;
  /** The person wants a session without calls; absent where none is kept. */
  readonly onStartOver: (() => void) | undefined;
}

/** What was asked, thought, said and called, in order. A question that is open stands out, and can be answered where it is. */
export function ChatPanel({ workspaceSession, toolSet, onStartOver }: ChatPanelProps) {
  const { transcript } = workspaceSession;
  const agent = useAgent(workspaceSession, toolSet);
  const calls = useCalls(workspaceSession.store);
  const entries = useSyncExternalStore(transcript.subscribe, transcript.entries);
  const approvals = useApprovals(workspaceSession.approvals);
  const questions = useQuestions(workspaceSession.questions);
  const waiting = approvals.length + questions.length;
  const isEmpty = entries.length === 0;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // Who reads further up is left there; who follows keeps following.
  const toEnd = useCallback(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  useLayoutEffect(() => (isEmpty ? undefined : toEnd()), [calls, entries, waiting, isEmpty, toEnd]);
  useEffect(() => {
    const resized = new ResizeObserver(() => !isEmpty && toEnd());
    if (box.current) resized.observe(box.current);
    return () => resized.disconnect();
  }, [isEmpty, toEnd]);
  const follow = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) => {
    if (clientHeight > 0) isAtEnd.current = scrollHeight - scrollTop - clientHeight < 40;
  };
  const followAgain = () => {
    isAtEnd.current = true;
  };
  const showQuestion = () => {
    const first = box.current?.querySelector<HTMLElement>(".holdall-approval :is(input, .holdall-plan, button)");
    first?.scrollIntoView({ block: "center" });
    first?.focus();
  };
  const tools = namesOf(toolSet, workspaceSession.registry).length;
  return (
    <section className="chat" aria-label="Chat">
      <header className="head">
        <h2>Chat</h2>
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
        {onStartOver && !isEmpty && (
          <button type="button" onClick={onStartOver}>
            Start over
          </button>
        )}
        <PlanModeBar workspaceSession={workspaceSession} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div ref={box} className="log" role="log" aria-label="Transcript" tabIndex={0} onScroll={follow}>
        {isEmpty ? (
          <div className="welcome">
            <h3>Watch an agent work</h3>
            <p>
              Choose a tour. A script stands in for the model, so no key and no network are needed; the tools, the
              questions and the files are real. Or call a tool yourself, under Tools.
            </p>
            <Tours isRunning={agent.isRunning} onPlay={agent.play} />
          </div>
        ) : (
          <TranscriptView
            entries={entries}
            calls={calls}
            questions={questions}
            isRunning={agent.isRunning}
            workspaceSession={workspaceSession}
          />
        )}
      </div>
      <Composer
        agent={agent}
        offersTours={!isEmpty}
        about={`It gets the ${tools} tools of the preset “${toolSet}”. Choose another one under Prompt.`}
        onStart={followAgain}
      />
    </section>
  );
}
