import type { Backend, Session, StateKey, ToolContext } from "@holdall/tool-core";
import { originOf } from "./guarded-backend.ts";

/** What the file tools of a session use instead of the backend that they were made with. Sessions that work for it inherit it. */
const workspaceKey: StateKey<Map<Backend, Backend>> = {
  name: "files.workspace",
  create: () => new Map(),
  inherit: (parent) => new Map(parent),
};

/** The backend of a session's file tools: the one that they were made with, or what `setWorkspace` has put in its place. */
export const workspaceOf = ({ state }: Pick<ToolContext, "state">, backend: Backend): Backend =>
  state(workspaceKey).get(originOf(backend)) ?? backend;

/**
 * Let the file tools of a session, and of those that work for it, use another backend with the same paths, such as an overlay.
 * Call it before the session's first call.
 */
export function setWorkspace({ state }: Pick<Session, "state">, backend: Backend, view: Backend): void {
  state(workspaceKey).set(originOf(backend), view);
}

/** Whether a session's file tools work on another backend than the one they were made with. */
export const isElsewhere = ({ state }: Pick<ToolContext, "state">): boolean => state(workspaceKey).size > 0;
