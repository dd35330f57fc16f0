import { RequestError } from "@agentclientprotocol/sdk";
import { ToolError } from "@holdall/tool-core";

/** An error as a client gets it: what happened, and the next move. */
export function asRequestError(thrown: unknown): RequestError {
  if (thrown instanceof RequestError) return thrown;
  const hint = ToolError.is(thrown) ? thrown.hint : (Object(thrown) as { readonly hint?: unknown }).hint;
  const message = [thrown instanceof Error ? thrown.message : String(thrown), hint].filter(Boolean).join("\n");
  if (!ToolError.is(thrown)) return new RequestError(-32603, message);
  if (thrown.code === "not_found") return new RequestError(-32002, message);
  return new RequestError(thrown.code === "invalid_input" ? -32602 : -32603, message, { code: thrown.code });
}

export const invalidParams = (message: string): RequestError => new RequestError(-32602, message);
