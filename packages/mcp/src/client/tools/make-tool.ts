import {
  type ContentPart,
  defineTool,
  foreignContent,
  type Hints,
  type Progress,
  passthroughSchema,
  type Tool,
  type ToolContext,
} from "@holdall/tool-core";
import { neutralLine, neutralText } from "@holdall/tool-kit/text";
import type { CallToolRequestOptions, Tool as McpTool } from "@modelcontextprotocol/client";
import { failedResult } from "../answers/call-failure.ts";
import { fenced } from "../answers/fenced.ts";
import { type ContentBounds, createContentReader } from "../answers/read-content.ts";
import { neutralJson } from "../bounds/neutral-json.ts";
import type { Connection } from "../connect/connection.ts";
import { createLatest } from "../connect/latest.ts";
import { serverVersion } from "../connect/server-version.ts";
import type { Ask } from "../questions/ask.ts";
import type { QuestionRouter } from "../questions/route-questions.ts";
import { askOfSession } from "../questions/session-ask.ts";
import { targetOf } from "../questions/target-of.ts";
import { callRemote, type TaskWaiting } from "../tasks/_call-tool.ts";

/** The answer of a server's tool. */
export interface McpToolOutput {
  /** What the model reads. */
  readonly content: readonly ContentPart[];
  /** The server's structured content, unchecked, for programs. */
  readonly structured?: unknown;
}

/** How calls are made. */
export interface Calling {
  readonly bounds: ContentBounds;
  readonly questions: QuestionRouter | undefined;
  /** The trace context of the call that is being made. */
  readonly trace: (() => Readonly<Record<string, string>>) | undefined;
  /** How tasks of the server are awaited; what they ask is asked by the session of the call, or else by the host. */
  readonly tasks: Omit<TaskWaiting, "answer"> & { answerFor(ask: Ask | undefined): TaskWaiting["answer"] };
}

const longestDescription = 8000;

/** A server's tool as a tool of a registry: calls go by the server's own name, and its schema is checked by the server. */
export function makeTool(name: string, mcp: McpTool, connection: Connection, calling: Calling): Tool {
  const { config } = connection;
  const title = mcp.title ?? mcp.annotations?.title;
  const tool = defineTool<Record<string, unknown>, McpToolOutput>({
    name,
    title: `${neutralLine(config.name, 60)}: ${neutralLine(title ?? mcp.name, 100)}`,
    category: "mcp",
    description: describe(mcp, config.name),
    input: passthroughSchema(neutralJson(mcp.inputSchema) as Record<string, unknown>),
    hints: config.trustAnnotations ? hintsOf(mcp) : {},
    ...(mcp._meta?.["anthropic/alwaysLoad"] === true && { alwaysLoad: true }),
    access: async () => [
      { action: "execute", target: targetOf(config.name, mcp.name), version: await serverVersion(config.place) },
    ],
    execute: (input, ctx) => callTool(mcp, input, ctx, connection, calling),
    render: ({ content }) => content.map((part) => fenced(part, config.name)),
  });
  return tool as Tool;
}

function describe({ name, description = "" }: McpTool, server: string): string {
  const cut =
    description.length > longestDescription ? `${description.slice(0, longestDescription)} [cut]` : description;
  // Braces around a word would be taken for the name of a tool here.
  const said = neutralText(cut)
    .replace(/\{([\w-]+)\}/g, "{ $1 }")
    .trim();
  return `[${neutralLine(server, 60)}] ${said || `The tool ${neutralLine(name, 100)} of this MCP server.`}`;
}

function hintsOf({ annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = {} }: McpTool) {
  const hints: Partial<Record<keyof Hints, boolean | undefined>> = {
    readOnly: readOnlyHint,
    destructive: destructiveHint,
    idempotent: idempotentHint,
    openWorld: openWorldHint,
  };
  return Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined)) as Partial<Hints>;
}

async function* callTool(
  mcp: McpTool,
  input: Record<string, unknown>,
  { signal, state }: ToolContext,
  connection: Connection,
  { bounds, questions, trace, tasks }: Calling,
): AsyncGenerator<Progress, McpToolOutput, void> {
  const { name: server, timeout, totalTimeout } = connection.config;
  const heard = createLatest<Progress>();
  const { name, inputSchema } = mcp;
  const options: CallToolRequestOptions = {
    signal,
    timeout,
    maxTotalTimeout: totalTimeout,
    resetTimeoutOnProgress: true,
    // Without its output schema: results are passed on unchecked.
    toolDefinition: { name, inputSchema },
    onprogress: ({ progress, total, message }) =>
      heard.push({
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: neutralLine(message, 500) }),
      }),
  };
  state(foreignContent).add(`mcp:${server}`);
  const askUser = askOfSession({ state });
  const end = questions?.begin(askUser);
  const call = { name, input, meta: trace?.() ?? {}, options, signal, onProgress: heard.push, askUser };
  const answer = callRemote(connection, call, { ...tasks, answer: tasks.answerFor(askUser) }).finally(() => {
    end?.();
    heard.end();
  });
  answer.catch(() => {}); // it is awaited below, unless the call has been cancelled
  yield* heard;
  const result = await answer;
  if (result.isError) throw failedResult(server, result);
  const { structuredContent: structured } = result;
  const reader = createContentReader(bounds);
  const content = result.content.flatMap(reader.block);
  if (content.length === 0 && structured !== undefined) content.push(...reader.text(JSON.stringify(structured)));
  return { content, ...(structured !== undefined && { structured }) };
}
