import type { Mode } from "@holdall/permissions";
import { useApprovals, useQuestions } from "@holdall/ui-react";
import { lazy, Suspense, useState } from "react";
import type { ToolSet } from "../../tool-sets.ts";
import { useFiles } from "../../workspace/use-files.ts";
import type { Workspace, WorkspaceLocation } from "../../workspace/workspace.ts";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";
import { ChatPanel } from "../panels/chat-panel.tsx";
import { EventsPanel } from "../panels/events-panel.tsx";
import { FilesPanel } from "../panels/files-panel.tsx";
import { NotesPanel } from "../panels/notes-panel.tsx";
import { PromptPanel } from "../panels/prompt-panel.tsx";
import { RewindPanel } from "../panels/rewind-panel.tsx";
import { TodosPanel } from "../panels/todos-panel.tsx";
import { ToolsPanel } from "../panels/tools-panel.tsx";
import { Tabs } from "./tabs.tsx";
import { TopBar } from "./top-bar.tsx";

// The page shows before these have come.
const OutboxPanel = lazy(() =>
  import("../panels/outbox-panel.tsx").then((module) => ({ default: module.OutboxPanel })),
);
const ServersPanel = lazy(() =>
  import("../../servers/servers-panel.tsx").then((module) => ({ default: module.ServersPanel })),
);
const RunsPanel = lazy(() => import("../panels/runs-panel.tsx").then((module) => ({ default: module.RunsPanel })));

interface LayoutProps {
  readonly workspace: Workspace;
  readonly workspaceSession: WorkspaceSession;
  readonly problem: string | undefined;
  readonly onPlace: (place: WorkspaceLocation) => void;
}

type Area = "files" | "chat" | "panels";

/** One workspace: files on the left, the chat in the middle, tools and what they left on the right; on a phone one of them at a time. */
export function Layout({ workspace, workspaceSession, problem, onPlace }: LayoutProps) {
  const [area, setArea] = useState<Area>("chat");
  const [mode, setMode] = useState<Mode>("default");
  const [toolSet, setToolSet] = useState<ToolSet>("coding");
  const { listing, refresh } = useFiles(workspace.backend, workspaceSession.store.subscribe);
  const open = useQuestions(workspaceSession.questions).length;
  const waiting = useApprovals(workspaceSession.approvals).length + open;
  const changeMode = (next: Mode) => {
    workspaceSession.setMode(next);
    setMode(next);
  };
  const startOver = () => void workspaceSession.forget().then(() => onPlace(workspace.place));
  return (
    <div className="page" data-area={area}>
      <TopBar workspace={workspace} mode={mode} onPlace={onPlace} onMode={changeMode} />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <main className="areas">
        <FilesPanel workspace={workspace} workspaceSession={workspaceSession} listing={listing} />
        <ChatPanel
          workspaceSession={workspaceSession}
          toolSet={toolSet}
          onStartOver={workspace.isKept ? startOver : undefined}
        />
        <section className="panels" aria-label="Panels">
          <Tabs
            label="Panel"
            tabs={[
              {
                name: "Tools",
                content: (
                  <ToolsPanel workspaceSession={workspaceSession} listing={listing} onRun={() => setArea("chat")} />
                ),
              },
              { name: "Todos", content: <TodosPanel workspaceSession={workspaceSession} /> },
              { name: "Notes", content: <NotesPanel workspace={workspace} workspaceSession={workspaceSession} /> },
              {
                name: "Outbox",
                content: (
                  <Suspense>
                    <OutboxPanel workspaceSession={workspaceSession} isKept={workspace.isKept} />
                  </Suspense>
                ),
              },
              {
                name: "Runs",
                content: (
                  <Suspense>
                    <RunsPanel workspaceSession={workspaceSession} />
                  </Suspense>
                ),
              },
              {
                name: "Servers",
                content: (
                  <Suspense>
                    <ServersPanel workspaceSession={workspaceSession} />
                  </Suspense>
                ),
              },
              { name: "Rewind", content: <RewindPanel workspaceSession={workspaceSession} onRestored={refresh} /> },
              {
                name: "Prompt",
                content: <PromptPanel workspaceSession={workspaceSession} toolSet={toolSet} onToolSet={setToolSet} />,
              },
              { name: "Events", content: <EventsPanel workspaceSession={workspaceSession} /> },
            ]}
          />
        </section>
      </main>
      <nav className="areas-nav" aria-label="Areas">
        {(["files", "chat", "panels"] as const).map((name) => (
          <button type="button" key={name} aria-pressed={area === name} onClick={() => setArea(name)}>
            {{ files: "Files", chat: "Chat", panels: "Panels" }[name]}
            {name === "chat" && waiting > 0 && <span className="waiting">{waiting} waiting</span>}
          </button>
        ))}
      </nav>
    </div>
  );
}
