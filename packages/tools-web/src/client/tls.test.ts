import { once } from "node:events";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCertificate } from "../http/certificate.fixture.ts";
import { openWebClient, type WebClientOptions } from "./open-web-client.ts";

const usual = getCACertificates();
beforeAll(() => setDefaultCACertificates([...usual, testCertificate.cert]));
afterAll(() => setDefaultCACertificates(usual));

const open = (options: WebClientOptions = {}) =>
  openWebClient({
    allow: ["127.0.0.0/8"],
    ports: "any",
    perHost: false,
    lookup: async () => ["127.0.0.1"],
    ...options,
  });

/** HTTPS on loopback that speaks HTTP/2 and HTTP/1.1. */
async function playSecure(play: (request: Http2ServerRequest, response: Http2ServerResponse) => void) {
  const server = createSecureServer({ ...testCertificate, allowHTTP1: true }, play);
  const sessions = new Set<{ destroy(): void }>();
  let connections = 0;
  server.on("connection", () => connections++);
  server.on("session", (session) => sessions.add(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

test("a name is dialled at its checked address and must prove that it is that name", async () => {
  await using host = await playSecure((_request, response) => void response.end("hello"));
  const answer = await open().request(`https://a.example:${host.port}/`);
  expect(new TextDecoder().decode(answer.body)).toBe("hello");
  await expect(open().request(`https://b.example:${host.port}/`)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("TLS"),
    hint: expect.any(String),
  });
});

test("requests at the same time share a connection, and a name that is not allowed gets none", async () => {
  await using host = await playSecure((request, response) => void response.end(request.httpVersion));
  const client = open();
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.request(`https://a.example:${host.port}/`)));
  expect(new Set(answers.map(({ body }) => new TextDecoder().decode(body)))).toEqual(new Set(["2.0"]));
  expect(host.connections()).toBe(1);
  await expect(open({ allow: [] }).request(`https://a.example:${host.port}/`)).rejects.toMatchObject({
    code: "permission_denied",
  });
  expect(host.connections()).toBe(1);
});

test("the limit and the deadline hold over HTTP/2 as well", async () => {
  await using host = await playSecure((request, response) => {
    if (request.url === "/stall") response.write("x");
    else response.end("y".repeat(1_000_000));
  });
  const client = open();
  const { body, truncated } = await client.request(`https://a.example:${host.port}/`, { maxBytes: 1000 });
  expect({ size: body.length, truncated }).toEqual({ size: 1000, truncated: true });
  await expect(client.request(`https://a.example:${host.port}/stall`, { timeout: 100 })).rejects.toMatchObject({
    code: "timeout",
  });
});

test("a redirect from https to http is refused before anything is sent", async () => {
  await using host = await playSecure(
    (_request, response) => void response.writeHead(302, { location: "http://a.example/" }).end(),
  );
  await expect(open().request(`https://a.example:${host.port}/`, { redirects: "any" })).rejects.toMatchObject({
    code: "permission_denied",
  });
});
