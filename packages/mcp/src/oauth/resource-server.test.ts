import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allow, createRegistry, deny, openSession, strictest } from "@holdall/tool-core";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Claims, type Issuer, serveIssuer } from "../_fixtures/issuer.fixture.ts";
import { callTool } from "../_fixtures/task-client.fixture.ts";
import { fixtureTools } from "../_fixtures/tools.fixture.ts";
import { configs, connected } from "../client/_fixtures/servers.fixture.ts";
import { fileLogins } from "../client/login/file-logins.ts";
import { logIn } from "../client/login/log-in.ts";
import { type HttpServer, type ServeHttpOptions, scopePolicy, serveHttp } from "../http.ts";

let issuer: Issuer;
beforeEach(async () => {
  issuer = await serveIssuer();
});
afterEach(() => issuer[Symbol.asyncDispose]());

let opened = 0;
async function serve(more: ServeHttpOptions = {}): Promise<HttpServer> {
  const server = await serveHttp(
    ({ scopes }) => {
      opened++;
      return openSession(createRegistry(fixtureTools()), { policy: strictest(allow(), scopePolicy(scopes)) });
    },
    { onError: () => {}, oauth: { issuer: issuer.url }, ...more },
  );
  onTestFinished(() => server.close());
  return server;
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

/** Post with a token; the session id of an earlier answer continues it. */
const post = (url: string, token: string | undefined, body: object = initialize, session?: string) =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(session !== undefined && { "mcp-session-id": session }),
    },
    body: JSON.stringify(body),
  });

describe("the metadata of the resource", () => {
  it("is for anyone, at the path of the resource and at the root, and 401 says where", async () => {
    const { url } = await serve();
    const { origin } = new URL(url);
    const at = `${origin}/.well-known/oauth-protected-resource`;
    for (const place of [`${at}/mcp`, at]) {
      const response = await fetch(place, { headers: { origin: "https://any.example" } });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await response.json()).toMatchObject({
        resource: url,
        authorization_servers: [issuer.url],
        scopes_supported: expect.arrayContaining(["tools:read", "tools:write", "tools:execute"]),
      });
    }
    const refused = await post(url, undefined);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(`Bearer realm="mcp", resource_metadata="${at}/mcp"`);
    expect((await fetch(`${at}/other`)).status).toBe(401);
  });

  it("names the URL that clients know, where that is another", async () => {
    const resource = "https://tools.example/agents/mcp";
    const { url } = await serve({ oauth: { issuer: issuer.url, resource } });
    const place = `${new URL(url).origin}/.well-known/oauth-protected-resource/agents/mcp`;
    expect(await (await fetch(place)).json()).toMatchObject({ resource });
    expect((await post(url, await issuer.token(resource))).status).toBe(200);
    expect((await post(url, await issuer.token(url))).status).toBe(401);
  });
});

describe("a token", () => {
  it.each([
    ["for another server", { aud: "http://elsewhere.example/mcp" }, /another server/],
    ["without an audience", { aud: undefined }, /another server/],
    ["of another issuer", { iss: "https://other.example" }, /another authorization server/],
    ["that has expired", { exp: 1 }, /expired/],
    ["that never expires", { exp: undefined }, /\\"exp\\"/],
    ["that is not valid yet", { nbf: 4_000_000_000 }, /\\"nbf\\"/],
  ] satisfies [string, Claims, RegExp][])("%s is refused", async (_, claims, problem) => {
    const { url } = await serve();
    const before = opened;
    const response = await post(url, await issuer.token(url, claims));
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(await response.text()).toMatch(problem);
    expect(opened).toBe(before);
  });

  it("that somebody else signed, unsigned or signed by a text is refused", async () => {
    const { url } = await serve();
    const [header = "", payload = "", signature = ""] = (await issuer.token(url)).split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    const secret = Buffer.from('{"alg":"HS256"}').toString("base64url");
    const tampered = Buffer.from(payload, "base64url").toString().replace("tools:read", "tools:read tools:execute");
    for (const token of [
      await issuer.forged(url),
      `${none}.${payload}.`,
      `${secret}.${payload}.${signature}`,
      `${header}.${Buffer.from(tampered).toString("base64url")}.${signature}`,
      `${header}.${payload}`,
      "x",
      `${"a".repeat(8000)}.b.c`,
    ]) {
      expect((await post(url, token)).status, token.slice(0, 60)).toBe(401);
    }
  });

  it("without a scope of this server is 403, and says which there are", async () => {
    const { url } = await serve();
    for (const scope of ["", "openid email"]) {
      const response = await post(url, await issuer.token(url, { scope }));
      expect(response.status).toBe(403);
      expect(response.headers.get("www-authenticate")).toMatch(/error="insufficient_scope", scope="tools:read [^"]+"/);
    }
    expect((await post(url, await issuer.token(url, { scope: undefined, scp: ["tools:read"] }))).status).toBe(200);
  });

  it("goes on after the issuer has changed its key", async () => {
    const { url } = await serve();
    await issuer.rotate();
    expect((await post(url, await issuer.token(url))).status).toBe(200);
    expect(issuer.log).toEqual(["/.well-known/oauth-authorization-server", "/keys"]);
    expect((await post(url, await issuer.token(url))).status).toBe(200);
    expect(issuer.log).toHaveLength(2);
  });

  it("of the server's own is taken beside them, and is good for everything", async () => {
    const { url } = await serve({ token: "own" });
    expect((await post(url, "own")).status).toBe(200);
    expect((await post(url, await issuer.token(url))).status).toBe(200);
    expect((await post(url, "other")).status).toBe(401);
  });
});

