import { describe, expect, test } from "vitest";
import { type Play, playHost, redirectTo, say } from "../http/hostile-server.fixture.ts";
import { openWebClient, type WebClientOptions } from "./open-web-client.ts";

const open = (options: WebClientOptions = {}) =>
  openWebClient({
    allow: ["127.0.0.0/8"],
    ports: "any",
    perHost: false,
    lookup: async () => ["127.0.0.1"],
    ...options,
  });

/** The same port under any name. */
const routes = {
  "/": say("home"),
  "/secret": say("home"),
  "/one": redirectTo("/two", 301),
  "/two": redirectTo("./three?x=1#part", 302),
  "/three": redirectTo("", 200),
  "/loop": redirectTo("/pool"),
  "/pool": redirectTo("/loop"),
  "/self": redirectTo("/self"),
  "/bad": redirectTo("http://[bad"),
  "/empty": say("", {}, 302),
  ...Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`/n${n}`, redirectTo(`/n${n + 1}`)])),
};

test("redirects on the host are followed and told", async () => {
  await using host = await playHost(routes);
  expect(await open().request(`${host.origin}/one`)).toMatchObject({
    url: `${host.origin}/three?x=1`,
    status: 200,
    hops: [`${host.origin}/one`, `${host.origin}/two`],
  });
});

test("connections are kept over redirects", async () => {
  await using host = await playHost(routes);
  const client = open();
  for (let i = 0; i < 4; i++) await client.request(`${host.origin}/n4`);
  expect(host.requests).toHaveLength(20);
  expect(host.connections()).toBeLessThan(6);
});

test("circles, endless ways and targets that are no URL are errors", async () => {
  await using host = await playHost(routes);
  for (const path of ["/loop", "/self", "/n0", "/bad"]) {
    await expect(open().request(host.origin + path)).rejects.toMatchObject({ code: "unavailable" });
  }
  expect((await open().request(`${host.origin}/n3`)).status).toBe(404);
  expect((await open().request(`${host.origin}/empty`)).status).toBe(302);
});

test("a redirect to another host is told, not followed; on request it is", async () => {
  await using host = await playHost({ "/": say("there") });
  await using start = await playHost({ "/": redirectTo(host.at("other.example")) });
  const told = await open().request(start.at("start.example"));
  expect(told).toMatchObject({
    status: 302,
    hops: [],
    redirect: { to: `${host.at("other.example")}/`, reason: expect.stringContaining("another host") },
  });
  expect(host.requests).toHaveLength(0);
  const followed = await open().request(start.at("start.example"), { redirects: "any" });
  expect(followed).toMatchObject({ status: 200, url: `${host.at("other.example")}/` });
  expect(await open().request(start.origin, { redirects: "none" })).toMatchObject({
    status: 302,
    redirect: { reason: expect.any(String) },
  });
});

test("www is the same host, another port or a host that only ends alike is not", async () => {
  const routes: Record<string, Play> = {
    "/": (request, response) => {
      const { host = "" } = request.headers;
      const port = host.split(":")[1];
      if (host.startsWith("www.")) response.writeHead(200, {}).end();
      else
        response
          .writeHead(302, {
            location: host.startsWith("evil") ? `http://notevil.example:${port}/` : `http://www.${host}/`,
          })
          .end();
    },
  };
  await using host = await playHost(routes);
  expect(await open().request(host.at("site.example"))).toMatchObject({
    status: 200,
    url: `${host.at("www.site.example")}/`,
  });
  expect(await open().request(host.at("evil.example"))).toMatchObject({ status: 302, redirect: expect.anything() });
});

test("the step from https to http is refused", async () => {
  const fetch = async (url: string) =>
    new Response(null, { status: 301, headers: { location: url.replace("https:", "http:") } });
  await expect(open({ fetch }).request("https://a.example/")).rejects.toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining("unencrypted"),
  });
});

