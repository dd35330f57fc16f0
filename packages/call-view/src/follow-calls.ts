import type { ToolEvent, ToolResult } from "@holdall/tool-core";
import type { CallView } from "./call-view.ts";
import type { CallFacts } from "./view/call-facts.ts";
import { type ViewOptions, viewCall } from "./view/view-call.ts";
import { progressOf, stateOfError } from "./view/view-part.ts";

/** A log of a session's calls that events keep up to date. */
export interface CallLog {
  /** For `onEvent`. Returns the current call. */
  readonly follow: (event: ToolEvent) => CallView;
  /** All calls in the order they began. The same list until something changes. */
  readonly calls: () => readonly CallView[];
}

/** Follow a session's events, one view a call. At most `most` calls are kept, the newest. */
export function followCalls({ most = 1_000, ...options }: ViewOptions & { readonly most?: number } = {}): CallLog {
  const facts = new Map<string, CallFacts>();
  const views = new Map<string, CallView>();
  /** Ids that came again after their call had ended → what the newest call of that id is kept as. */
  const again = new Map<string, string>();
  let list: readonly CallView[] | undefined;
  return {
    follow(event) {
      const id = idOf(event);
      const before = facts.get(id) ?? { id, tool: event.tool, state: "running" };
      const now = { ...after(before, event), ...(event.type === "call-start" && { parentId: parentOf(event) }) };
      facts.set(id, now);
      const view = viewCall(now, options);
      views.set(id, view);
      list = undefined;
      if (views.size > most) forgetOldest();
      return view;
    },
    calls: () => {
      list ??= [...views.values()];
      return list;
    },
  };

  /** A host may give an id twice; a call that begins is another one than the one that has ended. */
  function idOf({ type, callId }: ToolEvent): string {
    let id = again.get(callId) ?? callId;
    if (type !== "call-start" || facts.get(id)?.duration === undefined) return id;
    for (let count = 2; facts.has(id); count++) id = `${callId}~${count}`;
    again.set(callId, id);
    return id;
  }

  function parentOf({ parentId }: { readonly parentId?: string }): string | undefined {
    return parentId === undefined ? undefined : (again.get(parentId) ?? parentId);
  }

  function forgetOldest(): void {
    const [oldest] = views.keys();
    if (oldest === undefined) return;
    for (const [callId, id] of again) if (id === oldest) again.delete(callId);
    views.delete(oldest);
    facts.delete(oldest);
  }
}

function after(call: CallFacts, event: ToolEvent): CallFacts {
  const { approval: _, output: __, ...unasked } = call;
  switch (event.type) {
    case "call-start":
      return { ...call, state: "running", input: event.input };
    case "call-progress": {
      const progress = progressOf(event.progress);
      const data = progress.data ?? call.progress?.data;
      return { ...unasked, state: "running", progress: { ...progress, ...(data !== undefined && { data }) } };
    }
    case "permission-request":
      return {
        ...call,
        state: "asking",
        approval: { id: event.callId, prompt: event.prompt, access: event.access },
        output: event.preview,
      };
    case "call-end": {
      const { progress: ___, ...ended } = unasked;
      return { ...ended, ...outcomeOf(event.result), duration: event.duration };
    }
  }
}

function outcomeOf(result: ToolResult): Pick<CallFacts, "state" | "output" | "error"> {
  if (result.ok) return { state: "success", output: result.output };
  const { code, message, hint } = result.error;
  return { state: stateOfError(code), error: { code, message, hint } };
}
