import { type KeyboardEvent, type SubmitEvent, useRef, useState } from "react";
import type { Tour } from "../../agent/step.ts";
import type { Agent } from "../../use-agent.ts";
import { Tours } from "../tours.tsx";

interface ComposerProps {
  readonly agent: Agent;
  /** Tours are offered here once the transcript has begun, folded. */
  readonly offersTours: boolean;
  /** How many tools a model gets, and from where. */
  readonly about: string;
  readonly onStart: () => void;
}

/**
 * Where the person gives a task to a model of their own, starts a tour, or stops what runs. Nothing of the model is stored, and its
 * key never becomes a part of the document: leaving the page forgets it.
 */
export function Composer({ agent, offersTours, about, onStart }: ComposerProps) {
  const [showsTours, setShowsTours] = useState(false);
  const model = useRef<HTMLDetailsElement>(null);
  const play = (tour: Tour) => {
    setShowsTours(false);
    onStart();
    agent.play(tour);
  };
  const toggleTours = () => {
    setShowsTours(!showsTours);
    if (model.current) model.current.open = false;
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (agent.isRunning) return;
    if (!form.checkValidity()) {
      // A field that is folded cannot say what it lacks.
      if (model.current && form.querySelector(".model :invalid")) model.current.open = true;
      form.reportValidity();
      return;
    }
    const typed = new FormData(form);
    const text = (name: string) => String(typed.get(name) ?? "");
    onStart();
    agent.ask({ choice: { baseUrl: text("address"), model: text("model"), key: text("key") }, prompt: text("task") });
    const task = form.querySelector("textarea");
    if (task) task.value = "";
  };
  const submitByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className="composer" noValidate onSubmit={submit}>
      {agent.problem && (
        <p className="problem" role="alert">
          {agent.problem}
        </p>
      )}
      {offersTours && showsTours && <Tours isRunning={agent.isRunning} onPlay={play} />}
      <div className="ask">
        <textarea
          required
          rows={1}
          name="task"
          aria-label="Task"
          placeholder="A task for your model"
          onKeyDown={submitByKey}
        />
        {agent.isRunning ? (
          <button type="button" onClick={agent.stop}>
            Stop
          </button>
        ) : (
          <button type="submit" className="primary">
            Start
          </button>
        )}
      </div>
      <div className="choices">
        {offersTours && (
          <button type="button" aria-expanded={showsTours} onClick={toggleTours}>
            Tours
          </button>
        )}
        <details
          ref={model}
          className="unfold model"
          onToggle={({ currentTarget }) => currentTarget.open && setShowsTours(false)}
        >
          <summary>Use a model of yours</summary>
          <div className="fields">
            <label className="field">
              <span>Address (OpenAI-compatible)</span>
              <input type="url" required name="address" defaultValue="https://api.openai.com/v1" />
            </label>
            <label className="field">
              <span>Model</span>
              <input type="text" required autoComplete="off" name="model" />
            </label>
            <label className="field">
              <span>Key, kept in memory only</span>
              <input type="password" autoComplete="off" name="key" />
            </label>
            <p className="about">{about}</p>
          </div>
        </details>
        <span className="about" role="status">
          {agent.isRunning ? "Working …" : ""}
        </span>
      </div>
    </form>
  );
}
