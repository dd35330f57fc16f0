import type { Session, Tool } from "@holdall/tool-core";
import type { RequestId } from "@modelcontextprotocol/server";
import { toMcpTools } from "../results/to-mcp-tools.ts";
import { isObject } from "./_messages.ts";

/** A parameter of a tool that HTTP requests repeat in a header, by the annotation `x-mcp-header` of its schema. */
interface HeaderParam {
  readonly path: readonly string[];
  /** In lower case, with the prefix. */
  readonly header: string;
}

/** The code of the protocol for headers that disagree with the body. */
const headerMismatch = -32020;

/**
 * The answer to a call whose `Mcp-Param-*` headers do not say what its arguments say; undefined where they agree. A header is
 * required exactly where the argument is given.
 */
export function paramHeaderError(session: Session, { headers }: Request, body: unknown): Response | undefined {
  if (!isObject(body) || body.method !== "tools/call" || !isObject(body.params)) return undefined;
  const { name, arguments: given } = body.params;
  const tool = typeof name === "string" ? session.registry.get(name) : undefined;
  if (!tool) return undefined;
  for (const { path, header } of headerParams(session, tool)) {
    const value = textOf(valueAt(given, path));
    if (value === undefined) continue;
    const problem = problemOf(headers.get(header), value);
    if (problem) return refusal(body.id, `${header} ${problem} the argument ${path.join(".")}.`);
  }
  return undefined;
}

const known = new WeakMap<Tool, readonly HeaderParam[]>();

/** In the spelling of the session's dialect, in which the client knows the tool. */
function headerParams({ registry, dialect }: Session, tool: Tool): readonly HeaderParam[] {
  const found = known.get(tool);
  if (found) return found;
  const [spec] = toMcpTools(registry, { dialect, only: [tool] });
  const params = spec ? paramsOf(spec.inputSchema, []) : [];
  known.set(tool, params);
  return params;
}

function paramsOf(schema: unknown, path: readonly string[]): HeaderParam[] {
  if (!isObject(schema)) return [];
  const own = schema["x-mcp-header"];
  const inner = Object.entries(isObject(schema.properties) ? schema.properties : {});
  return [
    ...(typeof own === "string" ? [{ path, header: `mcp-param-${own.toLowerCase()}` }] : []),
    ...inner.flatMap(([name, each]) => paramsOf(each, [...path, name])),
  ];
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((at, name) => (isObject(at) ? at[name] : undefined), value);

/** As a header says it; undefined for what none can say. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

function problemOf(header: string | null, value: string): string | undefined {
  if (header === null) return "is missing, but the body has";
  const text = decoded(header.trim());
  if (text === undefined) return "has invalid Base64, so that it cannot be compared with";
  const isSame = text === value || (/^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === value);
  return isSame ? undefined : "disagrees with";
}

/** The value in `=?base64?…?=`, or the header itself; undefined for what is not canonical Base64 of UTF-8. */
function decoded(header: string): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/s.exec(header) ?? [];
  if (base64 === undefined) return header;
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(base64)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refusal(id: unknown, problem: string): Response {
  const error = { code: headerMismatch, message: `The headers and the body disagree: ${problem}` };
  return Response.json({ jsonrpc: "2.0", id: (id as RequestId | undefined) ?? null, error }, { status: 400 });
}
