import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Call, makeProject } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

const value = "kept-8fJ2mQx7Lw0ZrT4v";

/** A server that keeps credentials, and repeats them. */
function openServer() {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(String(request.headers["x-key"]));
    response.end(`You sent ${request.headers["x-key"]}`);
  });
  return { got, server, host: () => `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const [right, wrong] = [openServer(), openServer()];
beforeAll(async () => {
  for (const { server } of [right, wrong]) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  for (const { server } of [right, wrong]) server.close();
});

test.each(hosts)("$name puts a secret in for its host, and shows its value to nobody", async (host) => {
  right.got.length = 0;
  wrong.got.length = 0;
  using project = makeProject();
  project.env.CREDENTIAL_OF_TEST = value;
  const headers = { "x-key": "secret:SHOP" };
  const calls: readonly Call[] = [
    ["fetch_url", { url: `http://${right.host()}/`, headers }],
    ["fetch_url", { url: `http://${wrong.host()}/`, headers }],
    ["fetch_url", { url: `http://${right.host()}/`, headers: { "x-key": "secret:SHIP" } }],
    ["fetch_url", { url: `http://${wrong.host()}/`, headers: { "x-key": value } }],
    ["bash", { command: "echo secret:SHOP", permissions: "all" }],
  ];
  const secrets = { SHOP: { env: "CREDENTIAL_OF_TEST", hosts: [right.host()] } };
  const outcomes = await host.run(calls, { project, secrets, answers: [true] });
  expect(outcomes.map(({ code }) => code)).toEqual([
    "ok",
    "permission_denied",
    "not_found",
    "permission_denied",
    "unavailable",
  ]);
  expect(right.got).toEqual([value]);
  expect(wrong.got).toEqual([]);
  expect(outcomes[0]?.text).toContain("You sent [secret SHOP]");
  expect(outcomes[2]?.text).toContain("The secrets are secret:SHOP.");
  expect(outcomes[4]?.text).toContain("It was not run.");
  expect(JSON.stringify(outcomes)).not.toContain(value);
});
