import { buildInstructions, createRegistry, type Session, type Tool } from "@holdall/tool-core";
import { type Implementation, isInputRequiredResult, Server } from "@modelcontextprotocol/server";
import { appResource, showsApps, withApp } from "../apps/_serve-app.ts";
import type { AppSource } from "../apps/app-source.ts";
import { capabilitiesOf, showsForms } from "../input/_channel.ts";
import { serveCompletion, servePrompts } from "../prompts/_serve-prompts.ts";
import type { PromptSource } from "../prompts/prompt-source.ts";
import type { Structured } from "../results/structured.ts";
import { toMcpTools } from "../results/to-mcp-tools.ts";
import type { CallTasks } from "../tasks/_call-as-task.ts";
import { serveTasks } from "../tasks/_serve-tasks.ts";
import { tasksExtension } from "../tasks/task.ts";
import { openTasks, type TaskOptions } from "../tasks/tasks.ts";
import { followRoots, type SessionForRoots } from "./_client-roots.ts";
import { handleCall } from "./_handle-call.ts";
import { defaultInfo, neverNeeded } from "./_identity.ts";
import { serveLogLevel } from "./_log-progress.ts";
import type { CallTrace } from "./call-trace.ts";
import { withGuidance, withoutForms } from "./questions/form-tools.ts";
import type { ResourceSource } from "./resources/resource-source.ts";
import { serveResources } from "./resources/serve-resources.ts";

export interface McpServerOptions {
  /** The identity of the server that clients show. */
  readonly info?: Implementation | undefined;
  /** Notes for the model. Defaults to the guidance of the tools; not sent if empty. */
  readonly instructions?: string | undefined;
  readonly structured?: Structured | undefined;
  /**
   * The maximum tokens of one result, estimated; 25,000 by default, which Claude Code takes. Of longer texts, the middle is left
   * out.
   */
  readonly maxTokens?: number | undefined;
  /**
   * Who notifies the client of changes to tools or resources: the server itself (the default); `"elsewhere"`, the code that connects it, for a server that lives for one request; or `false`, and the capability is not declared.
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
   * The page that shows calls at clients with the extension `io.modelcontextprotocol/ui` (MCP Apps). Other clients see no
   * difference. None by default.
   */
  readonly app?: AppSource | undefined;
  /** Prompts that clients offer to their users. None by default. */
  readonly prompts?: readonly PromptSource[] | undefined;
  /**
   * Which calls continue as tasks after their request, for clients of 2026-07-28 with the extension
   * `io.modelcontextprotocol/tasks`, and where tasks are kept. False for none.
   */
  readonly tasks?: TaskOptions | false | undefined;
  /** Runs each call in the trace that its request names in `_meta`. Without it, that is ignored. */
  readonly trace?: CallTrace | undefined;
  /**
   * The protocol era of the client, if it is known: `modern` from 2026-07-28 on. Then deprecated features, such as logging,
   * are not offered to it.
   */
  readonly era?: "legacy" | "modern" | undefined;
  /**
   * Creates the session for the folders that a client of the 2025 era has as roots: at the start, and when they change. Calls
   * wait for it. Dispose of these sessions yourself. Without it, the client is not asked.
   */
  readonly sessionForRoots?: SessionForRoots | undefined;
}

/** Ten minutes. */
export const defaultAskTimeout = 600_000;

/**
 * Create an MCP server that offers a session's tools in the session's dialect. Connect it to any transport of the SDK. Every
 * failure of a tool is a result with `isError`. Only an unknown tool name is a protocol error (-32602). Closing the server
 * does not dispose of the session.
 */
export function createMcpServer(session: Session, options: McpServerOptions = {}): Server {
  const tasks = openTasks(options.tasks);
  return createServerWithTasks(session, options, tasks && { tasks, owner: "", hold: () => () => {} });
}

/** The same, with tasks that are shared with other servers. */
export function createServerWithTasks(
  session: Session,
  options: McpServerOptions,
  serving: CallTasks | undefined,
): Server {
  const { info = defaultInfo, structured, announces = true, elicits = true, askTimeout = defaultAskTimeout } = options;
  const { expose = exposedOf, prompts = [], sessionForRoots, needsForms = [], era, trace, app } = options;
  const resources = [...(options.resources ?? []), ...(app ? [appResource(app)] : [])];
  const { instructions = instructionsFor(session, expose, needsForms) } = options;
  const logs = era !== "modern";
  const completes = [...prompts, ...resources].some(({ complete }) => complete);
  const server = new Server(info, {
    capabilities: {
      tools: announces ? { listChanged: true } : {},
      ...(resources.length > 0 && { resources: announces ? { subscribe: true } : {} }),
      ...(prompts.length > 0 && { prompts: {} }),
      ...(completes && { completions: {} }),
      ...(logs && { logging: {} }),
      ...(serving && era !== "legacy" && { extensions: { [tasksExtension]: {} } }),
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
    const client = capabilitiesOf(ctx, server.getClientCapabilities());
    const asks = needsForms.length > 0 && elicits && showsForms(client);
    const only = asks ? exposed : withoutForms(exposed, needsForms);
    const plain = toMcpTools(registry, { dialect, structured, only });
    const tools = asks ? withGuidance(plain, now, needsForms) : plain;
    return { tools: app && showsApps(client) ? withApp(tools, now, app) : tools };
  });

  const tasks = era === "legacy" ? undefined : serving;
  if (tasks) serveTasks(server, tasks.tasks, tasks.owner);
  const handling = { structured, elicits, maxTokens: options.maxTokens, app, askTimeout, logs, trace, tasks };
  server.setRequestHandler("tools/call", async (request, ctx) => {
    const result = await handleCall(server, await current(), request, ctx, handling);
    if (!isInputRequiredResult(result)) noteExposed();
    return result;
  });
  if (logs) serveLogLevel(server, current);
  if (prompts.length > 0) servePrompts(server, { current, prompts, elicits, askTimeout });
  if (completes) serveCompletion(server, current, prompts, resources);

  const sendChanged = () => {
    // A disconnected client is not notified; one that reconnects lists again.
    if (server.transport) server.sendToolListChanged().catch(() => {});
  };
  let noteExposed = () => {};
  let unwatch = () => {};
  const watched = resources.length > 0 ? serveResources(server, current, resources, announces === true) : undefined;
  const watch = (now: Session) => {
    unwatch();
    noteExposed = watchExposed(now, announces === true && expose, sendChanged);
    if (announces !== true) return;
    const stops = [now.registry.subscribe(sendChanged), watched?.watch(now)];
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
