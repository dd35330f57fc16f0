import { type Mode, openGrants, permissions, suggestRules } from "@holdall/permissions";
import {
  buildInstructions,
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

/** What an agent, and the person beside it, can do in a workspace. */
export interface Hands {
  readonly registry: Registry;
  readonly session: Session;
  readonly store: CallStore;
  readonly approvals: Approvals;
  readonly instructions: string;
  readonly mode: () => Mode;
  readonly setMode: (mode: Mode) => void;
  readonly call: (tool: string, input: unknown, signal?: AbortSignal) => Promise<ToolResult>;
  /** Undo the last change. A person's own click is a yes. */
  readonly undo: () => Promise<ToolResult>;
  /** The newest events, the oldest first. */
  readonly events: () => readonly ToolEvent[];
}

const root = toPath("/");
const mostEvents = 500;

/** Give an agent hands in a workspace: file tools, todos and facts about the place, behind rules that a person can widen. */
export async function openHands({ backend, name }: Workspace): Promise<Hands> {
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
    onGrant: ({ request }) => grants.forSession(...suggestRules(request, [root])),
  });
  const store = createCallStore();
  let events: readonly ToolEvent[] = [];
  const onEvent = (event: ToolEvent) => {
    events = [...events.slice(1 - mostEvents), event];
    store.onEvent(event);
  };
  const session = openSession(registry, { policy, approve: approvals.approve, onEvent, cwd: root });
  return {
    registry,
    session,
    store,
    approvals,
    instructions: buildInstructions(registry, {}),
    mode: () => mode,
    setMode(next) {
      mode = next;
    },
    call: (tool, input, signal) => session.call(tool, input, { signal }),
    undo: () => session.call("undo_edit", {}, { approve: () => true }),
    events: () => events,
  };
}
