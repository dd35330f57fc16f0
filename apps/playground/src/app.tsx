import { useCallback, useEffect, useRef, useState } from "react";
import { Layout } from "./parts/bars/layout.tsx";
import { firstName, openWorkspace, type Workspace, type WorkspaceLocation } from "./workspace/workspace.ts";
import { openWorkspaceSession, type WorkspaceSession } from "./workspace/workspace-session.ts";

interface Open {
  /** How many were opened before: another workspace is another page, even below the same name. */
  readonly count: number;
  readonly workspace: Workspace;
  readonly workspaceSession: WorkspaceSession;
}

/** A workspace, and another one in its place when the person chooses it. */
export function App() {
  const [open, setOpen] = useState<Open>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef(0);
  const current = useRef<WorkspaceSession>(undefined);
  const opening = useRef<Promise<unknown>>(Promise.resolve());

  const choose = useCallback(async (place: WorkspaceLocation) => {
    latest.current += 1;
    const count = latest.current;
    try {
      const workspace = await openWorkspace(place);
      // One after the other: what a session keeps is read by the next one.
      const replace = async () => {
        if (count !== latest.current) return undefined;
        await current.current?.close();
        current.current = await openWorkspaceSession(workspace);
        return current.current;
      };
      const turn = opening.current.then(replace);
      opening.current = turn.catch(() => {});
      const workspaceSession = await turn;
      if (!workspaceSession) return;
      setOpen({ count, workspace, workspaceSession });
      setProblem(undefined);
      rememberPlace(place);
    } catch (error) {
      // Closing the folder dialog is not a problem.
      if (error instanceof DOMException && error.name === "AbortError") return;
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }, []);

  useEffect(() => void choose(rememberedPlace()), [choose]);

  if (!open) return <main className="loading">{problem ?? "Opening a workspace …"}</main>;
  return (
    <Layout
      key={open.count}
      workspace={open.workspace}
      workspaceSession={open.workspaceSession}
      problem={problem}
      onPlace={choose}
    />
  );
}

const key = "holdall-playground-place";

/** A folder needs a click each time, so a page starts in the browser's own storage or in memory. */
function rememberedPlace(): WorkspaceLocation {
  const name = localStorage.getItem(key);
  return name === null ? { kind: "memory" } : { kind: "browser", name: name || firstName };
}

function rememberPlace(place: WorkspaceLocation): void {
  if (place.kind === "browser") localStorage.setItem(key, place.name);
  else localStorage.removeItem(key);
}
