import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
// By path: what the evaluation of canaries and the tests of other packages use.
import { withoutSocat } from "../../../../eval/lib/canaries/without-socat.ts";
import { localhostCertificate } from "../../../../packages/tools-web/src/http/localhost-certificate.fixture.ts";
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

const { works, problems } = await probeSandbox(bubblewrap, { level: "network" });
const lacks = works ? "" : ` (skipped: ${problems.join(" ")})`;

// For all of them, because a process keeps where it has found programs.
const path = withoutSocat();
afterAll(() => path[Symbol.dispose]());

// The probe says why the sandbox does not work here.
test.skipIf(lacks).each(hosts)(
  `$name gives a command a stand-in, for which the relay of bubblewrap puts the value in${lacks}`,
  async (host) => {
    const got: unknown[] = [];
    const server = createTlsServer({ ...localhostCertificate }, (request, response) => {
      got.push(request.headers["x-key"]);
      response.end(`You sent ${request.headers["x-key"]}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const usual = getCACertificates("default");
    setDefaultCACertificates([...usual, localhostCertificate.cert]);
    try {
      using project = makeProject();
      const trusted = join(project.base, "trusted.pem");
      writeFileSync(trusted, localhostCertificate.cert);
      Object.assign(project.env, { CREDENTIAL_OF_TEST: value, NODE_EXTRA_CA_CERTS: trusted });
      const send = (to: string) => `curl --noproxy '' -sS -m 20 -H "x-key: $KEY" https://${to}:${port}; echo "$KEY"`;
      const calls = ["localhost", "127.0.0.1"].map((to): Call => {
        const input = { command: send(to), permissions: "network", env: { KEY: "secret:SHOP" } };
        return ["bash", input];
      });
      const secrets = { SHOP: { env: "CREDENTIAL_OF_TEST", hosts: [`localhost:${port}`] } };
      const [right, wrong] = await host.run(calls, { project, secrets, sandbox: true, answers: [true] });
      expect(right).toMatchObject({ code: "ok", text: expect.stringContaining("You sent [secret SHOP]") });
      expect(wrong?.text).toContain("secret:SHOP is not for 127.0.0.1");
      expect(got).toEqual([value]);
      expect(JSON.stringify([right, wrong])).not.toContain(value);
    } finally {
      setDefaultCACertificates(usual);
      server.close();
    }
  },
  60_000,
);
