import { Agent } from "node:http";
import { isIP, type Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { connect, createSecureContext, getCACertificates, type SecureContext, TLSSocket } from "node:tls";
import type { Limiter } from "@holdall/tool-kit";
import { leakedNames } from "@holdall/tool-kit/secrets";
import type { StandIns } from "../masking/stand-ins.ts";
import { timeLimit } from "./dial.ts";
import type { Route } from "./forward.ts";
import type { Target } from "./target.ts";
import type { Authority } from "./tls/authority.ts";

export interface TunnelOptions {
  readonly authority: Authority;
  readonly standIns: StandIns;
  readonly searches: Limiter;
  /** Another connection to the target, after the first one has ended. */
  redial(): Promise<Socket>;
  /** Take the requests of a connection. */
  serve(socket: Duplex, route: Route): void;
}

/**
 * Connect a program with a host so that what passes is looked through for secrets. TLS ends here, with a certificate of the
 * session, and its requests are taken one by one, as are those without TLS. What else a program or a host says first goes
 * through as it is, until it has a value or a stand-in.
 */
export async function openTunnel(
  inside: Socket,
  outside: Socket,
  target: Target,
  options: TunnelOptions,
): Promise<void> {
  const { authority, standIns, searches, serve } = options;
  const first = await firstOf(inside, outside);
  if (first === undefined) return;
  const isTls = first[0] === 0x16;
  if (!isTls && !/^[A-Z]{3,16} \S/.test(first.toString("latin1", 0, 64))) return watch(inside, outside, standIns);
  const agent = oneConnection(outside, target, isTls, options.redial);
  inside.once("close", () => agent.destroy());
  const route: Route = { target, encrypted: isTls, agent, standIns, searches };
  if (!isTls) return serve(inside, route);
  const secured = new TLSSocket(inside, {
    isServer: true,
    secureContext: authority.contextFor(target.host),
    ALPNProtocols: ["http/1.1"],
    SNICallback: (name, done) =>
      name.toLowerCase().replace(/\.$/, "") === target.host
        ? done(null, authority.contextFor(target.host))
        : done(new Error(`The connection leads to ${target.host}, and not to ${name}.`)),
  });
  secured.on("error", () => inside.destroy());
  serve(secured, route);
}

/** What a program says first, empty if the host speaks first; undefined if one of them ends. It is still to be read. */
async function firstOf(inside: Socket, outside: Socket): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  const stops: (() => void)[] = [];
  const settle = (first: Buffer | undefined) => {
    for (const stop of stops) stop();
    resolve(first);
  };
  for (const socket of [inside, outside]) {
    const onReadable = () => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      // Before it is readable again, so that this is not called a second time.
      settle(socket === inside ? chunk : Buffer.alloc(0));
      socket.unshift(chunk);
    };
    const onClose = () => settle(undefined);
    stops.push(() => void socket.off("readable", onReadable).off("close", onClose));
    socket.on("readable", onReadable).once("close", onClose);
  }
  const first = await promise;
  if (first === undefined) for (const socket of [inside, outside]) socket.destroy();
  return first;
}

/** An agent with one connection at a time: the one that is there, and then new ones. */
function oneConnection(outside: Socket, target: Target, isTls: boolean, redial: () => Promise<Socket>): Agent {
  let ready: Socket | undefined = outside;
  const open = async () => {
    const socket = ready && !ready.destroyed ? ready : await redial();
    ready = undefined;
    return isTls ? secure(socket, target) : socket;
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const destroy = agent.destroy.bind(agent);
  return Object.assign(agent, {
    createConnection(_: object, done: (error: Error | null, socket?: Duplex) => void) {
      open().then((socket) => done(null, socket), done);
      return undefined;
    },
    destroy() {
      destroy();
      ready?.destroy();
    },
  });
}

/** Make sure that a host is who it says, by what this process and its system trust. */
function secure(socket: Socket, { host }: Target): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = connect({
      ...{ socket, host, secureContext: trusted(), ALPNProtocols: ["http/1.1"] },
      ...(isIP(host) ? {} : { servername: host }),
    });
    const late = () => secured.destroy(new Error(`${host} did not begin TLS within ${timeLimit / 1000} seconds.`));
    const timer = setTimeout(late, timeLimit);
    secured.once("secureConnect", () => {
      clearTimeout(timer);
      resolve(secured.off("error", reject));
    });
    secured.once("error", reject).once("close", () => clearTimeout(timer));
  });
}

/** Made again when this process changes what it trusts. */
let trust: { readonly own: readonly string[]; readonly context: SecureContext } | undefined;

function trusted(): SecureContext {
  const own = getCACertificates("default");
  if (trust?.own !== own) {
    const ca = [...new Set([...own, ...getCACertificates("system")])];
    trust = { own, context: createSecureContext({ ca }) };
  }
  return trust.context;
}

/** Bytes that are searched together with those before them. */
const overlap = 2_048;

/** Let bytes through that are no requests. A program that sends a value or a stand-in loses its connection. */
function watch(inside: Socket, outside: Socket, { secrets }: StandIns): void {
  let before = "";
  inside.prependListener("data", (chunk: Buffer) => {
    const text = before + chunk.toString("latin1");
    before = text.slice(-overlap);
    if (leakedNames(secrets, [text]).length > 0) for (const socket of [inside, outside]) socket.destroy();
  });
  join(inside, outside);
}

/** Let all bytes through, both ways. Each way ends by itself. */
export function join(inside: Duplex, outside: Duplex): void {
  for (const socket of [inside, outside]) socket.allowHalfOpen = true;
  const end = () => {
    inside.destroy();
    outside.destroy();
  };
  pipeline(inside, outside, (error) => void (error && end()));
  pipeline(outside, inside, (error) => void (error && end()));
}
