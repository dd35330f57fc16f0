import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface OAuthServer extends AsyncDisposable {
  /** The MCP server that requires a login. */
  readonly url: string;
  /** What was asked of the authorization server, in order. */
  readonly log: string[];
  /** Tokens given so far are worth nothing from now on. */
  expire(): void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

/** An MCP server with one tool and its authorization server: metadata, registration, PKCE, codes that count once, refreshing. */
export async function serveOAuth(): Promise<OAuthServer> {
  const log: string[] = [];
  const clients = new Map<string, string[]>([
    ["known", []],
    ["secretive", []],
  ]);
  const codes = new Map<string, { challenge: string; client: string }>();
  const refreshes = new Set<string>();
  let access = new Set<string>();

  const tokens = () => {
    const pair = { access_token: randomUUID(), refresh_token: randomUUID() };
    access.add(pair.access_token);
    refreshes.add(pair.refresh_token);
    return { ...pair, token_type: "Bearer", expires_in: 3600 };
  };
  const grant = (form: URLSearchParams): unknown => {
    const get = (name: string) => form.get(name) ?? "";
    log.push(get("grant_type"));
    if (get("client_id") === "secretive" && get("client_secret") !== "s3cret") return undefined;
    if (get("grant_type") === "refresh_token") return refreshes.delete(get("refresh_token")) && tokens();
    const code = codes.get(get("code"));
    codes.delete(get("code"));
    const challenge = createHash("sha256").update(get("code_verifier")).digest("base64url");
    return code?.challenge === challenge && code.client === get("client_id") && tokens();
  };
  const answerMcp = ({ id, method }: { id?: number; method: string }) => {
    const serverInfo = { name: "guarded", version: "1" };
    const results: Record<string, unknown> = {
      initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo },
      "tools/list": { tools: [{ name: "whoami", inputSchema: { type: "object" } }] },
      "tools/call": { content: [{ type: "text", text: "me" }] },
    };
    const result = results[method];
    return { jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: method } }) };
  };

  const server = createServer(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname, searchParams: query } = new URL(request.url ?? "/", origin);
    const send = (status: number, value: unknown, headers = {}) =>
      void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    const body = request.method === "POST" ? await bodyOf(request) : "";
    switch (pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return send(200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
      case "/.well-known/oauth-authorization-server":
        return send(200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
          authorization_response_iss_parameter_supported: true,
        });
      case "/register": {
        log.push("register");
        const { redirect_uris } = JSON.parse(body) as { redirect_uris: string[] };
        const client_id = randomUUID();
        clients.set(client_id, redirect_uris);
        return send(201, { ...JSON.parse(body), client_id });
      }
      case "/authorize": {
        log.push("authorize");
        const client = query.get("client_id") ?? "";
        const back = new URL(query.get("redirect_uri") ?? "");
        const known = clients.get(client);
        if (!known || (known.length > 0 && !known.includes(back.href))) return send(400, { error: "invalid_client" });
        const code = randomUUID();
        codes.set(code, { challenge: query.get("code_challenge") ?? "", client });
        for (const [name, value] of Object.entries({ code, state: query.get("state") ?? "", iss: origin }))
          back.searchParams.set(name, value);
        return void response.writeHead(302, { location: back.href }).end();
      }
      case "/token": {
        const given = grant(new URLSearchParams(body));
        return given ? send(200, given) : send(400, { error: "invalid_grant" });
      }
      case "/mcp": {
        const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
        if (token === undefined || !access.has(token)) {
          const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
          return send(401, {}, { "www-authenticate": `Bearer resource_metadata="${metadata}"` });
        }
        if (request.method !== "POST") return send(405, {});
        const message = JSON.parse(body) as { id?: number; method: string };
        return message.id === undefined ? void response.writeHead(202).end() : send(200, answerMcp(message));
      }
      default:
        return send(404, {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    log,
    expire() {
      access = new Set();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
