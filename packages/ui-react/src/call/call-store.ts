import { type CallView, followCalls, type ViewOptions } from "@holdall/call-view";
import type { ToolEvent } from "@holdall/tool-core";

/** Calls of a session as views, for `useCalls`. */
export interface CallStore {
  /** For `openSession({ onEvent })`. */
  readonly onEvent: (event: ToolEvent) => void;
  readonly calls: () => readonly CallView[];
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Follow a session's events. Listeners are called once for all events of one turn. */
export function createCallStore(options: ViewOptions & { readonly most?: number } = {}): CallStore {
  const log = followCalls(options);
  const listeners = new Set<() => void>();
  let isTelling = false;
  return {
    onEvent(event) {
      log.follow(event);
      if (isTelling) return;
      isTelling = true;
      queueMicrotask(() => {
        isTelling = false;
        for (const listener of listeners) listener();
      });
    },
    calls: log.calls,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
