import { createServer as createPlain, type IncomingMessage } from "node:http";
import { createServer, type Server } from "node:https";
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from "node:net";
import { localhostCertificate } from "../../../packages/tools-web/src/http/localhost-certificate.fixture.ts";
import { answerMcp } from "./mcp-servers.ts";
import { type Encoding, encodings } from "./values.ts";

/** A server that keeps all it gets. */
export interface Kept extends AsyncDisposable {
  readonly port: number;
  /** Each request or login as text: address, headers, body. */
  readonly got: string[];
}

async function listen<T extends object>(
  server: Server | TcpServer,
  more: T,
): Promise<T & { port: number } & AsyncDisposable> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...more,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * An HTTPS server that keeps requests, repeats them, redirects (`/to?STATUS` to `elsewhere`), and is an MCP server at `/mcp`.
 * `/repeat/ENCODING` answers with the credential of the request in that encoding.
 */
export async function openTlsServer(elsewhere: () => string, plain = false): Promise<Kept> {
  const got: string[] = [];
  const server = (plain ? createPlain : (handler: Handler) => createServer({ ...localhostCertificate }, handler))(
    async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const url = request.url ?? "";
      got.push(JSON.stringify([url, request.headers, body, fieldsOf(request, body)]));
      const { pathname, search } = new URL(url, "https://x");
      if (pathname.startsWith("/to")) {
        response.writeHead(Number(search.slice(1)) || 302, { location: `${elsewhere()}/arrived` });
        return response.end();
      }
      if (pathname === "/mcp") return answerMcp(request, body, response);
      const credential = String(request.headers.authorization ?? request.headers["x-key"] ?? "").replace(/^\w+ /, "");
      const encode = encodings[decodeURIComponent(pathname.slice("/repeat/".length)) as Encoding];
      response.end(encode ? `You sent ${encode(credential)}\n` : JSON.stringify([url, request.headers, body]));
    },
  ) as Server;
  return listen(server, { got });
}

/** A form as servers read it: values are encoded in its body. */
const fieldsOf = ({ headers }: IncomingMessage, body: string) =>
  headers["content-type"]?.startsWith("application/x-www-form-urlencoded")
    ? Object.fromEntries(new URLSearchParams(body))
    : {};

type Handler = Parameters<typeof createPlain>[1] & {};

/** A mail server that keeps passwords and mails. It refuses the first login, and says the password in its refusal. */
export async function openMailServer(): Promise<Kept> {
  const got: string[] = [];
  let refuses = true;
  const server = createTcp((socket) => {
    socket.setEncoding("latin1").on("error", () => {});
    socket.write("220 canary ESMTP\r\n");
    let inMail = false;
    let rest = "";
    socket.on("data", (piece: string) => {
      const lines = (rest + piece).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [, plain] = /^AUTH PLAIN (\S+)/i.exec(line) ?? [];
        const password = plain && (Buffer.from(plain, "base64").toString().split("\0")[2] ?? "");
        got.push(password ?? line);
        if (inMail && line !== ".") continue;
        if (line === ".") inMail = false;
        if (/^DATA/i.test(line)) inMail = true;
        const isFirst = refuses;
        if (password) refuses = false;
        const answer = password
          ? isFirst
            ? `535 no such password: ${password}`
            : "235 in"
          : /^EHLO/i.test(line)
            ? "250-canary\r\n250 AUTH PLAIN"
            : /^DATA/i.test(line)
              ? "354 go on"
              : /^QUIT/i.test(line)
                ? "221 bye"
                : "250 ok";
        socket.write(`${answer}\r\n`);
      }
    });
  });
  return listen(server, { got });
}

/** A Postgres server that wants a password in plain text, keeps it, and says it in its refusal. */
export async function openPostgresServer(): Promise<Kept> {
  const got: string[] = [];
  const server = createTcp((socket) => {
    socket.on("error", () => {});
    let isStarted = false;
    socket.on("data", (bytes: Buffer) => {
      if (bytes.length === 8 && bytes.readInt32BE(4) === 80_877_103) return void socket.write("N");
      if (!isStarted) {
        isStarted = true;
        return void socket.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 3]));
      }
      const password = bytes.subarray(5, bytes.indexOf(0, 5)).toString();
      got.push(password);
      const fields = `SFATAL\0C28P01\0Mpassword authentication failed for "${password}"\0\0`;
      const head = Buffer.alloc(5, "E");
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, Buffer.from(fields)]));
    });
  });
  return listen(server, { got });
}
