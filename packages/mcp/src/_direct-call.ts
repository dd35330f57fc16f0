import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
} from "@modelcontextprotocol/server";
import { isObject } from "./_messages.ts";

const revision = "2026-07-28";

/** A call that is answered without building a server for it. */
export interface DirectCall {
  readonly id: RequestId;
  readonly params: { readonly name: string; readonly arguments?: Record<string, unknown> };
  readonly capabilities: ClientCapabilities;
}

/**
 * Recognise a plain tools/call of 2026-07-28: well-formed, of matching headers, with no progress wanted and no answers to
 * an earlier question. Everything else, whatever is wrong with it included, is left to the SDK.
 */
export function readDirectCall(
  message: unknown,
  header: (name: string) => string | null | undefined,
): DirectCall | undefined {
  if (!isObject(message) || message.jsonrpc !== "2.0" || message.method !== "tools/call") return undefined;
  const { id, params } = message;
  if ((typeof id !== "string" && !Number.isInteger(id)) || !isObject(params)) return undefined;
  const { name, arguments: input, _meta: meta, ...rest } = params;
  if (typeof name !== "string" || !isObject(meta) || Object.keys(rest).length > 0) return undefined;
  if (input !== undefined && !isObject(input)) return undefined;
  if (header("mcp-protocol-version") !== revision || header("mcp-method") !== "tools/call") return undefined;
  if (header("mcp-name") !== name || !/^[\w.-]+$/.test(name)) return undefined;
  const {
    [PROTOCOL_VERSION_META_KEY]: version,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    [CLIENT_INFO_META_KEY]: info,
    ...more
  } = meta;
  if (version !== revision || !isCapabilities(capabilities) || Object.keys(more).length > 0) return undefined;
  if (info !== undefined && !isInfo(info)) return undefined;
  return { id: id as RequestId, params: { name, ...(input && { arguments: input }) }, capabilities };
}

/** What a request says of its sender's program: `name version`. */
export function clientOf(message: unknown): string {
  const { params } = Object(message) as { params?: unknown };
  const { _meta } = Object(params) as { _meta?: unknown };
  const info = (Object(_meta) as Record<string, unknown>)[CLIENT_INFO_META_KEY];
  return isInfo(info) ? `${info.name} ${info.version}` : "";
}

const isInfo = (value: unknown): value is Implementation =>
  isObject(value) && typeof value.name === "string" && typeof value.version === "string";

/** Only what can be told right without the SDK's schemas; the rest of it is rare. */
const isCapabilities = (value: unknown): value is ClientCapabilities =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, one]) =>
      ["elicitation", "sampling", "roots"].includes(name) && isObject(one) && Object.values(one).every(isEmptyOrFlag),
  );

const isEmptyOrFlag = (value: unknown) =>
  typeof value === "boolean" || (isObject(value) && Object.keys(value).length === 0);
