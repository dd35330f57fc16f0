import type { IncomingMessage } from "node:http";
import { ToolError } from "@holdall/tool-core";
import { isTooDeep } from "@holdall/tool-kit";

/** Bytes of a request. The user has written it. */
const maxBytes = 262_144;

/** Most levels of arrays and objects. */
const maxLevels = 64;

/** The JSON of a request. Throws `too_large` before it has read more than it takes, and `invalid_input` for what is not JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const tooLarge = () => new ToolError("too_large", `The request has more than ${maxBytes} bytes.`);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const value = parseBytes(Buffer.concat(chunks));
  if (isTooDeep(value, maxLevels)) {
    throw new ToolError("invalid_input", `The request nests more than ${maxLevels} levels.`);
  }
  return value;
}

function parseBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ToolError("invalid_input", "The request is not JSON in UTF-8.");
  }
}
