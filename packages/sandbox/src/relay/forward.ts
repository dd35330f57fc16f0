import { type Agent, type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { Socket } from "node:net";
import type { Readable, Transform } from "node:stream";
import type { Limiter } from "@holdall/tool-kit";
import type { SecretPlace } from "@holdall/tool-kit/secrets";
import { checkRequest } from "../masking/check-request.ts";
import { toTransform } from "../masking/replace-stream.ts";
import { repliesFrom, type StandIns } from "../masking/stand-ins.ts";
import { fillHead, type RequestHead } from "./fill-request.ts";
import { forwardedHeaders, hasBody, headerPairs, type RawHeaders } from "./headers.ts";
import { badRequest, type Refusal, refusalOf, refuse } from "./refuse.ts";
import { reply } from "./reply.ts";
import { type BodyStart, bodyFor, startOf } from "./request-body.ts";
import { readAuthority, type Target } from "./target.ts";
import { createUses, type Uses } from "./uses.ts";

/** Where requests go, and what is put into them. */
export interface Route {
  readonly target: Target;
  readonly encrypted: boolean;
  /** Connects to the target, and nowhere else. */
  readonly agent: Agent;
  readonly standIns: StandIns | undefined;
  /** How many bodies are kept and searched at a time. */
  readonly searches: Limiter;
}

/** Send one request on. `path` is what the target gets. What may not be sent is refused with the reason. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  route: Route,
): Promise<void> {
  const { target, standIns } = route;
  const wrong = wrongIn(request, route);
  if (wrong) return refuse(response, wrong);
  const headers = forwardedHeaders(request);
  try {
    if (!standIns) return exchange(request, response, route, { path, headers }, undefined);
    const place = placeOf(route);
    const check = async (start: BodyStart) => {
      const texts = { head: [path, target.host, ...headers.flat()], body: start.bytes.toString() };
      return { start, judged: await checkRequest(standIns.secrets, texts, place) };
    };
    const { start, judged } = hasBody(request)
      ? await route.searches.run(async () => check(await startOf(request)))
      : await check({ bytes: Buffer.alloc(0), isWhole: true });
    if ("why" in judged) return refuse(response, { status: 403, why: `${judged.why}. Nothing was sent.` });
    const uses = createUses(standIns.secrets, place);
    const head = fillHead({ path, headers }, standIns, place, uses.filled);
    if ("why" in head) return refuse(response, head);
    exchange(request, response, route, head, { ...start, uses });
  } catch (error) {
    refuse(response, refusalOf(error, target.host));
  }
}

const placeOf = ({ target: { host, port }, encrypted }: Route): SecretPlace => ({ host, port, encrypted });

/** What other servers could read differently, or what leads to another host. */
function wrongIn(request: IncomingMessage, { target, encrypted, standIns }: Route): Refusal | undefined {
  const { headers, rawHeaders } = request;
  const hosts = headerPairs(rawHeaders).filter(([name]) => name.toLowerCase() === "host");
  if (hosts.length > 1) return badRequest("The request has more than one Host header.");
  const named = readAuthority(headers.host ?? "", encrypted ? 443 : 80);
  if (named?.host !== target.host || named.port !== target.port)
    return {
      status: 421,
      why: `The Host header must be ${target.host}:${target.port}, where the request goes.`,
    };
  if (headers.upgrade !== undefined && !/^h2c$/i.test(headers.upgrade) && standIns)
    return {
      status: 501,
      why: `${headers.upgrade} cannot be looked through for secrets, which are configured here. Use plain requests.`,
    };
  return undefined;
}

function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  route: Route,
  head: RequestHead,
  start: (BodyStart & { readonly uses: Uses }) | undefined,
  isRepeated = false,
): void {
  const { target, agent, standIns } = route;
  const { path, headers } = head;
  const place = placeOf(route);
  const replies = standIns ? repliesFrom(standIns, place) : [];
  const body =
    standIns && start
      ? bodyOf(request, start, standIns, place)
      : { source: hasBody(request) ? request : Buffer.alloc(0), transforms: [] };
  const { host = "" } = request.headers;
  const own: RawHeaders = [["Host", host], ...lengthOf(request, body)];
  // Where values may come back, they must be seen, and whole.
  const wanted =
    replies.length === 0 ? headers : headers.filter(([name]) => !/^(?:accept-encoding|range|if-range)$/i.test(name));
  const outgoing = send({
    ...{ agent, host: target.host, port: target.port, method: request.method, path, setHost: false },
    headers: [...own, ...wanted, ...(replies.length === 0 ? [] : [["Accept-Encoding", "identity"] as const])].flat(),
  });
  // By then, the connection is there, and the host has proved its name.
  outgoing.once("socket", () => start?.uses.sent());
  let isAnswered = false;
  outgoing.on("response", (answer) => {
    isAnswered = true;
    try {
      reply(answer, { request, response }, standIns, replies);
    } catch (error) {
      answer.destroy();
      refuse(response, notPassed(error instanceof Error ? error.message : String(error)));
    }
  });
  outgoing.on("upgrade", (_, socket) => {
    socket.destroy();
    refuse(response, notPassed("It changes to another protocol."));
  });
  outgoing.on("error", (error) => {
    // What is missing of an answer is found where it is read.
    if (isAnswered || response.destroyed) return;
    if (!outgoing.reusedSocket) return refuse(response, refusalOf(error, target.host));
    // The host has closed a connection that was kept. A program tries again itself if its connection ends as well.
    if (isRepeated || !Buffer.isBuffer(body.source)) return void response.destroy();
    exchange(request, response, route, head, start, true);
  });
  response.on("close", () => outgoing.destroy());
  sendBody(body, outgoing, request.socket);
}

const notPassed = (why: string): Refusal => ({ status: 502, why: `The answer of the host was not passed on. ${why}` });

interface OutgoingBody {
  readonly source: Readable | Buffer;
  readonly transforms: readonly Transform[];
}

function bodyOf(
  request: IncomingMessage,
  { bytes, isWhole, uses }: BodyStart & { readonly uses: Uses },
  standIns: StandIns,
  place: SecretPlace,
): OutgoingBody {
  const filler = bodyFor(standIns, place, {
    searched: bytes.length,
    contentType: request.headers["content-type"],
    filled: uses.filled,
  });
  if (isWhole) return { source: Buffer.concat([filler.push(bytes), filler.flush()]), transforms: [] };
  if (bytes.length > 0) request.unshift(bytes);
  return { source: request, transforms: [toTransform(filler)] };
}

/** One length, by what is sent: what a program says of it is not taken over where bytes are replaced. */
function lengthOf(request: IncomingMessage, { source, transforms }: OutgoingBody): RawHeaders {
  if (Buffer.isBuffer(source))
    return hasBody(request) || request.headers["content-length"] !== undefined
      ? [["Content-Length", String(source.length)]]
      : [];
  const length = request.headers["content-length"];
  if (transforms.length === 0 && length !== undefined) return [["Content-Length", length]];
  return hasBody(request) ? [["Transfer-Encoding", "chunked"]] : [];
}

function sendBody({ source, transforms }: OutgoingBody, outgoing: ClientRequest, program: Socket): void {
  if (Buffer.isBuffer(source)) return void outgoing.end(source);
  const [transform] = transforms;
  if (!transform) return void source.pipe(outgoing);
  source.pipe(transform).pipe(outgoing);
  transform.on("error", (error) => {
    outgoing.destroy(error);
    // Whatever was answered, the program must not wait for its connection.
    program.destroy();
  });
}
