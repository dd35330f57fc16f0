import { type RunView, viewRun } from "@holdall/call-view";
import { RunList } from "@holdall/ui-react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";

const AttachServer = lazy(() =>
  import("../../attached/attach-server.tsx").then((module) => ({ default: module.AttachServer })),
);

/** Runs of the engine in this page: workflows, and a sample that waits for the user before it writes. Runs of a server, when one is attached. */
export function RunsPanel({ workspaceSession: { families } }: { readonly workspaceSession: WorkspaceSession }) {
  const { engine } = families;
  const [runs, setRuns] = useState<readonly RunView[]>([]);
  const [attaches, setAttaches] = useState(false);

  const refresh = useCallback(async () => {
    const found = await Promise.all((await engine.list()).map(({ id }) => engine.get(id)));
    setRuns(found.flatMap((run) => (run ? [viewRun(run)] : [])));
  }, [engine]);

  // Whatever happens to a run that is shown is shown at once; a run that another call starts is found within a second.
  useEffect(() => {
    const stop = new AbortController();
    const followed = new Set<string>();
    const follow = async (id: string) => {
      for await (const _ of engine.subscribe(id, 0, { signal: stop.signal })) await refresh();
      if (!stop.signal.aborted) await refresh();
    };
    const look = async () => {
      for (const { id } of await engine.list()) {
        if (followed.has(id)) continue;
        followed.add(id);
        void follow(id);
      }
    };
    void look();
    const timer = setInterval(() => void look(), 1_000);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [engine, refresh]);

  const start = async () => {
    await families.startSampleRun();
    await refresh();
  };

  return (
    <div className="notes runs">
      <div className="start">
        <button type="button" onClick={() => void start()}>
          Start the sample run
        </button>
      </div>
      <p className="about">
        A run goes on step by step and can wait for a person for days. The sample counts the files, then waits for your
        yes to write a report. Workflows show up here, too.
      </p>
      {runs.length === 0 && <p className="empty">No runs yet.</p>}
      <RunList
        runs={runs}
        onAnswer={({ id }, event, payload) => void engine.signal(id, event, payload as never).then(refresh)}
        onCancel={({ id }) => void engine.cancel(id, "the person canceled it").then(refresh)}
      />
      <p className="about">These runs live in memory and end with this page. An engine on a database keeps its runs.</p>
      <details className="unfold" onToggle={({ currentTarget }) => currentTarget.open && setAttaches(true)}>
        <summary>Attach a server</summary>
        {attaches && (
          <Suspense>
            <AttachServer />
          </Suspense>
        )}
      </details>
    </div>
  );
}
