import type { Checkpoints } from "@holdall/checkpoints";
import type { Mode } from "@holdall/permissions";
import {
  allow,
  createRegistry,
  firstOf,
  openSession,
  type Policy,
  type PolicyRequest,
  type Registry,
  type Session,
  strictest,
  type Tool,
  type ToolEvent,
  type ToolResult,
  toPath,
} from "@holdall/tool-core";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { envTools } from "@holdall/tools-env";
import { fsTools } from "@holdall/tools-fs";
import { interactTools } from "@holdall/tools-interact";
import { answerWith } from "@holdall/tools-interact/port";
import { askUntrustedWrites, memoryTools } from "@holdall/tools-memory";
import { todoTools } from "@holdall/tools-todos";
import {
  type Approvals,
  type CallStore,
  createApprovals,
  createCallStore,
  createQuestions,
  type Questions,
} from "@holdall/ui-react";
import { agentLimits, agents } from "../agent/agents.ts";
import { scriptedRunner } from "../agent/scripted-runner.ts";
import { documentFonts } from "../document-fonts.ts";
import type { Families } from "../families/open-families.ts";
import type { ServerList } from "../servers/server-list.ts";
import { createTranscript, type Transcript } from "../transcript.ts";
import { createSaver, loadSession } from "./saved-session.ts";
import type { Workspace } from "./workspace.ts";
import { shellAllows, workspaceShell } from "./workspace-shell.ts";

/** The tools, the session and the approvals of one workspace, for the agent and for the person. */
export interface WorkspaceSession {
  readonly registry: Registry;
  readonly session: Session;
  readonly store: CallStore;
  /** What was said and called, in order. */
  readonly transcript: Transcript;
  readonly approvals: Approvals;
  readonly questions: Questions;
  readonly checkpoints: Checkpoints;
  readonly families: Families;
  /** MCP servers that the person has added. */
  readonly servers: ServerList;
  readonly setMode: (mode: Mode) => void;
  /** Who answers for the models of agents; a script where it is not given. */
  readonly setRunner: (runner?: AgentRunner) => void;
  readonly call: (tool: string, input: unknown, signal?: AbortSignal) => Promise<ToolResult>;
  /** What the person asks for by a click of their own, which is an approval. */
  readonly callAsPerson: (tool: string, input: unknown) => Promise<ToolResult>;
  /** The bytes of a file as it is now, for the person to look at. */
  readonly loadFile: (path: string) => Promise<Uint8Array>;
  /** The newest events with their numbers, the oldest first. */
  readonly events: () => readonly NumberedEvent[];
  readonly close: () => Promise<void>;
  /** Start over when the workspace is opened the next time; its files, notes and checkpoints stay. */
  readonly forget: () => Promise<void>;
}

export interface NumberedEvent {
  readonly number: number;
  readonly event: ToolEvent;
}

const root = toPath("/");
const maxEvents = 500;
const notes = "/memories";

