import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openSecrets } from "@holdall/middleware/node";
import { expect, test } from "vitest";
import { cachedClient } from "./cached-client.ts";
import { openWebClient } from "./open-web-client.ts";
import type { WebRequest } from "./web-client.ts";

const value = "tkn&8fJ2mQx7=Lw0ZrT4v";

/** A server that keeps what it gets, and redirects `/to` elsewhere. */
async function openServer(elsewhere = "") {
  const got: { readonly url: string; readonly key: unknown; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    got.push({ url: request.url ?? "", key: request.headers["x-key"], body });
    if (request.url?.startsWith("/to/")) response.writeHead(Number(request.url.slice(4)), { location: elsewhere });
    if (request.url === "/own") response.writeHead(302, { location: "/arrived" });
    response.end("hello");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ got, host, url: `http://${host}` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const open = (hosts: readonly string[], query = false) => {
  const secrets = openSecrets({ KEY: { env: "VAR", hosts, query } }, { env: { VAR: value } });
  const client = openWebClient({ allow: ["127.0.0.0/8"], ports: "any", perHost: false });
  const request = (url: string, more: WebRequest = {}) => client.request(url, { ...more, secrets });
  return { secrets, client, request };
};

const headers = { "x-key": "secret:KEY" };

test("headers and bodies get the value for its host, and answers name the URL as it was asked for", async () => {
  await using right = await openServer();
  const { request } = open([right.host], true);
  await request(right.url, { headers, method: "POST", body: '{"key":"secret:KEY"}' });
  const answer = await request(`${right.url}/?a=1&key=secret:KEY&b=x y`.replace(" ", "%20"));
  expect(right.got[0]).toMatchObject({ key: value, body: `{"key":"${value}"}` });
  expect(Object.fromEntries(new URLSearchParams(right.got[1]?.url.slice(2)))).toEqual({ a: "1", key: value, b: "x y" });
  expect(answer.url).toBe(`${right.url}/?a=1&key=secret:KEY&b=x%20y`);
});

test("another host gets nothing, and neither does a path, a name of a parameter, or a query that is not allowed", async () => {
  await using right = await openServer();
  await using wrong = await openServer();
  const { request } = open([right.host]);
  const denied = { code: "permission_denied", hint: expect.any(String) };
  await expect(request(wrong.url, { headers })).rejects.toMatchObject(denied);
  await expect(request(wrong.url, { method: "POST", body: "secret:KEY" })).rejects.toMatchObject(denied);
  await expect(request(`${right.url}/?key=secret:KEY`)).rejects.toMatchObject(denied);
  await expect(request(`${right.url}/secret:KEY`)).rejects.toMatchObject(denied);
  await expect(request(`${right.url}/?secret:KEY=1`)).rejects.toMatchObject(denied);
  await expect(request(right.url, { headers: { "x-key": "secret:KAY" } })).rejects.toMatchObject({ code: "not_found" });
  expect([...right.got, ...wrong.got]).toEqual([]);
});

test("a body with other words after secret: is sent as it is, also beside a secret", async () => {
  await using right = await openServer();
  const { request } = open([right.host]);
  await request(right.url, { method: "POST", body: "top secret:plans of secret:KEY" });
  await request(right.url, { method: "POST", body: "top secret:plans" });
  expect(right.got.map(({ body }) => body)).toEqual([`top secret:plans of ${value}`, "top secret:plans"]);
});

test("a reference that the URL spells in another way is put into a query only if that is allowed", async () => {
  await using right = await openServer();
  const env = { OPEN: "open-8fJ2mQx7Lw0ZrT4v", SHUT: "shut-3kPz9Vb1Yd6HsN5c" };
  const hosts = [right.host];
  const secrets = openSecrets({ A: { env: "OPEN", hosts, query: true }, B: { env: "SHUT", hosts } }, { env });
  const client = openWebClient({ allow: ["127.0.0.0/8"], perHost: false });
  const request = (query: string) => client.request(`${right.url}/?${query}`, { secrets });
  for (const spelled of ["%73ecret:B", "secret%253AB", "secre%74%3A%42"])
    await expect(request(`a=secret:A&b=${spelled}`)).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("has not allowed secret:B in a URL"),
    });
  expect(right.got).toEqual([]);
  await request("a=%73ecret:A");
  expect(right.got[0]?.url).toBe(`/?a=${env.OPEN}`);
});

test("a redirect on the same origin keeps the secret, and one to another host carries neither value nor name", async () => {
  await using wrong = await openServer();
  await using right = await openServer(`${wrong.url}/arrived`);
  const { request } = open([right.host]);
  await request(`${right.url}/own`, { headers });
  expect(right.got.map(({ key }) => key)).toEqual([value, value]);
  for (const status of [301, 302, 307, 308]) await request(`${right.url}/to/${status}`, { headers, redirects: "any" });
  const answer = await request(`${right.url}/to/307`, { method: "POST", body: "secret:KEY", redirects: "any" });
  expect(answer.redirect?.reason).toBe("it would send the body to another origin");
  expect(wrong.got.map(({ key }) => key)).toEqual([undefined, undefined, undefined, undefined]);
});

test("a value that is in a request already is refused, also for the right host", async () => {
  await using right = await openServer();
  const { request } = open([right.host]);
  const refused = { code: "permission_denied", hint: expect.stringContaining("write secret:KEY") };
  await expect(request(right.url, { headers: { "x-key": value } })).rejects.toMatchObject(refused);
  await expect(request(`${right.url}/?q=${btoa(value)}`)).rejects.toMatchObject(refused);
  await expect(
    request(`${right.url}/?a=${encodeURIComponent(value.slice(0, 9))}&b=${encodeURIComponent(value.slice(9))}`),
  ).rejects.toMatchObject(refused);
  expect(right.got).toEqual([]);
});

test("a cache keeps references, and an answer is asked for again when the reference is another", async () => {
  await using right = await openServer();
  const { secrets, client } = open([right.host]);
  const cached = cachedClient(client);
  for (let times = 0; times < 2; times++) await cached.request(right.url, { headers, secrets });
  await cached.request(right.url, { secrets });
  expect(right.got.map(({ key }) => key)).toEqual([value, undefined]);
});

test("a cache for several users answers none with what another one's secret got", async () => {
  await using right = await openServer();
  const of = (text: string) => openSecrets({ KEY: { env: "VAR", hosts: [right.host] } }, { env: { VAR: text } });
  const [ann, bob] = [of("ann-8fJ2mQx7Lw0ZrT4v"), of("bob-3kPz9Vb1Yd6HsN5c")];
  const cached = cachedClient(open([]).client);
  for (const secrets of [ann, bob, ann, bob]) await cached.request(right.url, { headers, secrets });
  expect(right.got.map(({ key }) => key)).toEqual(["ann-8fJ2mQx7Lw0ZrT4v", "bob-3kPz9Vb1Yd6HsN5c"]);
});

test("a value that cannot be a header is not sent, and no error has it", async () => {
  await using right = await openServer();
  const lines = "first-line-of-key\nsecond-line-of-key";
  const secrets = openSecrets({ KEY: { env: "VAR", hosts: [right.host] } }, { env: { VAR: lines } });
  const asked = openWebClient({ allow: ["127.0.0.0/8"] }).request(right.url, { headers, secrets });
  const error: unknown = await asked.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "invalid_input" });
  expect(JSON.stringify([error, String(error), (error as { hint?: string }).hint])).not.toContain("line-of-key");
  expect(right.got).toEqual([]);
});
