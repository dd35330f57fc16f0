import { once } from "node:events";
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import {
  connect as connectTls,
  createServer as createRaw,
  getCACertificates,
  setDefaultCACertificates,
} from "node:tls";
import { openSecrets } from "@holdall/middleware/node";
import { afterAll, beforeAll, onTestFinished } from "vitest";
// By path: the certificate that the tests of its package use.
import { localhostCertificate } from "../../../tools-web/src/http/localhost-certificate.fixture.ts";
import { makeStandIns } from "../masking/stand-ins.ts";
import type { Lookup } from "./dial.ts";
import { createProxy } from "./proxy.ts";
import { createAuthority } from "./tls/authority.ts";
import { pemOf } from "./tls/certificate.ts";

/** For the tests of a file, this process trusts the certificate of its servers. */
export function trustLocalhost(): void {
  const usual = getCACertificates("default");
  beforeAll(() => setDefaultCACertificates([...usual, localhostCertificate.cert]));
  afterAll(() => setDefaultCACertificates(usual));
}

export interface Got {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Handler = (got: Got, response: ServerResponse) => void;

/** A server on 127.0.0.1 that keeps requests. */
export async function openServer(answer: Handler = (_, response) => response.end("hello"), isTls = true) {
  const got: Got[] = [];
  const begun = Promise.withResolvers<void>();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) {
        begun.resolve();
        chunks.push(chunk as Buffer);
      }
    } catch {
      return;
    }
    const each = { method, url, headers, body: Buffer.concat(chunks).toString("latin1") };
    got.push(each);
    answer(each, response);
  };
  const server = isTls ? createServer({ ...localhostCertificate }, handle) : createPlain(handle);
  await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return {
    got,
    port: (server.address() as AddressInfo).port,
    /** The first body has begun to arrive. */
    begun: begun.promise,
  };
}

/** A server on 127.0.0.1 that takes connections over TLS and speaks for itself. Gives its port. */
export const openRawServer = (speak: (socket: Socket) => void): Promise<number> =>
  listen(createRaw({ ...localhostCertificate }, (socket) => speak(socket.on("error", () => {}))));

export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

export const value = "tkn/8fJ2mQx7+Lw0ZrT4v=";

interface ProxyUse {
  readonly domains: readonly string[];
  /** Hosts of the one secret KEY, which the command may use. Undefined for a proxy without secrets. */
  readonly hosts?: readonly string[];
  readonly query?: boolean;
  readonly lookup?: Lookup;
  readonly secret?: string;
}

/** A proxy that is asked without a sandbox. */
export async function openProxy({ domains, hosts, query = false, lookup, secret = value }: ProxyUse) {
  const secrets = openSecrets({ KEY: { env: "KEY", hosts: hosts ?? [], query } }, { env: { KEY: secret } });
  const standIns = makeStandIns(secrets, ["KEY"]);
  const authority = createAuthority();
  const proxy = createProxy({ domains, lookup, masking: hosts && { standIns, authority } });
  const uses: string[] = [];
  secrets.subscribe(({ to }) => uses.push(to));
  const port = await listen(proxy.server);
  onTestFinished(() => proxy.close());
  const open = async () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  /** A tunnel, or what the proxy said instead. */
  const tunnel = async (to: string) => {
    const socket = await open();
    socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`);
    const [first] = (await once(socket, "data")) as [Buffer];
    const said = first.toString("latin1");
    // What the host has said already comes with the answer.
    const end = first.indexOf("\r\n\r\n") + 4;
    socket.pause();
    if (first.length > end) socket.unshift(first.subarray(end));
    return { socket, said: /^HTTP\/1\.1 200/.test(said) ? "" : said.slice(0, end) + (await restOf(socket)) };
  };
  const tlsTunnel = async (to: string, servername?: string) => {
    const { socket, said } = await tunnel(to);
    if (said !== "") throw new Error(said);
    const [host = ""] = to.split(/:\d+$/);
    const name = servername ?? host;
    const secured = connectTls({
      ...{
        socket,
        ca: pemOf(authority.certificate),
        host: name,
        ...(/^[\d.]+$/.test(name) ? {} : { servername: name }),
      },
    });
    secured.on("error", () => {});
    await new Promise<void>((resolve, reject) => secured.once("secureConnect", resolve).once("error", reject));
    return secured;
  };
  const [{ standIn = "" } = {}] = standIns.masked;
  return {
    ...{ proxy, secrets, standIn, uses, open, tunnel, tlsTunnel },
    /** Send bytes to the proxy; gives all that it says until the end. */
    ask: async (text: string) => say(await open(), text),
    /** Send bytes over TLS to a host. */
    askHost: async (to: string, text: string, servername?: string) => say(await tlsTunnel(to, servername), text),
  };
}

/** Send bytes; gives all that comes back until the end. */
export async function say(socket: Socket, text: string | Buffer): Promise<string> {
  socket.write(text, "latin1");
  return restOf(socket);
}

/** A request that ends its connection. */
export const get = (host: string, more = "", path = "/"): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;

export const post = (host: string, body: string, more = ""): string =>
  `POST / HTTP/1.1\r\nHost: ${host}\r\n${more}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

async function restOf(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (piece: Buffer) => (text += piece.toString("latin1"))).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}
