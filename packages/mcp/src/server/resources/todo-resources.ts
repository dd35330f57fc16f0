import type { Session, StateKey } from "@holdall/tool-core";
import type { ResourceSource } from "./resource-source.ts";

/** The part of a todo list that says when it changes. */
export interface WatchedTodos {
  subscribe(listener: () => void): () => void;
}

const uri = "todos://list";
const mimeType = "application/json";

/**
 * Offer the session's todo list as the resource `todos://list` in JSON, with a notification of each change:
 * `todoResources(todoList)` with the key of `@holdall/tools-todos`. The session's `todo_read` reads it; without that tool
 * there is no resource.
 */
export function todoResources(list: StateKey<WatchedTodos>): ResourceSource {
  const reader = ({ registry }: Session) => registry.get("todo_read");
  return {
    owns: (asked) => asked === uri,
    async list(session) {
      if (!reader(session)) return { resources: [] };
      return { resources: [{ uri, name: "todos", title: "Todo list", mimeType }] };
    },
    async read(session, _uri, signal) {
      const result = await session.call("todo_read", {}, { signal, approve: () => false });
      if (!result.ok) throw result.error;
      return [{ uri, mimeType, text: JSON.stringify(result.output) }];
    },
    watch: (session, changed) => (reader(session) ? session.state(list).subscribe(() => changed(uri)) : () => {}),
  };
}