test.for([
  "http://user:pw@{at}/",
  "http://localhost:1/",
  "http://10.0.0.1/",
  "http://[::1]/",
  "file:///etc/passwd",
  "data:text/plain,x",
  "ftp://{at}/",
  "javascript:alert(1)",
  "//169.254.169.254/latest/meta-data/",
  "http://metadata.google.internal/",
  "http://100.100.100.200/",
  `http://{at}/${"x".repeat(9000)}`,
])("a redirect to %s is refused", async (location) => {
  await using host = await playHost({
    "/": (_request, response) =>
      void response.writeHead(302, { location: location.replace("{at}", `b.example:${host.port}`) }).end(),
  });
  const client = open({ allow: [`a.example:${host.port}`, `b.example:${host.port}`] });
  await expect(client.request(host.at("a.example"), { redirects: "any" })).rejects.toMatchObject({
    code: "permission_denied",
    hint: expect.any(String),
  });
  expect(host.requests).toHaveLength(1);
});

describe("what goes along", () => {
  const secrets = {
    authorization: "Bearer s",
    cookie: "id=s",
    "proxy-authorization": "s",
    "x-api-key": "s",
    "x-subscription-token": "s",
    referer: "https://inner.example/s",
  };
  const harmless = { accept: "text/markdown", "accept-language": "de" };

  test("credentials stay with their origin", async () => {
    await using host = await playHost({ "/": say("there"), "/back": say("back") });
    await using start = await playHost({
      "/": redirectTo(`${host.origin}/`),
      "/in": redirectTo("/here"),
      "/here": say("here"),
    });
    const headers = { ...secrets, ...harmless };
    await open().request(start.origin, { redirects: "any", headers });
    await open().request(`${start.origin}/in`, { headers });
    expect(start.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer s", "Bearer s", "Bearer s"]);
    expect(host.requests[0]?.headers).toMatchObject(harmless);
    expect(JSON.stringify(host.requests[0]?.headers)).not.toMatch(/"(Bearer s|id=s|s|https:\/\/inner.*)"/);
  });

  test("they do not come back when the way does", async () => {
    await using start = await playHost({
      "/": (request, response) =>
        void response
          .writeHead(302, { location: `http://middle.example:${new URL(`http://${request.headers.host}`).port}/back` })
          .end(),
      "/back": (request, response) =>
        void response
          .writeHead(302, { location: `http://start.example:${new URL(`http://${request.headers.host}`).port}/end` })
          .end(),
      "/end": say("end"),
    });
    await open().request(start.at("start.example"), { redirects: "any", headers: secrets });
    expect(start.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer s", undefined, undefined]);
  });

  test.for([
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "body"],
    [308, "POST", "body"],
  ] as const)("a POST that is redirected by %i becomes %s", async ([status, method, body]) => {
    const seen: string[] = [];
    await using host = await playHost({
      "/": redirectTo("/next", status),
      "/next": async (request, response) => {
        seen.push(request.method ?? "", (await request.toArray()).join(""), request.headers["content-type"] ?? "");
        response.end();
      },
    });
    await open().request(host.origin, { method: "POST", body: "body", headers: { "content-type": "text/plain" } });
    expect(seen).toEqual([method, body, body && "text/plain"]);
  });

  test("a body goes to no other origin", async () => {
    await using host = await playHost({ "/": say("there") });
    await using start = await playHost({ "/": redirectTo(host.origin, 307) });
    const answer = await open().request(start.origin, { method: "POST", body: "secret", redirects: "any" });
    expect(answer).toMatchObject({
      status: 307,
      redirect: { to: `${host.origin}/`, reason: expect.stringContaining("body") },
    });
    expect(host.requests).toHaveLength(0);
  });
});

test("permission is asked for every origin that the call has not named, before anything is sent to it", async () => {
  await using host = await playHost({ "/": redirectTo("/end"), "/end": say("there") });
  await using start = await playHost({ "/": redirectTo("/again"), "/again": redirectTo(host.origin) });
  const targets: string[] = [];
  await open().request(start.origin, { redirects: "any", require: async ({ target }) => void targets.push(target) });
  expect(targets).toEqual([`${host.origin}/`]);
  const refused = open().request(start.origin, {
    redirects: "any",
    require: async () => Promise.reject(new Error("no")),
  });
  await expect(refused).rejects.toThrow("no");
  expect(host.requests).toHaveLength(2);
});
