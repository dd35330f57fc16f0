import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { openWebClient } from "@holdall/tools-web";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body as JSON. */
  readonly json: Record<string, unknown>;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** End the connection in place of an answer. */
  readonly dies?: true;
}

/** A service on this machine that keeps what it gets, and the guarded way to it. */
export async function service(answer: (received: Received, index: number) => Answer) {
  const got: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    let json = {};
    try {
      json = JSON.parse(body.toString()) as object;
    } catch {
      // a form
    }
    const received = { path: request.url ?? "", headers: request.headers, body, json: json as Record<string, unknown> };
    got.push(received);
    const { status = 200, headers = {}, body: text = "", dies } = answer(received, got.length - 1);
    if (dies) return void request.socket.destroy();
    response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    client: openWebClient({ allow: [`127.0.0.1:${port}`], perHost: false }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
