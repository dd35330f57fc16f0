import { allow, createRegistry, openSession, strictest } from "@holdall/tool-core";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Claims, type Issuer, introspector, serveIssuer } from "../_fixtures/issuer.fixture.ts";
import { fixtureTools } from "../_fixtures/tools.fixture.ts";
import { scopePolicy, serveHttp } from "../http.ts";
import { createIntrospection } from "./introspect.ts";

let issuer: Issuer;
beforeEach(async () => {
  issuer = await serveIssuer();
});
afterEach(() => issuer[Symbol.asyncDispose]());

async function serve(introspection: object = introspector): Promise<string> {
  const server = await serveHttp(
    ({ scopes }) => openSession(createRegistry(fixtureTools()), { policy: strictest(allow(), scopePolicy(scopes)) }),
    { onError: () => {}, oauth: { issuer: issuer.url, introspection: { ...introspector, ...introspection } } },
  );
  onTestFinished(() => server.close());
  return server.url;
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

async function post(url: string, token: string) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(initialize),
  });
  return { status: response.status, challenge: response.headers.get("www-authenticate"), text: await response.text() };
}

const asked = () => issuer.log.filter((path) => path === "/introspect").length;

describe("an opaque token", () => {
  it("is taken when the issuer says that it is active, and asked about once", async () => {
    const url = await serve();
    const token = issuer.opaque(url);
    const all = await Promise.all([1, 2, 3].map(() => post(url, token)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(asked()).toBe(1);
    expect((await post(url, await issuer.token(url))).status).toBe(200);
    expect(asked()).toBe(1);
  });

  it.each([
    ["for another server", { aud: "http://elsewhere.example/mcp" }, /another server/],
    ["without an audience", { aud: undefined }, /another server/],
    ["of another issuer", { iss: "https://other.example" }, /another authorization server/],
    ["that has expired", { exp: 1 }, /expired/],
    ["that never expires", { exp: undefined }, /\\"exp\\"/],
    ["that is not valid yet", { nbf: 4_000_000_000 }, /\\"nbf\\"/],
    ["bound to a key", { token_type: "DPoP" }, /not a bearer token/],
  ] satisfies [string, Claims, RegExp][])("%s is refused", async (_, claims, problem) => {
    const url = await serve();
    const { status, challenge, text } = await post(url, issuer.opaque(url, claims));
    expect([status, challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
    expect(text).toMatch(problem);
  });

  it.each([
    ["the issuer names no one", { iss: undefined }, 200],
    ["it is for several servers", { aud: ["https://other.example", "URL"] }, 200],
    ["it has no scope of this server", { scope: "openid" }, 403],
    ["it is unknown", undefined, 401],
  ] as const)("where %s gives the right status", async (_, claims, status) => {
    const url = await serve();
    const given = claims && "aud" in claims ? { aud: claims.aud.map((each) => (each === "URL" ? url : each)) } : claims;
    expect((await post(url, given ? issuer.opaque(url, given) : "made-up")).status).toBe(status);
  });

  it("is refused without introspection, and nobody is asked", async () => {
    const server = await serveHttp(() => openSession(createRegistry([]), { policy: allow() }), {
      oauth: { issuer: issuer.url },
    });
    onTestFinished(() => server.close());
    expect((await post(server.url, issuer.opaque(server.url))).status).toBe(401);
    expect(issuer.log).toEqual([]);
  });
});

describe("it fails closed: 503, and never a session", () => {
  it.each([
    ["the credentials are wrong", { clientSecret: "other" }],
    ["nothing listens there", { endpoint: "http://127.0.0.1:9/introspect" }],
    ["there is no such endpoint", { endpoint: "ISSUER/nowhere" }],
  ])("when %s", async (_, more) => {
    const endpoint = (more as { endpoint?: string }).endpoint?.replace("ISSUER", issuer.url);
    const url = await serve({ ...more, ...(endpoint && { endpoint }) });
    const { status, text } = await post(url, issuer.opaque(url));
    expect(status).toBe(503);
    expect(text).not.toContain(introspector.clientSecret);
  });

  it("when the metadata names no endpoint, or one that is not encrypted; and it goes on when it does", async () => {
    const url = await serve();
    const token = issuer.opaque(url);
    for (const introspection_endpoint of [undefined, "http://other.example/introspect"]) {
      issuer.describe({ introspection_endpoint });
      expect((await post(url, token)).status).toBe(503);
    }
    issuer.describe({});
    expect((await post(url, token)).status).toBe(200);
  });

  it("when credentials are empty, there is no server", async () => {
    await expect(serve({ clientSecret: "" })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(serve({ endpoint: "http://login.example/introspect" })).rejects.toThrow(/not encrypted/);
  });
});

describe("answers are kept", () => {
  const at = (start: number) => {
    let now = start;
    const pass = (milliseconds: number) => {
      now += milliseconds;
    };
    return { now: () => now, pass };
  };

  it("for 30 seconds, and refusals for 10", async () => {
    const clock = at(Date.now());
    const introspect = createIntrospection(issuer.url, introspector, clock.now);
    const token = issuer.opaque("r");
    expect(await introspect(token)).toMatchObject({ active: true, sub: "ada" });
    expect(await introspect("made-up")).toBeUndefined();
    issuer.revoke();
    clock.pass(9_000);
    expect(await introspect(token)).toBeDefined();
    await introspect("made-up");
    expect(asked()).toBe(2);
    clock.pass(2_000);
    await introspect("made-up");
    expect(asked()).toBe(3);
    clock.pass(20_000);
    expect(await introspect(token)).toBeUndefined();
  });

  it("no longer than the token is valid", async () => {
    const clock = at(Date.now());
    const introspect = createIntrospection(issuer.url, introspector, clock.now);
    const token = issuer.opaque("r", { exp: Math.floor(Date.now() / 1000) + 5 });
    await introspect(token);
    clock.pass(6_000);
    await introspect(token);
    expect(asked()).toBe(2);
  });

  it("not when there was none", async () => {
    const introspect = createIntrospection(issuer.url, introspector);
    issuer.describe({ introspection_endpoint: undefined });
    await expect(introspect("a")).rejects.toThrow("introspection_endpoint");
    issuer.describe({});
    expect(await introspect("a")).toBeUndefined();
  });
});
