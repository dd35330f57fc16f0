import { useEffect, useRef, useState } from "react";
import { runScript } from "../agent/run-script.ts";
import { namesOf, type ToolSet } from "../tool-sets.ts";
import type { WorkspaceSession } from "../workspace-session.ts";
import { ModelForm, type Task } from "./model-form.tsx";

interface AgentPanelProps {
  readonly workspaceSession: WorkspaceSession;
  /** The tools that a model gets. */
  readonly toolSet: ToolSet;
  readonly onStart: () => void;
}

type Work = (say: (text: string) => void, signal: AbortSignal) => Promise<void>;

/** Milliseconds between the steps of the scripted agent; none where motion is not wanted. */
const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700;

/** Start an agent, hear what it says, stop it. */
export function AgentPanel({ workspaceSession, toolSet, onStart }: AgentPanelProps) {
  const [said, setSaid] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (work: Work) => {
    const stop = new AbortController();
    running.current = stop;
    setRunning(true);
    setSaid([]);
    setProblem(undefined);
    onStart();
    try {
      await work((text) => setSaid((before) => [...before, text]), stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setRunning(false);
    }
  };

  const ask = ({ choice, prompt }: Task) =>
    run(async (say, signal) => {
      const { runModel } = await import("../agent/run-model.ts");
      await runModel(workspaceSession, toolSet, choice, prompt, say, signal);
    });

  return (
    <div className="agent">
      <div className="start">
        <button
          type="button"
          className="primary"
          disabled={isRunning}
          onClick={() => void run((say, signal) => runScript(workspaceSession, say, pause, signal))}
        >
          {isRunning ? "An agent is at work …" : "Let the demo agent repair the shop"}
        </button>
        {isRunning && (
          <button type="button" onClick={() => running.current?.abort()}>
            Stop
          </button>
        )}
      </div>
      <p className="about">A script: no key, no network. The tools, the questions and the files are real.</p>
      <div className="said" aria-live="polite">
        {said.map((text, at) => (
          <p key={at}>{text}</p>
        ))}
      </div>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <ModelForm
        about={`It gets the ${namesOf(toolSet, workspaceSession.registry).length} tools of the preset “${toolSet}”. Choose another one under Prompt.`}
        isRunning={isRunning}
        onAsk={(task) => void ask(task)}
      />
    </div>
  );
}
