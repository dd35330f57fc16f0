import type { IncomingMessage, ServerResponse } from "node:http";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Replacement, toTransform } from "../masking/replace-stream.ts";
import type { StandIns } from "../masking/stand-ins.ts";
import { drain } from "./drain.ts";
import { forwardedHeaders } from "./headers.ts";
import { coverBody, coverText, decodersOf } from "./response-body.ts";

export interface Answered {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Give the answer of a host to the program, without values. Throws for one that cannot be passed on. */
export function reply(
  answer: IncomingMessage,
  { request, response }: Answered,
  standIns: StandIns | undefined,
  replies: readonly Replacement[],
): void {
  const { statusCode = 0, headers } = answer;
  if (statusCode < 200) throw new Error(`Its status ${statusCode} is not valid.`);
  // What Node does not write in a status line.
  const statusMessage = (answer.statusMessage ?? "").replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
  const kept = forwardedHeaders(answer);
  const bodyless = request.method === "HEAD" || statusCode === 204 || statusCode === 304;
  const isSearched = standIns !== undefined && replies.length > 0;
  const length = isSearched && !bodyless ? undefined : headers["content-length"];
  const own = length === undefined ? [] : ["Content-Length", length];
  if (!isSearched) {
    response.writeHead(statusCode, statusMessage, [...kept.flat(), ...own]);
    return void pass(answer, [], { request, response });
  }
  if (statusCode === 206) throw new Error("It is a part, in which a secret could be a part as well.");
  const decoders = bodyless ? [] : decodersOf(headers["content-encoding"]);
  if (!decoders)
    throw new Error(`It is encoded as ${headers["content-encoding"]}, which cannot be looked through for secrets.`);
  const cover = (text: string) => coverText(text, standIns, replies);
  const shown = kept
    .filter(([name]) => decoders.length === 0 || !/^content-encoding$/i.test(name))
    .flatMap(([name, value]) => [name, cover(value)]);
  response.writeHead(statusCode, cover(statusMessage), [...shown, ...own]);
  void pass(answer, [...decoders, toTransform(coverBody(standIns, replies))], { request, response });
}

/** Pass a body on. A program that is still sending its own gets the answer all the same. */
async function pass(
  answer: IncomingMessage,
  transforms: readonly Transform[],
  { request, response }: Answered,
): Promise<void> {
  try {
    await pipeline([answer, ...transforms, response], { end: false });
    await drain(request);
    response.end();
  } catch {
    response.destroy();
  }
}
