import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ToolError } from "@holdall/tool-core";
import { drain } from "./drain.ts";

/** An answer of the relay itself. */
export interface Refusal {
  readonly status: 400 | 403 | 421 | 501 | 502;
  readonly why: string;
}

const phrases = {
  400: "Bad Request",
  403: "Forbidden",
  421: "Misdirected Request",
  501: "Not Implemented",
  502: "Bad Gateway",
} as const;

export const badRequest = (why: string): Refusal => ({ status: 400, why });

export const notNamed = (host: string): Refusal => ({
  status: 403,
  why: `${host} is not a host that this command may reach. Name ${host} in the command, or ask the user for it.`,
});

/** Why a connection failed, for the program. */
export const refusalOf = (error: unknown, host: string): Refusal =>
  ToolError.is(error)
    ? { status: 403, why: `${error.message} ${error.hint ?? ""}`.trim() }
    : { status: 502, why: `${host} cannot be reached: ${textOf(error).replace(/\.?$/, ".")}` };

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Answer a request, and end its connection. */
export function refuse(response: ServerResponse, { status, why }: Refusal): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const body = `holdall: ${why}\n`;
  response.writeHead(status, phrases[status], {
    ...{ "content-type": "text/plain; charset=utf-8", "content-length": Buffer.byteLength(body), connection: "close" },
  });
  response.write(body);
  void drain(response.req).then(() => response.end());
}

/** The same for a connection that has no parsed requests. */
export function refuseTunnel(socket: Duplex, { status, why }: Refusal): void {
  // Once it has ended, writing would be another error.
  if (!socket.writable) return void socket.destroy();
  const body = `holdall: ${why}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${phrases[status]}\r\ncontent-type: text/plain; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
