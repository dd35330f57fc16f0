import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";

export interface HttpGuardOptions {
  /** Host names, without ports, that clients may use besides the loopback names. */
  readonly allowedHosts: readonly string[];
  /** Origins such as `http://localhost:6274` whose pages may call besides the server's own. */
  readonly allowedOrigins: readonly string[];
  readonly token: string | undefined;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Judges a request by its method and headers alone; undefined lets it pass. */
export type HttpGuard = (request: Pick<IncomingMessage, "method" | "headers">) => Refusal | undefined;

/**
 * Keep out web pages: a page that rebinds its name to this machine shows by Host, a page of another site by Origin.
 * With a token, a request must carry it as a bearer; a browser's preflight cannot, and learns nothing.
 */
export function createHttpGuard({ allowedHosts, allowedOrigins, token }: HttpGuardOptions): HttpGuard {
  const hosts = [...localhostAllowedHostnames(), ...allowedHosts];
  return ({ method, headers: { host, origin, authorization } }) => {
    const checked = validateHostHeader(host, hosts);
    if (!checked.ok) return { status: 403, message: `${checked.message}. Add it to the allowed hosts if it is yours.` };
    if (origin !== undefined && origin !== `http://${host}` && !allowedOrigins.includes(origin)) {
      return { status: 403, message: `Invalid Origin: ${origin}. Add it to the allowed origins if it is yours.` };
    }
    if (token !== undefined && method !== "OPTIONS" && !isSame(authorization ?? "", `Bearer ${token}`)) {
      return { status: 401, message: "This server wants a bearer token." };
    }
    return undefined;
  };
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
