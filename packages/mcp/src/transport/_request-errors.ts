import { isTooDeep, maxLevels } from "@holdall/tool-kit";
import type { JSONRPCErrorResponse, RequestId } from "@modelcontextprotocol/server";
import { isObject } from "./_messages.ts";

/** Arguments stand two levels below the message that holds them. */
const maxInMessage = maxLevels + 2;

/** The error for a message with more levels than anything here walks; undefined for all others. */
export function depthError(message: unknown): JSONRPCErrorResponse | undefined {
  if (!isTooDeep(message, maxInMessage)) return undefined;
  const text = `The arguments are nested more than ${maxLevels} levels deep. Send them flatter, or deep JSON as one string.`;
  return errorTo(idOf(message), -32602, text);
}

/** The error for each of two requests that are in flight with one id: the answers could not be matched. */
export function duplicateIdError(id: RequestId, which: "first" | "second"): JSONRPCErrorResponse {
  const fate = which === "first" ? "This one was cancelled; it may have been carried out" : "This one was not started";
  const text = `Two requests in flight have the id ${JSON.stringify(id)}. ${fate}. Use a unique id for every request.`;
  return errorTo(id, -32600, text);
}

/**
 * The error for a request that is not JSON-RPC 2.0: another version, or an id that is neither a string nor an integer.
 * Undefined for valid requests and for responses.
 */
export function invalidRequestError(message: unknown): InvalidRequest | undefined {
  if (!isObject(message)) return invalid(undefined, "A request must be a JSON object.");
  const { jsonrpc, id, method, result, error } = message;
  if (method === undefined && (result !== undefined || error !== undefined)) return undefined;
  if (jsonrpc !== "2.0") return invalid(id, 'A request must have "jsonrpc": "2.0".');
  if (typeof method !== "string") return invalid(id, "A request must name its method.");
  if (!("id" in message) || typeof id === "string" || Number.isInteger(id)) return undefined;
  return invalid(id, "The id of a request must be a string or an integer. Leave it out to send a notification.");
}

/** An error whose id is null where the request had none that could be answered. */
export interface InvalidRequest {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

function invalid(id: unknown, text: string): InvalidRequest {
  const known = typeof id === "string" || Number.isInteger(id) ? (id as RequestId) : null;
  return { jsonrpc: "2.0", id: known, error: { code: -32600, message: `Invalid Request: ${text}` } };
}

const errorTo = (id: RequestId | undefined, code: number, message: string): JSONRPCErrorResponse => ({
  jsonrpc: "2.0",
  ...(id !== undefined && { id }),
  error: { code, message },
});

function idOf(message: unknown): RequestId | undefined {
  const { id } = isObject(message) ? message : {};
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
