import type { Mode } from "@holdall/permissions";
import { useApprovals } from "@holdall/ui-react";
import { useState } from "react";
import type { Hands } from "../hands.ts";
import type { ToolSet } from "../tool-sets.ts";
import { useFiles } from "../use-files.ts";
import type { Place, Workspace } from "../workspace.ts";
import { AgentPanel } from "./agent-panel.tsx";
import { CallsPanel } from "./calls-panel.tsx";
import { EventsPanel } from "./events-panel.tsx";
import { FilesPanel } from "./files-panel.tsx";
import { PromptPanel } from "./prompt-panel.tsx";
import { Tabs } from "./tabs.tsx";
import { TodosPanel } from "./todos-panel.tsx";
import { ToolsPanel } from "./tools-panel.tsx";
import { TopBar } from "./top-bar.tsx";

interface DeskProps {
  readonly workspace: Workspace;
  readonly hands: Hands;
  readonly problem: string | undefined;
  readonly onPlace: (place: Place) => void;
}

type Area = "files" | "calls" | "work";

/** One workspace: files on the left, calls in the middle, what one can do on the right; on a phone one of them at a time. */
export function Desk({ workspace, hands, problem, onPlace }: DeskProps) {
  const [area, setArea] = useState<Area>("work");
  const [mode, setMode] = useState<Mode>("default");
  const [toolSet, setToolSet] = useState<ToolSet>("coding");
  const listing = useFiles(workspace.backend, hands.store.subscribe);
  const waiting = useApprovals(hands.approvals).length;
  const showCalls = () => setArea("calls");
  const changeMode = (next: Mode) => {
    hands.setMode(next);
    setMode(next);
  };
  return (
    <div className="page" data-area={area}>
      <TopBar workspace={workspace} mode={mode} onPlace={onPlace} onMode={changeMode} />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <main className="areas">
        <FilesPanel workspace={workspace} hands={hands} listing={listing} />
        <CallsPanel hands={hands} />
        <section className="work" aria-label="Work">
          <Tabs
            label="What to do"
            tabs={[
              { name: "Agent", content: <AgentPanel hands={hands} toolSet={toolSet} onStart={showCalls} /> },
              { name: "Tools", content: <ToolsPanel hands={hands} listing={listing} onRun={showCalls} /> },
              { name: "Todos", content: <TodosPanel hands={hands} /> },
              { name: "Prompt", content: <PromptPanel hands={hands} toolSet={toolSet} onToolSet={setToolSet} /> },
              { name: "Events", content: <EventsPanel hands={hands} /> },
            ]}
          />
        </section>
      </main>
      <nav className="areas-nav" aria-label="Areas">
        {(["files", "calls", "work"] as const).map((name) => (
          <button type="button" key={name} aria-pressed={area === name} onClick={() => setArea(name)}>
            {{ files: "Files", calls: "Calls", work: "Work" }[name]}
            {name === "calls" && waiting > 0 && <span className="waiting">{waiting} waiting</span>}
          </button>
        ))}
      </nav>
    </div>
  );
}
