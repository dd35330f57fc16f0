import {
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  RequestError,
  type WriteTextFileRequest,
} from "@agentclientprotocol/sdk";
import type { Session, Tool, ToolError, ToolResult } from "@holdall/tool-core";

/** Let the tool `read_file` of a session give whole texts as they are, as it does to programs. */
export async function readsWholeFiles({ registry }: Session): Promise<boolean> {
  const tool = await registry.find("read_file");
  if (!tool) return false;
  if (whole.has(tool)) return true;
  const raw: Tool = {
    ...tool,
    execute: (input, ctx, prepared) => tool.execute(input, { ...ctx, inProgram: true }, prepared),
  };
  whole.add(raw);
  registry.remove(tool.name);
  registry.add(raw);
  return true;
}

const whole = new WeakSet<Tool>();

/** Serve `fs/read_text_file` with the tools of a session. */
export async function readTextFile(
  { path, line, limit }: ReadTextFileRequest,
  session: Session,
  signal: AbortSignal,
): Promise<ReadTextFileResponse> {
  const result = await session.call(
    "read_file",
    {
      path,
      ...(typeof line === "number" && { offset: Math.max(1, line) }),
      ...(typeof limit === "number" && { limit: Math.max(1, limit) }),
      // A notebook is its JSON to who asks for a text file.
      ...(/\.ipynb$/i.test(path) && { encoding: "utf-8" }),
    },
    { signal },
  );
  if (!result.ok) throw requestError(result.error);
  const { kind, content } = Object(result.output) as { readonly kind?: unknown; readonly content?: unknown };
  if (kind !== "text" || typeof content !== "string")
    throw RequestError.invalidParams({ path }, `${path} is not a text file`);
  return { content };
}

/** Serve `fs/write_text_file`. A file that changed since the agent has read it here is not replaced. */
export async function writeTextFile(
  { path, content }: WriteTextFileRequest,
  session: Session,
  signal: AbortSignal,
): Promise<Record<string, never>> {
  const write = (more: object): Promise<ToolResult> =>
    session.call("write_file", { path, content, ...more }, { signal });
  let result = await write({});
  // It may have read it by itself.
  if (!result.ok && result.error.code === "not_read") result = await write({ overwrite: true });
  if (!result.ok) throw requestError(result.error);
  return {};
}

/** An error of a tool as one of the protocol, with its reason and the next move. */
export function requestError({ code, message, hint }: ToolError): RequestError {
  const text = [message, hint].filter(Boolean).join(" ");
  const number = code === "not_found" ? -32002 : code === "internal" ? -32603 : -32602;
  return new RequestError(number, text, { code });
}
