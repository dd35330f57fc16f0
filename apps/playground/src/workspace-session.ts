import { type Mode, openGrants, permissions, suggestGrants } from "@holdall/permissions";
import {
  createRegistry,
  openSession,
  type Registry,
  type Session,
  type ToolEvent,
  type ToolResult,
  toPath,
} from "@holdall/tool-core";
import { envTools } from "@holdall/tools-env";
import { fsTools } from "@holdall/tools-fs";
import { todoTools } from "@holdall/tools-todos";
import { type Approvals, type CallStore, createApprovals, createCallStore } from "@holdall/ui-react";
import type { Workspace } from "./workspace.ts";

/** The tools, the session and the approvals of one workspace, for the agent and for the person. */
export interface WorkspaceSession {
  readonly registry: Registry;
  readonly session: Session;
  readonly store: CallStore;
  readonly approvals: Approvals;
  readonly setMode: (mode: Mode) => void;
  readonly call: (tool: string, input: unknown, signal?: AbortSignal) => Promise<ToolResult>;
  /** What the person asks for by a click of their own, which is a yes. */
  readonly callAsPerson: (tool: string, input: unknown) => Promise<ToolResult>;
  /** The newest events with their numbers, the oldest first. */
  readonly events: () => readonly NumberedEvent[];
}

export interface NumberedEvent {
  readonly number: number;
  readonly event: ToolEvent;
}

const root = toPath("/");
const maxEvents = 500;

/** Open a session in a workspace with file tools, todos and environment tools, under rules that the person can widen. */
export async function openWorkspaceSession({ backend, name }: Workspace): Promise<WorkspaceSession> {
  const registry = createRegistry([
    ...fsTools({ backend }),
    ...todoTools(),
    ...envTools({
      surface: { files: `The files of the workspace "${name}" in a browser`, shell: false, network: false },
    }),
  ]);
  const grants = await openGrants();
  let mode: Mode = "default";
  const { policy } = permissions({ rules: grants.rules, mode: () => mode, roots: [root] });
  const approvals = createApprovals({
    onGrant: ({ request }) => grants.forSession(...suggestGrants(request, [root])),
  });
  const store = createCallStore();
  let events: readonly NumberedEvent[] = [];
  const onEvent = (event: ToolEvent) => {
    events = [...events.slice(1 - maxEvents), { number: (events.at(-1)?.number ?? 0) + 1, event }];
    store.onEvent(event);
  };
  const session = openSession(registry, { policy, approve: approvals.approve, onEvent, cwd: root });
  return {
    registry,
    session,
    store,
    approvals,
    setMode(next) {
      mode = next;
    },
    call: (tool, input, signal) => session.call(tool, input, { signal }),
    callAsPerson: (tool, input) => session.call(tool, input, { approve: () => true }),
    events: () => events,
  };
}
