import { type SubmitEvent, useState } from "react";
import type { ModelChoice } from "../agent/run-model.ts";

export interface Task {
  readonly choice: ModelChoice;
  readonly prompt: string;
}

interface ModelFormProps {
  readonly about: string;
  readonly isRunning: boolean;
  readonly onAsk: (task: Task) => void;
}

/** A model of the user's own. Nothing of it is stored: leaving the page forgets the key. */
export function ModelForm({ about, isRunning, onAsk }: ModelFormProps) {
  const [choice, setChoice] = useState<ModelChoice>({ baseUrl: "https://api.openai.com/v1", model: "", key: "" });
  const [prompt, setPrompt] = useState("");
  const set = (name: keyof ModelChoice) => (event: { target: { value: string } }) =>
    setChoice((now) => ({ ...now, [name]: event.target.value }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onAsk({ choice, prompt });
  };
  return (
    <details className="unfold">
      <summary>Use a model of yours</summary>
      <form onSubmit={submit}>
        <label className="field">
          <span>Address (OpenAI-compatible)</span>
          <input type="url" required value={choice.baseUrl} onChange={set("baseUrl")} />
        </label>
        <label className="field">
          <span>Model</span>
          <input type="text" required autoComplete="off" value={choice.model} onChange={set("model")} />
        </label>
        <label className="field">
          <span>Key, kept in memory only</span>
          <input type="password" autoComplete="off" value={choice.key} onChange={set("key")} />
        </label>
        <label className="field">
          <span>Task</span>
          <textarea required rows={3} value={prompt} onChange={({ target }) => setPrompt(target.value)} />
        </label>
        <p className="about">{about}</p>
        <button type="submit" className="primary" disabled={isRunning}>
          Start
        </button>
      </form>
    </details>
  );
}