/** Open a session in a workspace, or continue the stored one, under rules that the user can widen. */
export async function openWorkspaceSession({ backend, state, name, isKept }: Workspace): Promise<WorkspaceSession> {
  // The page shows before these have come.
  const [
    families,
    { openGrants, permissions, suggestGrants },
    { openCheckpoints },
    { task },
    { codeTools },
    { runProgram },
    { dataTools },
    { docsTools },
    engines,
    { createServerList },
    { sqlEngine },
    formats,
  ] = await Promise.all([
    import("../families/open-families.ts").then(({ openFamilies }) => openFamilies({ backend, state })),
    import("@holdall/permissions"),
    import("@holdall/checkpoints"),
    import("@holdall/tools-agents"),
    import("@holdall/tools-code"),
    import("@holdall/tools-program"),
    import("@holdall/tools-data"),
    import("@holdall/tools-docs"),
    import("../document-engines.ts"),
    import("../servers/server-list.ts"),
    import("../sql-engine.ts"),
    import("../format-libraries.ts"),
  ]);
  formats.provideFormats();
  let runner = scriptedRunner;
  const registry = createRegistry([
    ...fsTools({ backend }),
    ...codeTools({ backend }),
    ...dataTools({ backend, engine: sqlEngine }),
    ...docsTools({
      backend,
      fonts: documentFonts,
      engines: { pdf: engines.browserPdf, diagrams: engines.browserDiagrams, charts: engines.browserCharts },
    }),
    ...families.tools,
    ...todoTools(),
    ...interactTools(),
    ...memoryTools({ backend: state }),
    task({ runner: (request) => runner(request), agents, limits: agentLimits }),
    ...workspaceShell(backend),
    ...envTools({
      surface: { files: `The files of the workspace "${name}" in a browser`, shell: true, network: false },
    }),
  ]);
  registry.add(runProgram({ registry }) as Tool);
  const servers = createServerList(registry);
  const grants = await openGrants();
  let mode: Mode = "default";
  const rules = permissions({ rules: grants.rules, mode: () => mode, roots: [root] }).policy;
  const memory = allow({ tools: ["memory", "memory_search"], under: notes });
  // The question of a workflow shows its steps; where the mode asks nothing, there is none.
  const explained = (request: PolicyRequest) => (mode === "bypass" ? undefined : families.explains(request));
  const policy: Policy = strictest(askUntrustedWrites, families.asks, (request) =>
    mode === "plan" ? rules(request) : firstOf(memory, families.allows, shellAllows, explained, rules)(request),
  );
  const approvals = createApprovals({
    onGrant: ({ request }) => grants.forSession(...suggestGrants(request, [root])),
  });
  const questions = createQuestions();
  const store = createCallStore();
  const saved = isKept ? await loadSession(state) : undefined;
  const transcript = createTranscript(saved?.entries);
  const id = saved?.snapshot.id ?? crypto.randomUUID();
  const checkpoints = await openCheckpoints({
    workspace: backend,
    store: { backend: state, folder: "/checkpoints" },
    sessionId: id,
  });
  let events: readonly NumberedEvent[] = [];
  const follow = (event: ToolEvent) => {
    events = [...events.slice(1 - maxEvents), { number: (events.at(-1)?.number ?? 0) + 1, event }];
    store.onEvent(event);
    servers.onEvent(event);
    const newest = event.type === "call-start" && event.parentId === undefined && store.calls().at(-1);
    if (newest) transcript.addCall(newest.id);
  };
  const onEvent = (event: ToolEvent) => {
    follow(event);
    if (event.type !== "call-progress") saver?.save();
  };
  const { approve } = approvals;
  const restore = saved && { restore: saved.snapshot };
  const session = openSession(registry, {
    policy,
    approve,
    onEvent,
    cwd: root,
    id,
    ...restore,
    use: [checkpoints.middleware],
  });
  const saver = isKept
    ? createSaver(state, () => ({
        snapshot: session.snapshot(),
        events: events.map(({ event }) => event),
        entries: transcript.entries(),
      }))
    : undefined;
  saved?.events.forEach(follow);
  transcript.subscribe(() => saver?.save());
  checkpoints.attach(session);
  answerWith(session, questions);
  await families.work(() => session);
  // Ids of calls are not reused by a page that continues.
  const page = crypto.randomUUID().slice(0, 8);
  let calls = 0;
  const nextId = () => `call-${page}-${++calls}`;
  return {
    registry,
    session,
    store,
    transcript,
    approvals,
    questions,
    checkpoints,
    families,
    servers,
    setMode(next) {
      mode = next;
    },
    setRunner(next = scriptedRunner) {
      runner = next;
    },
    call: (tool, input, signal) => session.call(tool, input, { signal, callId: nextId() }),
    callAsPerson: (tool, input) => session.call(tool, input, { approve: () => true, callId: nextId() }),
    loadFile: async (path) => (await backend.read(toPath(path))).bytes,
    events: () => events,
    forget: async () => saver?.forget(),
    async close() {
      await families.close();
      await servers.close();
      await session[Symbol.asyncDispose]();
      await checkpoints[Symbol.asyncDispose]();
    },
  };
}
