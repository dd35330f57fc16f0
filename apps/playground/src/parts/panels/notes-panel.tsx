import { type Path, toPath, toToolError } from "@holdall/tool-core";
import { openNotes } from "@holdall/tools-memory";
import { useCalls } from "@holdall/ui-react";
import { useEffect, useState } from "react";
import type { Workspace } from "../../workspace/workspace.ts";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";

interface NotesPanelProps {
  readonly workspace: Workspace;
  readonly workspaceSession: WorkspaceSession;
}

interface ShownNote {
  readonly path: Path;
  readonly text: string;
  readonly trust: string;
}

/** What agents have written down for later sessions, and whose words it is. */
export function NotesPanel({
  workspace: { state, isKept },
  workspaceSession: { store, callAsPerson },
}: NotesPanelProps) {
  const calls = useCalls(store);
  const done = calls.filter(({ category, state: now }) => category === "memory" && now === "success").length;
  const [notes, setNotes] = useState<readonly ShownNote[]>([]);
  const [problem, setProblem] = useState("");

  // Each call of memory that ended may have changed a note.
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const found = openNotes({ backend: state });
      const paths = await found.list(toPath("/memories"));
      const read = await Promise.all(paths.map((path) => found.find(path)));
      const shown = read.flatMap((note) =>
        note ? [{ path: note.path, text: note.text, trust: note.facts?.trust ?? "untrusted" }] : [],
      );
      if (isCurrent) setNotes(shown);
    };
    load().catch((error) => setProblem(toToolError(error).message));
    return () => {
      isCurrent = false;
    };
  }, [state, done]);

  return (
    <div className="notes">
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {notes.length === 0 && <p className="empty">No notes yet. An agent writes them with memory.</p>}
      {notes.map(({ path, text, trust }) => (
        <article key={path} aria-label={path}>
          <header className="head">
            <code>{path}</code>
            <small>{trust}</small>
            <button
              type="button"
              aria-label={`Delete ${path}`}
              onClick={() => void callAsPerson("memory", { command: "delete", path })}
            >
              Delete
            </button>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre tabIndex={0}>{text}</pre>
        </article>
      ))}
      <p className="about">
        {isKept ? "This browser keeps them with the workspace." : "They are gone when this page is closed."}
      </p>
    </div>
  );
}
