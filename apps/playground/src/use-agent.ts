import { useEffect, useRef, useState } from "react";
import type { Task } from "./agent/run-model.ts";
import { runScript } from "./agent/run-script.ts";
import type { Tour } from "./agent/step.ts";
import type { ToolSet } from "./tool-sets.ts";
import { pause } from "./wait.ts";
import type { WorkspaceSession } from "./workspace/workspace-session.ts";

export interface Agent {
  readonly isRunning: boolean;
  /** Why the last one ended before it was done. */
  readonly problem: string | undefined;
  readonly play: (tour: Tour) => void;
  readonly ask: (task: Task) => void;
  readonly stop: () => void;
}

/** One agent at a time, which writes into the transcript. It is stopped with the page. */
export function useAgent(workspaceSession: WorkspaceSession, toolSet: ToolSet): Agent {
  const [problem, setProblem] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (task: string, work: (signal: AbortSignal) => Promise<void>) => {
    const stop = new AbortController();
    running.current = stop;
    setRunning(true);
    setProblem(undefined);
    workspaceSession.transcript.say("task", task);
    workspaceSession.checkpoints.beginTurn({ label: task.slice(0, 80) });
    try {
      await work(stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setRunning(false);
    }
  };
  return {
    isRunning,
    problem,
    play: (tour) => void run(tour.title, (signal) => runScript(tour, workspaceSession, pause, signal)),
    ask: ({ choice, prompt }) =>
      void run(prompt, async (signal) => {
        workspaceSession.families.noteUser(workspaceSession.session, prompt);
        const { runModel } = await import("./agent/run-model.ts");
        await runModel(workspaceSession, toolSet, choice, prompt, signal);
      }),
    stop: () => running.current?.abort(),
  };
}
