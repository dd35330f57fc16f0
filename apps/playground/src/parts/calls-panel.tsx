import { CallList, useApprovals, useCalls } from "@holdall/ui-react";
import { useEffect, useRef } from "react";
import type { Hands } from "../hands.ts";

/** Every call of the session. A question that is open stands out, and can be answered where it is. */
export function CallsPanel({ hands }: { readonly hands: Hands }) {
  const calls = useCalls(hands.store);
  const waiting = useApprovals(hands.approvals);
  const end = useRef<HTMLDivElement>(null);
  const latest = calls.at(-1)?.id;
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [latest, waiting.length]);
  return (
    <section className="calls" aria-label="Calls">
      <header>
        <h2>Calls</h2>
        {waiting.length > 0 && <span className="waiting">{waiting.length} waiting for you</span>}
        <button type="button" disabled={calls.length === 0} onClick={() => void hands.undo()}>
          Undo last change
        </button>
      </header>
      {calls.length === 0 && (
        <p className="empty">
          Nothing has been called yet. Let the agent repair the shop, or call a tool yourself: every call shows up here
          with what it was asked, what it answered and what it changed.
        </p>
      )}
      <CallList
        calls={calls}
        answers={["once", "session", "deny"]}
        isOpen={({ blocks }) => blocks.some(({ kind }) => kind === "diff")}
        onAnswer={(call, answer) => void hands.approvals.answer(call.id, answer)}
      />
      <div ref={end} />
    </section>
  );
}
