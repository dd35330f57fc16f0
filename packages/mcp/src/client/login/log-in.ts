import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolError } from "@holdall/tool-core";
import { neutralText } from "@holdall/tool-kit/text";
import { auth, extractWWWAuthenticateParams } from "@modelcontextprotocol/client";
import { createBoundedFetch } from "../bounds/bounded-fetch.ts";
import type { ServerConfig } from "../server-config.ts";
import type { Logins } from "./file-logins.ts";

export interface LogInOptions {
  readonly logins: Logins;
  /** Shows the login page to the user: opens a browser, or prints the address. */
  readonly show: (url: URL) => void | Promise<void>;
  /** Scopes to ask for in addition to those of the present login, with spaces between them. By default the server says. */
  readonly scope?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Log in to a server with OAuth: discovers the endpoints, registers this program if needed, asks the user in a browser, and
 * stores the tokens. The browser returns to a free port of this machine. Throws `permission_denied` if the login is rejected;
 * an earlier login then stays.
 */
export async function logIn(config: ServerConfig, { logins, show, scope, signal }: LogInOptions): Promise<void> {
  const { place, name } = config;
  if (place.kind === "stdio")
    throw new ToolError("unsupported", `${name} is a local program and does not need a login.`, {
      hint: "Leave it out.",
    });
  const state = randomBytes(24).toString("base64url");
  const answer = Promise.withResolvers<URLSearchParams>();
  answer.promise.catch(() => {});
  const server = createServer(({ url = "/" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const isOurs = pathname === "/callback" && searchParams.get("state") === state;
    response.writeHead(isOurs ? 200 : 404, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end(isOurs ? "Done. You can close this page." : "Not found.");
    if (isOurs) answer.resolve(searchParams);
  });
  let restore = async () => {};
  const stop = () => answer.reject(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
    const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const provider = logins.provider(config, { redirectUrl, show, state });
    if (!provider) return;
    const [client, tokens] = [await provider.clientInformation(), await provider.tokens()];
    restore = async () => {
      if (client && !config.oauth?.clientId) await provider.saveClientInformation?.(client);
      if (tokens) await provider.saveTokens(tokens);
    };
    // A registration is for one way back, and the port differs each time.
    if (!config.oauth?.clientId) await provider.invalidateCredentials?.("client");
    await provider.invalidateCredentials?.("discovery");
    const fetchFn = createBoundedFetch(1_048_576);
    const asked = await challengeOf(place.url, fetchFn);
    const had = tokens && (tokens.scope ?? config.oauth?.scope ?? asked.scope);
    const wanted = scope === undefined ? {} : { scope: union(had, scope) };
    const request = { serverUrl: place.url, fetchFn, ...asked, ...wanted };
    const renewing: typeof provider = {
      ...provider,
      // Calls go on with the earlier login until there is another one.
      tokens: async () => undefined,
      // An answer without a scope grants what was asked for (RFC 6749, section 5.1).
      saveTokens: (granted, ...rest) =>
        provider.saveTokens({ ...(request.scope !== undefined && { scope: request.scope }), ...granted }, ...rest),
    };
    if ((await auth(renewing, request)) === "AUTHORIZED") return;
    const answered = await answer.promise;
    const code = answered.get("code");
    if (code === null)
      throw new Error(answered.get("error_description") ?? answered.get("error") ?? "It did not send a code.");
    const iss = answered.get("iss");
    await auth(renewing, { ...request, authorizationCode: code, ...(iss !== null && { iss }) });
  } catch (cause) {
    await restore();
    if (signal?.aborted) throw signal.reason;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError("permission_denied", neutralText(`The login to ${name} failed: ${why}`).slice(0, 2000), {
      hint: "Try again, or set a key in the server's headers.",
      cause,
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    server.closeAllConnections();
    server.close();
  }
}

const union = (...scopes: readonly (string | undefined)[]): string =>
  [...new Set(scopes.flatMap((each) => (each ?? "").split(" ")).filter(Boolean))].join(" ");

/** The response of a server to an unauthenticated request: where its login is described, and for which scopes. */
async function challengeOf(url: string, fetchFn: ReturnType<typeof createBoundedFetch>) {
  const answer = await fetchFn(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" }),
    redirect: "error",
  });
  await answer.body?.cancel();
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) };
}
