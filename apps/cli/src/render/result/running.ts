import { viewCall } from "@holdall/call-view";
import type { ToolEvent } from "@holdall/tool-core";

/** What is waited for: `bash npm test`, and what it says of itself. */
export interface Waiting {
  readonly what: string;
  readonly detail: string;
}

/** Follow a session's events to what runs now: the call that began last and has not ended, else the model. */
export function followRunning(cwd: string): (event: ToolEvent) => Waiting {
  const running = new Map<string, Waiting>();
  return (event) => {
    const { callId, tool } = event;
    if (event.type === "call-start") {
      const { subject } = viewCall({ id: callId, tool, state: "running", input: event.input }, { cwd });
      running.set(callId, { what: `${tool} ${subject}`.trimEnd(), detail: "" });
    }
    if (event.type === "call-progress") {
      const known = running.get(callId);
      if (known) running.set(callId, { ...known, detail: event.progress.message ?? "" });
    }
    if (event.type === "call-end") running.delete(callId);
    return [...running.values()].at(-1) ?? { what: "the model", detail: "" };
  };
}
