import { isAbsolute } from "node:path";
import {
  type AgentApp,
  agent,
  type ClientCapabilities,
  type McpServer,
  methods,
  type NewSessionRequest,
  type Stream,
} from "@agentclientprotocol/sdk";
import type { AcpHost } from "../host.ts";
import { type AcpSession, openAcpSession } from "../session/acp-session.ts";
import { asRequestError, invalidParams } from "./as-request-error.ts";
import { initializeResponse } from "./capabilities.ts";
import type { EditorClient } from "./editor-client.ts";
import { serversOf } from "./mcp-servers.ts";
import { createOpenSessions } from "./open-sessions.ts";

/** An agent that serves one client. */
export interface AcpAgent {
  /** Serve the client at the other end of a stream. Settles when it has gone and all sessions have ended. */
  serve(stream: Stream): { readonly closed: Promise<void>; close(): void };
}

/** Create an agent for editors: conversations of `@holdall/chat` over the Agent Client Protocol, version 1. */
export function createAcpAgent(host: AcpHost): AcpAgent {
  return {
    serve(stream) {
      const sessions = createOpenSessions();
      const connection = handlers(host, sessions).connect(stream);
      return {
        closed: connection.closed.then(
          () => sessions[Symbol.asyncDispose](),
          () => sessions[Symbol.asyncDispose](),
        ),
        close: () => connection.close(),
      };
    },
  };
}

function handlers(host: AcpHost, sessions: ReturnType<typeof createOpenSessions>): AgentApp {
  let capabilities: ClientCapabilities = {};
  const open = (
    params: Pick<NewSessionRequest, "cwd" | "additionalDirectories"> & {
      readonly mcpServers?: readonly McpServer[] | null;
    },
    id: string | undefined,
    client: EditorClient,
  ): Promise<AcpSession> => {
    const { cwd, additionalDirectories = [], mcpServers } = params;
    for (const folder of [cwd, ...additionalDirectories])
      if (!isAbsolute(folder)) throw invalidParams(`${folder} is not an absolute path.`);
    const servers = serversOf(mcpServers ?? [], cwd);
    const which = id === undefined ? "new" : ({ id } as const);
    return sessions.open(id, () =>
      openAcpSession({ cwd, moreRoots: additionalDirectories, servers, which }, { host, client, capabilities }),
    );
  };
  const stateOf = (session: AcpSession) => ({ modes: session.modes.state(), configOptions: session.configOptions() });

  return agent({ name: host.info.name })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return initializeResponse(host);
    })
    .onRequest(methods.agent.session.new, (at) =>
      answering(async () => {
        const session = await open(at.params, undefined, at.client);
        afterAnswer(session.announce);
        return { sessionId: session.id, ...stateOf(session) };
      }),
    )
    .onRequest(methods.agent.session.load, (at) =>
      answering(async () => {
        const session = await open(at.params, at.params.sessionId, at.client);
        await session.replay();
        afterAnswer(session.announce);
        return stateOf(session);
      }),
    )
    .onRequest(methods.agent.session.resume, (at) =>
      answering(async () => {
        const session = await open(at.params, at.params.sessionId, at.client);
        afterAnswer(session.announce);
        return stateOf(session);
      }),
    )
    .onRequest(methods.agent.session.list, ({ params }) =>
      answering(async () => {
        const found = await host.list(params.cwd ?? undefined);
        const sessions = found.map(({ id, cwd, title, at }) => ({
          sessionId: id,
          cwd,
          title,
          updatedAt: new Date(at).toISOString(),
        }));
        return { sessions };
      }),
    )
    .onRequest(methods.agent.session.close, ({ params }) =>
      answering(async () => {
        await sessions.close(params.sessionId);
        return {};
      }),
    )
    .onRequest(methods.agent.session.setMode, ({ params }) =>
      answering(async () => {
        sessions.get(params.sessionId).setMode(params.modeId);
        return {};
      }),
    )
    .onRequest(methods.agent.session.setConfigOption, ({ params }) =>
      answering(async () => {
        const session = sessions.get(params.sessionId);
        await session.setOption(params.configId, params.value);
        return { configOptions: session.configOptions() };
      }),
    )
    .onRequest(methods.agent.session.prompt, ({ params, signal }) =>
      answering(() => sessions.get(params.sessionId).prompt(params, signal)),
    )
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

/** What fails is an error with its reason and the next move. */
async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw asRequestError(thrown);
  }
}

/** A client knows a session only once it has the answer that names it. */
const afterAnswer = (send: () => void): void => void setImmediate(send);
