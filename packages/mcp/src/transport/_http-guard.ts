import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Awaitable } from "@holdall/tool-core";
import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";
import { defaultRealm, type TokenVerifier } from "../oauth/verify-token.ts";

export interface HttpGuardOptions {
  /** Host names, without ports, that clients may use besides the loopback names. */
  readonly allowedHosts: readonly string[];
  /** Origins such as `http://localhost:6274` whose pages may call besides the server's own. */
  readonly allowedOrigins: readonly string[];
  /** Bearer tokens of which every request must carry one; sessions of different tokens are kept apart. */
  readonly token: string | readonly string[] | undefined;
  /** The realm that a request without a token is told; `mcp` by default. */
  readonly realm?: string | undefined;
  /** Checks a bearer that is none of the tokens, as an access token of an authorization server. */
  readonly verifier?: TokenVerifier | undefined;
}

export interface Refusal {
  readonly status: 401 | 403 | 503;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Admission {
  /** Tells the senders of different tokens apart. */
  readonly owner: string;
  /** What the access token is good for; undefined without one. */
  readonly scopes?: readonly string[] | undefined;
}

/** Judges a request by its method and headers alone. */
export type HttpGuard = (request: Pick<IncomingMessage, "method" | "headers">) => Awaitable<Refusal | Admission>;

/**
 * Keep out web pages: a page that rebinds its name to this machine shows by Host, a page of another site by Origin.
 * With tokens, a request must carry one as a bearer; a browser's preflight cannot, and learns nothing.
 */
export function createHttpGuard({
  allowedHosts,
  allowedOrigins,
  token = [],
  realm = defaultRealm,
  verifier,
}: HttpGuardOptions): HttpGuard {
  const hosts = [...localhostAllowedHostnames(), ...allowedHosts];
  const tokens = typeof token === "string" ? [token] : token;
  const wanted = tokens.map(digest);
  return ({ method, headers: { host, origin, authorization = "" } }) => {
    const checked = validateHostHeader(host, hosts);
    if (!checked.ok) return { status: 403, message: `${checked.message}. Add it to the allowed hosts if it is yours.` };
    if (origin !== undefined && origin !== `http://${host}` && !allowedOrigins.includes(origin)) {
      return { status: 403, message: `Invalid Origin: ${origin}. Add it to the allowed origins if it is yours.` };
    }
    if ((wanted.length === 0 && !verifier) || method === "OPTIONS") return { owner: "" };
    const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
    const given = digest(bearer);
    // All are compared, whichever fits, so that time tells nothing.
    const owner = wanted.map((one) => timingSafeEqual(one, given)).indexOf(true);
    if (owner !== -1) return { owner: String(owner) };
    if (!verifier) return unauthorized(realm, authorization !== "");
    if (bearer === "") return { ...unauthorized(realm, false), headers: verifier.challenge(realm) };
    return verifier.verify(bearer, realm);
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const unauthorized = (realm: string, isWrong: boolean): Refusal => ({
  status: 401,
  message: isWrong ? "This server does not accept this bearer token." : "This server requires a bearer token.",
  headers: { "www-authenticate": `Bearer realm="${realm}"${isWrong ? ', error="invalid_token"' : ""}` },
});
