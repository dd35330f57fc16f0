import type { Mode } from "@holdall/permissions";
import { useCallback, useEffect, useState } from "react";
import { type Hands, openHands } from "./hands.ts";
import { AgentPanel } from "./parts/agent-panel.tsx";
import { CallsPanel } from "./parts/calls-panel.tsx";
import { EventsPanel } from "./parts/events-panel.tsx";
import { FilesPanel } from "./parts/files-panel.tsx";
import { PromptPanel } from "./parts/prompt-panel.tsx";
import { Tabs } from "./parts/tabs.tsx";
import { TodosPanel } from "./parts/todos-panel.tsx";
import { ToolsPanel } from "./parts/tools-panel.tsx";
import { TopBar } from "./parts/top-bar.tsx";
import { openWorkspace, type Place, type Workspace } from "./workspace.ts";

interface Open {
  readonly workspace: Workspace;
  readonly hands: Hands;
}

type Area = "files" | "calls" | "work";

/** The page: files on the left, calls in the middle, what one can do on the right; on a phone one of them at a time. */
export function App() {
  const [open, setOpen] = useState<Open>();
  const [problem, setProblem] = useState<string>();
  const [area, setArea] = useState<Area>("work");
  const [mode, setMode] = useState<Mode>("default");

  const choose = useCallback(async (place: Place) => {
    try {
      const workspace = await openWorkspace(place);
      const hands = await openHands(workspace);
      setOpen({ workspace, hands });
      setMode("default");
      setProblem(undefined);
      rememberPlace(place);
    } catch (error) {
      // Closing the folder dialog is no problem.
      if (error instanceof DOMException && error.name === "AbortError") return;
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }, []);

  useEffect(() => void choose(rememberedPlace()), [choose]);

  if (!open) return <main className="loading">{problem ?? "Opening a workspace …"}</main>;
  const { workspace, hands } = open;
  const changeMode = (next: Mode) => {
    hands.setMode(next);
    setMode(next);
  };
  return (
    <div className="page" data-area={area}>
      <TopBar workspace={workspace} mode={mode} onPlace={choose} onMode={changeMode} />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <main className="areas" key={workspace.backend.name + workspace.place}>
        <FilesPanel workspace={workspace} hands={hands} />
        <CallsPanel hands={hands} />
        <section className="work" aria-label="Work">
          <Tabs
            label="What to do"
            tabs={[
              { name: "Agent", content: <AgentPanel hands={hands} onStart={() => setArea("calls")} /> },
              { name: "Tools", content: <ToolsPanel hands={hands} onRun={() => setArea("calls")} /> },
              { name: "Todos", content: <TodosPanel hands={hands} /> },
              { name: "Prompt", content: <PromptPanel hands={hands} /> },
              { name: "Events", content: <EventsPanel hands={hands} /> },
            ]}
          />
        </section>
      </main>
      <nav className="areas-nav" aria-label="Areas">
        {(["files", "calls", "work"] as const).map((name) => (
          <button type="button" key={name} aria-pressed={area === name} onClick={() => setArea(name)}>
            {{ files: "Files", calls: "Calls", work: "Work" }[name]}
          </button>
        ))}
      </nav>
    </div>
  );
}

const key = "holdall-playground-place";

/** A folder needs a click each time, so a page starts in the browser's own storage or in memory. */
const rememberedPlace = (): Place => (localStorage.getItem(key) === "browser" ? "browser" : "memory");

const rememberPlace = (place: Place): void => localStorage.setItem(key, place);
