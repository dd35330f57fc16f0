import type { KeyboardEvent, SubmitEvent } from "react";
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

/** A model of the user's own. Nothing of it is stored, and the key never becomes a part of the document: leaving the page forgets it. */
export function ModelForm({ about, isRunning, onAsk }: ModelFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? "");
    onAsk({ choice: { baseUrl: text("address"), model: text("model"), key: text("key") }, prompt: text("task") });
  };
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <details className="unfold">
      <summary>Use a model of yours</summary>
      <form onSubmit={submit} onKeyDown={submitByKey}>
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
        <label className="field">
          <span>Task</span>
          <textarea required rows={3} name="task" />
        </label>
        <p className="about">{about}</p>
        <button type="submit" className="primary" disabled={isRunning}>
          Start <kbd>Ctrl ↵</kbd>
        </button>
      </form>
    </details>
  );
}
