import type { CallView } from "@holdall/call-view";
import { CallList, type OpenQuestion } from "@holdall/ui-react";
import { lazy, Suspense, useState } from "react";
import type { Entry } from "../transcript.ts";
import type { WorkspaceSession } from "../workspace/workspace-session.ts";
import { Markdown } from "./markdown.tsx";
import { WaitingForm } from "./waiting-form.tsx";

// Only calls of servers have one.
const ServerPage = lazy(() => import("../servers/server-page.tsx").then((module) => ({ default: module.ServerPage })));

interface TranscriptViewProps {
  readonly entries: readonly Entry[];
  readonly calls: readonly CallView[];
  readonly questions: readonly OpenQuestion[];
  readonly isRunning: boolean;
  readonly workspaceSession: WorkspaceSession;
}

type Words = Exclude<Entry, { readonly kind: "call" }>;

/** Words and calls in order; calls that follow each other are one list. */
export function TranscriptView({ entries, calls, questions, isRunning, workspaceSession }: TranscriptViewProps) {
  const families = groupByRoot(calls);
  return inGroups(entries).map((group, at, all) =>
    group.kind === "calls" ? (
      <CallList
        key={group.id}
        calls={group.ids.flatMap((id) => families.get(id) ?? [])}
        answers={["once", "session", "deny"]}
        isOpen={({ blocks }) => blocks.some(({ kind }) => kind === "diff" || kind === "file")}
        loadFile={workspaceSession.loadFile}
        renderForm={(call) => (
          <>
            <WaitingForm call={call} waiting={questions} workspaceSession={workspaceSession} />
            {call.category === "mcp" && call.state === "success" && (
              <Suspense>
                <ServerPage callId={call.id} workspaceSession={workspaceSession} />
              </Suspense>
            )}
          </>
        )}
        onAnswer={(call, answer) => void workspaceSession.approvals.answer(call.id, answer)}
      />
    ) : group.kind === "reasoning" ? (
      <Reasoning key={group.id} text={group.text} isCurrent={isRunning && at === all.length - 1} />
    ) : (
      <div key={group.id} className={`words ${group.kind === "task" ? "task" : "said"}`}>
        {group.kind === "task" ? <p>{group.text}</p> : <Markdown text={group.text} />}
      </div>
    ),
  );
}

/** Open while it is written, and folded after, unless the person has decided. */
function Reasoning({ text, isCurrent }: { readonly text: string; readonly isCurrent: boolean }) {
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? isCurrent;
  return (
    <details
      className="reasoning"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpened(currentTarget.open)}
    >
      <summary>Reasoning</summary>
      <div className="words">
        <Markdown text={text} />
      </div>
    </details>
  );
}

function inGroups(
  entries: readonly Entry[],
): (Words | { readonly kind: "calls"; readonly id: string; readonly ids: string[] })[] {
  const groups: ReturnType<typeof inGroups> = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (entry.kind !== "call") groups.push(entry);
    else if (last?.kind === "calls") last.ids.push(entry.id);
    else groups.push({ kind: "calls", id: entry.id, ids: [entry.id] });
  }
  return groups;
}

/** Each call that none of the others has made, with all that come from it. */
function groupByRoot(calls: readonly CallView[]): ReadonlyMap<string, CallView[]> {
  const roots = new Map<string, string>();
  const families = new Map<string, CallView[]>();
  for (const call of calls) {
    // A call comes after the one that makes it.
    const root = (call.parentId !== undefined && roots.get(call.parentId)) || call.id;
    roots.set(call.id, root);
    const family = families.get(root);
    if (family) family.push(call);
    else families.set(root, [call]);
  }
  return families;
}
