import { CLIENT_INFO_META_KEY, type RequestId } from "@modelcontextprotocol/server";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True for the message that opens a connection of 2025. */
export const isInitialize = (body: unknown): boolean => methodOf(body) === "initialize";

/** True for what wants an answer; false for what answers, ends or announces something. */
export const asksForWork = (body: unknown): boolean =>
  Array.isArray(body) || (methodOf(body) !== undefined && Object.hasOwn(body as object, "id"));

/** The request that a message takes back. */
export function cancelledId(body: unknown): RequestId | undefined {
  if (methodOf(body) !== "notifications/cancelled") return undefined;
  const { params } = body as { params?: { requestId?: RequestId } };
  return params?.requestId;
}

function methodOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "method" in body ? body.method : undefined;
}

/** The program that sent a request of 2026-07-28: `name version`, or undefined. */
export function clientOf(message: unknown): string {
  const { params } = Object(message) as { params?: unknown };
  const { _meta } = Object(params) as { _meta?: unknown };
  const { name, version } = Object((Object(_meta) as Record<string, unknown>)[CLIENT_INFO_META_KEY]);
  return typeof name === "string" && typeof version === "string" ? `${name} ${version}` : "";
}