describe("the issuer", () => {
  it("that cannot be reached or speaks for another is 503, not a reason to log in again", async () => {
    const { url } = await serve();
    const token = await issuer.token(url);
    issuer.describe({ issuer: "http://127.0.0.1:1" });
    const response = await post(url, token);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    issuer.describe({ jwks_uri: "http://keys.example/" });
    expect((await post(url, token)).status).toBe(503);
    issuer.describe({});
    expect((await post(url, token)).status).toBe(200);
  });

  it("with a path has its metadata where RFC 8414 says", async () => {
    await using tenant = await serveIssuer("/tenant");
    const { url } = await serve({ oauth: { issuer: tenant.url } });
    expect((await post(url, await tenant.token(url))).status).toBe(200);
    expect(tenant.log).toEqual(["/.well-known/oauth-authorization-server/tenant", "/tenant/keys"]);
  });

  it.each([
    ["http://login.example.com", /not encrypted/],
    ["login.example.com", /not a URL/],
    ["https://login.example.com/#x", /not a URL/],
  ])("cannot be %s", async (issuer, problem) => {
    await expect(serve({ oauth: { issuer } })).rejects.toThrow(problem);
  });

  it("alone lets other machines in, if it is known by which URL", async () => {
    const open = { host: "0.0.0.0", allowedHosts: ["box.lan"] };
    await expect(serve(open)).rejects.toThrow(/resource/);
    await serve({ ...open, oauth: { issuer: issuer.url, resource: "https://box.lan/mcp" } });
  });
});

describe("scopes", () => {
  const call = (name: string, args = {}) => ({
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name, arguments: args },
  });
  const begin = async (url: string, token: string) => {
    const response = await post(url, token);
    await response.text();
    return response.headers.get("mcp-session-id") ?? "";
  };

  it("allow what they name, and the denial names the one that is missing, with which the session goes on", async () => {
    const { url } = await serve();
    const before = opened;
    const reading = await issuer.token(url);
    const session = await begin(url, reading);
    const denied = await post(url, reading, call("delete_everything"), session);
    expect(denied.status).toBe(403);
    expect(denied.headers.get("www-authenticate")).toBe(
      `Bearer realm="mcp", error="insufficient_scope", scope="tools:read tools:write", resource_metadata="${new URL(url).origin}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(await denied.json()).toMatchObject({
      id: 2,
      error: {
        message: expect.stringMatching(
          /does not have the scope tools:write, which delete_everything needs here \(it has: tools:read\)/,
        ),
        data: { missing_scopes: ["tools:write"] },
      },
    });
    const writing = await issuer.token(url, { scope: "tools:write tools:read" });
    const allowed = await post(url, writing, call("delete_everything"), session);
    expect([allowed.status, await allowed.text()]).toEqual([200, expect.not.stringContaining("scope")]);
    // The session goes on with what each token is good for.
    expect((await post(url, reading, call("delete_everything"), session)).status).toBe(403);
    expect(opened - before).toBe(1);
  });

  it("are asked for in 2026-07-28 too, but not where the policy denies the call anyway", async () => {
    const { url } = await serve();
    const token = await issuer.token(url);
    expect(await callTool(url, "delete_everything", {}, { token })).toMatchObject({
      error: { code: -32001, data: { missing_scopes: ["tools:write"] } },
    });
    const strict = await serveHttp(
      ({ scopes }) =>
        openSession(createRegistry(fixtureTools()), {
          policy: strictest(deny({ actions: ["delete"] }), allow(), scopePolicy(scopes)),
        }),
      { onError: () => {}, oauth: { issuer: issuer.url } },
    );
    onTestFinished(() => strict.close());
    const answer = await callTool(strict.url, "delete_everything", {}, { token: await issuer.token(strict.url) });
    expect(JSON.stringify(answer.result)).toContain("The policy forbids it.");
  });

  it("and persons have sessions of their own", async () => {
    const { url } = await serve();
    const session = await begin(url, await issuer.token(url));
    for (const claims of [{ sub: "bob" }, { sub: "bob", scope: "tools:read tools:write" }, { client_id: "other" }]) {
      expect((await post(url, await issuer.token(url, claims), call("count_calls"), session)).status).toBe(404);
    }
    expect((await post(url, await issuer.token(url), call("count_calls"), session)).status).toBe(200);
  });
});

it("our own client finds the issuer, logs in, and calls", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdall-resource-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { url } = await serve();
  const entry = { own: { url, protocol: "legacy" } };
  const logins = fileLogins(join(folder, "logins.json"));
  const [config] = configs(entry);
  if (!config) throw new Error("no configuration");
  await logIn(config, { logins, show: async (page) => void (await fetch(page)) });
  await using place = await connected(entry, { oauth: (each) => logins.provider(each) });
  expect(await place.session.call("mcp__own__count_calls", {})).toMatchObject({ ok: true });
});
