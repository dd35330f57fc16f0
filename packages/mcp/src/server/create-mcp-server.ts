import { buildInstructions, createRegistry, type Session, type Tool } from "@holdall/tool-core";
import { answerWith } from "@holdall/tools-interact/port";
import { type Implementation, Server } from "@modelcontextprotocol/server";
import { createProgressReport } from "../results/_progress-report.ts";
import { projectResult } from "../results/_project-result.ts";
import type { Structured } from "../results/structured.ts";
import { toMcpTools } from "../results/to-mcp-tools.ts";
import { callTool } from "./_call-tool.ts";
import { followRoots, type SessionForRoots } from "./_client-roots.ts";
import { askClient, clientShowsForms } from "./questions/ask-client.ts";
import { withGuidance, withoutForms } from "./questions/form-tools.ts";
import { passQuestions } from "./questions/pass-questions.ts";
import type { ResourceSource } from "./resources/resource-source.ts";
import { serveResources } from "./resources/serve-resources.ts";

export interface McpServerOptions {
  /** The identity of the server that clients show. */
  readonly info?: Implementation | undefined;
  /** Notes for the model. Defaults to the guidance of the tools; not sent if empty. */
  readonly instructions?: string | undefined;
  readonly structured?: Structured | undefined;
  /**
   * Who notifies the client of changes to tools or resources: the server itself (the default); `"elsewhere"`, the code that
   * connects it, for a server that lives for one request; or nobody (`false`), and none are promised.
   */
  readonly announces?: boolean | "elsewhere" | undefined;
  /**
   * If the policy returns `ask`, ask the user through the client if it supports forms. Otherwise, and with false, the
   * session's `approve` decides.
   */
  readonly elicits?: boolean | undefined;
  /** Milliseconds to wait for the user's answer; 10 minutes by default. */
  readonly askTimeout?: number | undefined;
  /** The tools that tools/list shows at this time. Defaults to those that the session's model sees. The others can still be called by name. */
  readonly expose?: ((session: Session) => readonly Tool[]) | undefined;
  /**
   * Tools that ask the user through the client, by canonical name. They are listed only for clients that support forms. Their
   * guidance is in their descriptions, because instructions are the same for every client. None by default.
   */
  readonly needsForms?: readonly string[] | undefined;
  /** Resources that clients can read without calling a tool. None by default. */
  readonly resources?: readonly ResourceSource[] | undefined;
  /**
   * Creates the session for the folders that a client of the 2025 era has as roots: at the start, and when they change. Calls
   * wait for it. Dispose of these sessions yourself. Without it, the client is not asked.
   */
  readonly sessionForRoots?: SessionForRoots | undefined;
}

/** Ten minutes. */
export const defaultAskTimeout = 600_000;

/** Information for the code that connects a server. */
export const defaultInfo: Implementation = { name: "holdall", version: "0.0.0" };

/**
 * Create an MCP server that offers a session's tools in the session's dialect. Connect it to any transport of the SDK. Every
 * failure of a tool is a result with `isError`. Only an unknown tool name is a protocol error (-32602). Closing the server
 * does not dispose of the session.
 */
export function createMcpServer(session: Session, options: McpServerOptions = {}): Server {
  const { info = defaultInfo, structured, announces = true, elicits = true, askTimeout = defaultAskTimeout } = options;
  const { expose = exposedOf, resources = [], sessionForRoots, needsForms = [] } = options;
  const { instructions = instructionsFor(session, expose, needsForms) } = options;
  const server = new Server(info, {
    capabilities: {
      tools: announces ? { listChanged: true } : {},
      ...(resources.length > 0 && { resources: announces ? { subscribe: true } : {} }),
    },
    ...(instructions !== "" && { instructions }),
    jsonSchemaValidator: neverNeeded,
  });
  const current = followRoots(server, session, sessionForRoots, (now) => {
    watch(now);
    sendChanged();
  });

  server.setRequestHandler("tools/list", async (_request, ctx) => {
    const now = await current();
    const { registry, dialect } = now;
    const exposed = expose(now);
    if (needsForms.length === 0) return { tools: toMcpTools(registry, { dialect, structured, only: exposed }) };
    const asks = elicits && clientShowsForms(ctx, server.getClientCapabilities());
    const only = asks ? exposed : withoutForms(exposed, needsForms);
    const tools = toMcpTools(registry, { dialect, structured, only });
    return { tools: asks ? withGuidance(tools, now, needsForms) : tools };
  });

  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const now = await current();
    const progress = createProgressReport(ctx.mcpReq);
    const asking = elicits ? askClient(now, ctx, server.getClientCapabilities(), askTimeout) : undefined;
    const { signal = ctx.mcpReq.signal, approve } = asking ?? {};
    const capabilities = ctx.mcpReq.envelope ? undefined : server.getClientCapabilities();
    const endQuestions = passQuestions(now, ctx.mcpReq.send, capabilities, askTimeout);
    const callId = crypto.randomUUID();
    const endAsking = asking && answerWith(now, asking, { callId });
    const calling = callTool(now, params, { callId, signal, approve, onProgress: progress?.report }, structured);
    const result = await calling.finally(() => {
      endQuestions();
      endAsking?.();
      progress?.finish();
    });
    const question = asking?.question();
    if (question) return question;
    noteExposed();
    return projectResult(server, now, params.name, result);
  });

  const sendChanged = () => {
    // A disconnected client is not notified; one that reconnects lists again.
    if (server.transport) server.sendToolListChanged().catch(() => {});
  };
  let noteExposed = () => {};
  let unwatch = () => {};
  const serving = resources.length > 0 ? serveResources(server, current, resources, announces === true) : undefined;
  const watch = (now: Session) => {
    unwatch();
    noteExposed = watchExposed(now, announces === true && expose, sendChanged);
    if (announces !== true) return;
    const stops = [now.registry.subscribe(sendChanged), serving?.watch(now)];
    unwatch = () => {
      for (const stop of stops) stop?.();
    };
  };
  watch(session);
  if (announces === true) server.onclose = () => unwatch();
  return server;
}

const exposedOf = (session: Session): readonly Tool[] => session.exposed();

type Expose = NonNullable<McpServerOptions["expose"]>;

function instructionsFor(session: Session, expose: Expose, needsForms: readonly string[]): string {
  const { registry, dialect } = session;
  const known = needsForms.length > 0 ? createRegistry(withoutForms(registry.tools(), needsForms)) : registry;
  return buildInstructions(known, { dialect, exposed: withoutForms(expose(session), needsForms) });
}

/** Returns a function to call after every call: it reports changes of the exposed tools. */
export function watchExposed(session: Session, expose: Expose | false, changed: () => void): () => void {
  if (!expose) return () => {};
  const namesNow = () =>
    expose(session)
      .map(({ name }) => name)
      .join();
  let names = namesNow();
  return () => {
    const now = namesNow();
    if (now !== names) changed();
    names = now;
  };
}

/** The SDK validates answers to elicitation, which are read with care here; this spares the start-up its ajv. */
const neverNeeded = {
  getValidator(): never {
    throw new Error("Answers of clients are not validated by schema here.");
  },
};
