import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcp, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";

/** Plays one path of a host. */
export type Play = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface HostileServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** Every request so far: `GET /path`. */
  readonly requests: readonly IncomingMessage[];
  /** TCP connections so far. */
  readonly connections: () => number;
  /** The same server under another name, which `lookup` leads to loopback. */
  at(host: string): string;
  readonly lookup: (host: string) => Promise<readonly string[]>;
}

/** Real HTTP on loopback that plays hosts. Routes are by path; what is not there is a 404. */
export async function playHost(routes: Readonly<Record<string, Play>> = {}): Promise<HostileServer> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server: Server = createServer({ maxHeaderSize: 1_000_000 }, (request, response) => {
    requests.push(request);
    response.on("error", () => {});
    const play = routes[new URL(request.url ?? "/", "http://x").pathname];
    if (play) return void play(request, response);
    response.writeHead(404, { "content-type": "text/plain" }).end("There is no such page.");
  });
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    at: (host) => `http://${host}:${port}`,
    lookup: async () => ["127.0.0.1"],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Raw TCP on loopback: says what it is told to, whatever HTTP thinks of it. */
export async function playRaw(speak: (socket: Socket) => void): Promise<AsyncDisposable & { readonly origin: string }> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
    socket.once("data", () => speak(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Answer with a body. */
export const say =
  (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}, status = 200): Play =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers }).end(body);
  };

export const redirectTo = (location: string, status = 302): Play => say("moved", { location }, status);

/** Headers at once, then nothing. */
export const stall: Play = (_request, response) => {
  response.writeHead(200, { "content-type": "text/plain" }).flushHeaders();
};

/** Nothing at all. */
export const silence: Play = () => {};

/** A few bytes at a time, without end. */
export const drip: Play = async (_request, response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  while (!response.destroyed) {
    response.write("drop ");
    await turn();
  }
};

/** Encoders by the name in `content-encoding`; `deflate` as it is written and as many servers mean it. */
export const encoders = {
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
  deflate: (bytes: Uint8Array) => deflateSync(bytes),
  "deflate, raw": (bytes: Uint8Array) => deflateRawSync(bytes),
  br: (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { 1: 4 } }),
  zstd: (bytes: Uint8Array) => zstdCompressSync(bytes),
} as const;

/** The name of an encoder as a header says it. */
export const encodingName = (name: string): string => name.replace(/, raw$/, "");
