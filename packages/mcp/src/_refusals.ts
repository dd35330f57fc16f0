import { isTooDeep, mostLevels } from "@holdall/tool-core/json-depth";
import type { JSONRPCErrorResponse, RequestId } from "@modelcontextprotocol/server";
import { isObject } from "./_messages.ts";

/** Arguments stand two levels below the message that holds them. */
const mostInMessage = mostLevels + 2;

/** The error for a message with more levels than anything here walks; undefined for all others. */
export function refuseDepth(message: unknown): JSONRPCErrorResponse | undefined {
  if (!isTooDeep(message, mostInMessage)) return undefined;
  const text = `The arguments are nested more than ${mostLevels} levels deep. Send them flatter, or deep JSON as one string.`;
  return errorTo(idOf(message), -32602, text);
}

/** The error for each of two requests that are in flight with one id: what answers which could not be told. */
export function refuseTwin(id: RequestId, which: "first" | "second"): JSONRPCErrorResponse {
  const fate = which === "first" ? "This one was cancelled; it may have been carried out" : "This one was not begun";
  const text = `Two requests in flight have the id ${JSON.stringify(id)}. ${fate}. Give every request an id of its own.`;
  return errorTo(id, -32600, text);
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
