import { useEffect, useRef, useState } from "react";
import { runScript } from "../agent/run-script.ts";
import type { Tour } from "../agent/step.ts";
import { tours } from "../agent/tours/tours.ts";
import { namesOf, type ToolSet } from "../tool-sets.ts";
import { pause } from "../wait.ts";
import type { WorkspaceSession } from "../workspace-session.ts";
import { Markdown } from "./markdown.tsx";
import { ModelForm, type Task } from "./model-form.tsx";

interface AgentPanelProps {
  readonly workspaceSession: WorkspaceSession;
  /** The tools that a model gets. */
  readonly toolSet: ToolSet;
  readonly onStart: () => void;
}

type Work = (say: (text: string) => void, signal: AbortSignal) => Promise<void>;

/** Start an agent, receive its output, stop it. */
export function AgentPanel({ workspaceSession, toolSet, onStart }: AgentPanelProps) {
  const [said, setSaid] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (label: string, work: Work) => {
    const stop = new AbortController();
    running.current = stop;
    setRunning(true);
    setSaid([]);
    setProblem(undefined);
    onStart();
    workspaceSession.checkpoints.beginTurn({ label });
    try {
      await work((text) => setSaid((before) => [...before, text]), stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setRunning(false);
    }
  };

  const play = (tour: Tour) => run(tour.title, (say, signal) => runScript(tour, workspaceSession, say, pause, signal));
  const ask = ({ choice, prompt }: Task) =>
    run(prompt.slice(0, 80), async (say, signal) => {
      workspaceSession.families.noteUser(workspaceSession.session, prompt);
      const { runModel } = await import("../agent/run-model.ts");
      await runModel(workspaceSession, toolSet, choice, prompt, say, signal);
    });

  return (
    <div className="agent">
      <ol className="tours" aria-label="Tours">
        {tours.map((tour) => (
          <li key={tour.title}>
            <button type="button" disabled={isRunning} onClick={() => void play(tour)}>
              <strong>{tour.title}</strong>
              <small>{tour.about}</small>
            </button>
          </li>
        ))}
      </ol>
      {isRunning ? (
        <div className="start">
          <button type="button" onClick={() => running.current?.abort()}>
            Stop
          </button>
          <span className="about">An agent is at work …</span>
        </div>
      ) : (
        <p className="about">Scripts: no key, no network. The tools, the questions and the files are real.</p>
      )}
      <div className="said" aria-live="polite">
        {said.map((text, at) => (
          <div key={at} className="words">
            <Markdown text={text} />
          </div>
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
