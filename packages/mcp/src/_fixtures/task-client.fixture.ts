import { tasksExtension } from "../tasks/task.ts";

interface Answer {
  readonly result?: Record<string, unknown> & { readonly taskId?: string };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Asked {
  readonly session?: string;
  readonly token?: string;
  readonly capabilities?: object;
  readonly signal?: AbortSignal;
}

const withTasks = { elicitation: {}, extensions: { [tasksExtension]: {} } };

/** Send one request of 2026-07-28, from a client that takes tasks unless its capabilities say otherwise. */
export async function ask(
  url: string,
  method: string,
  params: Record<string, unknown>,
  { session = "one", token, capabilities = withTasks, signal }: Asked = {},
): Promise<Answer> {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const response = await fetch(`${url}?session=${session}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      "mcp-name": String(params.name ?? params.taskId),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text) as Answer;
}

/** Call a tool. */
export const callTool = (url: string, name: string, input: object, asked?: Asked) =>
  ask(url, "tools/call", { name, arguments: input }, asked);

/** Read a task until it is as wanted. */
export async function taskThat(
  read: () => Promise<Answer>,
  isWanted: (task: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  for (;;) {
    const { result, error } = await read();
    if (error) throw new Error(`${error.code}: ${error.message}`);
    if (result && isWanted(result)) return result;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const hasEnded = ({ status }: Record<string, unknown>): boolean =>
  status !== "working" && status !== "input_required";
