import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createLimiter } from "@holdall/tool-kit";
import type { StandIns } from "../masking/stand-ins.ts";
import { dial, type Lookup } from "./dial.ts";
import { forward, type Route } from "./forward.ts";
import { badRequest, notNamed, type Refusal, refusalOf, refuse, refuseTunnel } from "./refuse.ts";
import { type HostAndPort, readAuthority, type Target, toTarget } from "./target.ts";
import type { Authority } from "./tls/authority.ts";
import { join, openTunnel } from "./tunnel.ts";
import { createUnreached, type Unreached } from "./unreached.ts";

export interface ProxyOptions {
  /** The hosts that can be reached. */
  readonly domains: readonly string[];
  /** Look requests through for secrets, and put values in. */
  readonly masking?: { readonly standIns: StandIns; readonly authority: Authority } | undefined;
  readonly lookup?: Lookup | undefined;
}

export interface Proxy {
  readonly server: Server;
  /** What was asked for and not reached since the last call. */
  takeUnreached(): Unreached;
  close(): void;
}

/** How many connections of programs there are, and how many bodies of up to a megabyte are kept and searched, at a time. */
const most = { connections: 128, bodies: 16 } as const;

/** An HTTP proxy for the programs of one command: requests for `http://` addresses, and CONNECT. */
export function createProxy({ domains, masking, lookup }: ProxyOptions): Proxy {
  const unreached = createUnreached();
  const sockets = new Set<Duplex>();
  const searches = createLimiter(most.bodies);
  const routes = new WeakMap<object, Route>();
  /** What ends a connection in a tunnel without a request. */
  const unasked = new WeakMap<object, NodeJS.Timeout>();
  const keep = (socket: Duplex) => void sockets.add(socket.once("close", () => sockets.delete(socket)));

  const admit = (place: HostAndPort): Target | Refusal => {
    const target = toTarget(place, domains);
    if (target) return target;
    unreached.addHost(place.host);
    return notNamed(place.host);
  };
  const reach = async (target: Target): Promise<Socket> => {
    const socket = await dial(target, lookup);
    keep(socket.on("error", () => {}));
    return socket;
  };

  /** Connections without TLS, kept for the next request to the same host. */
  const agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 32 }), {
    createConnection(
      { host, port }: { host: string; port: number },
      done: (error: Error | null, socket?: Duplex) => void,
    ) {
      const target = toTarget({ host, port: Number(port) }, domains);
      if (target) reach(target).then((socket) => done(null, socket), done);
      else done(new Error(notNamed(host).why));
      return undefined;
    },
  });

  const onProxied = (request: IncomingMessage, response: ServerResponse) => {
    const { url = "" } = request;
    const [, authority, path = ""] = /^http:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
    if (authority === undefined)
      return refuse(response, badRequest("This is a proxy. Ask it for an http:// address, or use CONNECT."));
    const place = readAuthority(authority, 80);
    if (!place) return refuse(response, badRequest("The address of the request has no valid host."));
    const target = admit(place);
    if ("why" in target) return refuse(response, target);
    const route: Route = { target, encrypted: false, agent, standIns: masking?.standIns, searches };
    void forward(request, response, path.startsWith("/") ? path : `/${path}`, route);
  };

  const onInTunnel = (request: IncomingMessage, response: ServerResponse) => {
    const route = routes.get(request.socket);
    if (!route) return void response.destroy();
    clearTimeout(unasked.get(request.socket));
    const { url = "" } = request;
    if (url.startsWith("/") || url === "*") return void forward(request, response, url, route);
    refuse(response, badRequest("Within a tunnel, a request names a path alone."));
  };

  const limits = { maxHeaderSize: 65_536, requestTimeout: 0, headersTimeout: 60_000, requireHostHeader: false };
  const inTunnel = createServer(limits, onInTunnel);
  inTunnel.on("clientError", (_, socket) => refuseTunnel(socket, badRequest("The request cannot be read.")));

  const onConnect = async (request: IncomingMessage, inside: Socket, head: Buffer) => {
    inside.on("error", () => {});
    const place = readAuthority(request.url ?? "");
    if (!place) return refuseTunnel(inside, badRequest("CONNECT needs a host and a port."));
    const target = admit(place);
    if ("why" in target) return refuseTunnel(inside, target);
    let outside: Socket;
    try {
      outside = await reach(target);
    } catch (error) {
      const refusal = refusalOf(error, target.host);
      // Programs show the status of a failed tunnel, and not what is said with it.
      unreached.addFailed(target.host, refusal.why);
      return refuseTunnel(inside, refusal);
    }
    if (inside.destroyed) return void outside.destroy();
    // What the program has sent until then still goes out.
    inside.once("close", () => outside.destroySoon());
    inside.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) inside.unshift(head);
    if (!masking) return join(inside, outside);
    await openTunnel(inside, outside, target, {
      ...{ ...masking, searches },
      redial: () => reach(target),
      serve(socket, route) {
        routes.set(socket, route);
        // Node limits the time for headers only where its server listens.
        const timer = setTimeout(() => inside.destroy(), limits.headersTimeout);
        unasked.set(socket, timer);
        inside.once("close", () => clearTimeout(timer));
        inTunnel.emit("connection", socket);
      },
    });
  };

  const server = createServer(limits, onProxied);
  server.maxConnections = most.connections;
  server.on("connection", keep);
  server.on("connect", (request, socket, head) => void onConnect(request, socket as Socket, head));
  server.on("clientError", (_, socket) => refuseTunnel(socket, badRequest("The request cannot be read.")));
  return {
    server,
    takeUnreached: unreached.take,
    close() {
      server.close();
      agent.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}
