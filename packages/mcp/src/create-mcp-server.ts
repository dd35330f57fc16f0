import { buildInstructions, type Session, type Tool } from "@holdall/tool-core";
import { answerWith } from "@holdall/tool-core/interact";
import { type Implementation, Server } from "@modelcontextprotocol/server";
import { askClient } from "./_ask-client.ts";
import { callTool } from "./_call-tool.ts";
import { passQuestions } from "./_pass-questions.ts";
import { createProgressReport } from "./_progress-report.ts";
import { projectResult } from "./_project-result.ts";
import { serveResources } from "./_serve-resources.ts";
import type { ResourceSource } from "./resource-source.ts";
import type { Structured } from "./structured.ts";
import { toMcpTools } from "./to-mcp-tools.ts";

export interface McpServerOptions {
  /** What clients show as the server's identity. */
  readonly info?: Implementation | undefined;
  /** Notes for the model; made from the tools' guidance when left out, none when empty. */
  readonly instructions?: string | undefined;
  readonly structured?: Structured | undefined;
  /**
   * Who tells the client when tools or resources change: the server itself, by default; whoever connects it, with
   * `"elsewhere"`, for a server that lives for one request; with false nobody does, and none is promised.
   */
  readonly announces?: boolean | "elsewhere" | undefined;
  /** Where the policy says `ask`, ask the person at the client, if it can; otherwise, and with false, the session's `approve` decides. */
  readonly elicits?: boolean | undefined;
  /** Milliseconds that a person has for an answer while a call waits; 10 minutes by default. */
  readonly askTimeout?: number | undefined;
  /** The tools that tools/list shows now; all of them by default. The others can still be called by name. */
  readonly expose?: ((session: Session) => readonly Tool[]) | undefined;
  /** What clients can read without calling a tool; nothing by default. */
  readonly resources?: readonly ResourceSource[] | undefined;
}

/** Ten minutes. */
export const defaultAskTimeout = 600_000;

/** What is known of a server by whoever connects it. */
export const defaultInfo: Implementation = { name: "holdall", version: "0.0.0" };

/**
 * An MCP server that offers a session's tools in the session's dialect; connect it to any transport of the SDK.
 * Every failure of a tool is a result with `isError`; only a name that no tool answers to is a protocol error (-32602).
 * Closing the server does not dispose the session.
 */
export function createMcpServer(session: Session, options: McpServerOptions = {}): Server {
  const { registry, dialect } = session;
  const { info = defaultInfo, structured, announces = true, elicits = true, askTimeout = defaultAskTimeout } = options;
  const { expose, resources = [], instructions = instructionsFor(session, expose) } = options;
  const server = new Server(info, {
    capabilities: {
      tools: announces ? { listChanged: true } : {},
      ...(resources.length > 0 && { resources: announces ? { subscribe: true } : {} }),
    },
    ...(instructions !== "" && { instructions }),
    jsonSchemaValidator: neverNeeded,
  });

  server.setRequestHandler("tools/list", () => ({
    tools: toMcpTools(registry, { dialect, structured, only: expose?.(session) }),
  }));

  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const progress = createProgressReport(ctx.mcpReq);
    const asking = elicits ? askClient(session, ctx, server.getClientCapabilities(), askTimeout) : undefined;
    const { signal = ctx.mcpReq.signal, approve } = asking ?? {};
    const capabilities = ctx.mcpReq.envelope ? undefined : server.getClientCapabilities();
    const endQuestions = passQuestions(session, ctx.mcpReq.send, capabilities, askTimeout);
    const callId = crypto.randomUUID();
    const endAsking = asking && answerWith(session, asking, { callId });
    const calling = callTool(session, params, { callId, signal, approve, onProgress: progress?.report }, structured);
    const result = await calling.finally(() => {
      endQuestions();
      endAsking?.();
      progress?.finish();
    });
    const question = asking?.question();
    if (question) return question;
    noteExposed();
    return projectResult(server, session, params.name, result);
  });

  const sendChanged = () => {
    // A client that has gone is told nothing; one that comes back lists anew.
    if (server.transport) server.sendToolListChanged().catch(() => {});
  };
  const noteExposed = watchExposed(session, announces === true ? expose : undefined, sendChanged);
  const unwatch = resources.length > 0 ? serveResources(server, session, resources, announces === true) : undefined;
  if (announces === true) {
    const unsubscribe = registry.subscribe(sendChanged);
    server.onclose = () => {
      unsubscribe();
      unwatch?.();
    };
  }
  return server;
}

function instructionsFor(session: Session, expose: McpServerOptions["expose"]): string {
  const { registry, dialect } = session;
  return buildInstructions(registry, { dialect, ...(expose && { exposed: expose(session) }) });
}

/** Returns what must be called after every call: it tells when other tools are exposed than before. */
export function watchExposed(session: Session, expose: McpServerOptions["expose"], changed: () => void): () => void {
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
