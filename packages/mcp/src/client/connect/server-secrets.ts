import { ToolError } from "@holdall/tool-core";
import {
  fillSecrets,
  placeOfUrl,
  replaceSecrets,
  type Secrets,
  secretInfo,
  secretNames,
} from "@holdall/tool-kit/secrets";
import type { ServerPlace } from "../server-config.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Redirects on one server that are followed with a secret. */
const maxHops = 5;

/**
 * `fetch` that puts values in for `secret:NAME` in headers, for the hosts of each secret. A request that carries one follows
 * redirects on its own origin only: elsewhere, neither the value nor its name is sent.
 */
export function fetchWithSecrets(secrets: Secrets | undefined, inner: Fetch = fetch): Fetch {
  if (!secrets) return inner;
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    const named = [...headers].filter(([, value]) => secretNames(value).length > 0);
    if (named.length === 0) return inner(url, init);
    const place = placeOfUrl(String(url));
    for (const [name, value] of named) headers.set(name, fillSecrets(value, secrets, place));
    let at = new URL(url);
    for (let hops = 0; ; hops++) {
      const response = await inner(at, { ...init, headers, redirect: "manual" });
      const location = response.headers.get("location");
      if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
      await response.body?.cancel();
      const to = new URL(location, at);
      if (to.origin !== at.origin || hops >= maxHops || ([301, 302, 303].includes(response.status) && init?.body))
        throw redirected(at, to);
      at = to;
    }
  };
}

const redirected = (from: URL, to: URL) =>
  new ToolError("permission_denied", `${from.origin} redirects to ${to.origin}. The secret was not sent there.`, {
    hint: "Put the address that answers into the configuration of the server.",
  });

/** The environment of a server's program. Throws `permission_denied` unless the user has named the server for its secrets. */
export function environmentOf(
  { args, env }: Extract<ServerPlace, { kind: "stdio" }>,
  server: string,
  secrets: Secrets | undefined,
): Readonly<Record<string, string>> {
  if (!secrets) return env;
  const [shown] = args.flatMap(secretNames);
  if (shown !== undefined)
    throw new ToolError("invalid_input", `The arguments of ${server} name secret:${shown}.`, {
      hint: "Every process can read arguments. Pass the secret in env.",
    });
  const valueFor = (name: string) => {
    if (!secretInfo(secrets, name).servers.includes(server))
      throw new ToolError("permission_denied", `secret:${name} is not for the program of the MCP server ${server}.`, {
        hint: `Only the user can add servers: [${server}], in the configuration of the secret.`,
        data: { secret: name },
      });
    const value = secrets.read(name);
    secrets.noteUse({ name, to: `MCP server ${server}` });
    return value;
  };
  return Object.fromEntries(Object.entries(env).map(([variable, text]) => [variable, replaceSecrets(text, valueFor)]));
}
