import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ask, createRegistry, openSession, ToolError } from "@holdall/tool-core";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { localNames, loopbackSpellings, privateAddresses, publicAddresses } from "../http/addresses.fixture.ts";
import { playHost, redirectTo } from "../http/hostile-server.fixture.ts";
import { webTools } from "../web-tools.ts";
import { openWebClient, type WebClientOptions } from "./open-web-client.ts";
import { toSafeUrl } from "./safe-url.ts";

let victim: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  victim = createServer((_request, response) => void response.end("secret"));
  victim.on("connection", () => connections++);
  victim.listen(0);
  await once(victim, "listening");
  ({ port } = victim.address() as AddressInfo);
});
afterAll(() => {
  victim.closeAllConnections();
  victim.close();
});
beforeEach(() => {
  connections = 0;
});

/** Any port, so that no port rule hides a hole; every name leads to loopback, whatever it is. */
const open = (options: WebClientOptions = {}) =>
  openWebClient({ ports: "any", perHost: false, lookup: async () => ["127.0.0.1"], ...options });

const at = (spelling: string) => spelling.replace("{port}", `:${port}`);

async function expectRefused(work: Promise<unknown>) {
  const failure = await work.then(
    (answer) => answer,
    (thrown: unknown) => thrown,
  );
  expect(ToolError.is(failure), String(failure)).toBe(true);
  expect((failure as ToolError).code).toMatch(/^(permission_denied|invalid_input)$/);
  expect((failure as ToolError).hint).toBeTruthy();
  expect(connections).toBe(0);
}

test("the listener is there, and the opt-in reaches it: what is counted below could be more than none", async () => {
  const client = open({ allow: ["127.0.0.0/8"] });
  for (const url of [`http://127.0.0.1:${port}/`, `http://a.example:${port}/`, `http://localhost:${port}/`]) {
    expect((await client.request(url)).status).toBe(200);
  }
  expect(connections).toBeGreaterThan(0);
});

describe(`${loopbackSpellings.length} spellings of loopback never connect`, () => {
  test.for(loopbackSpellings)("%j", async (spelling) => {
    await expectRefused(open().request(at(spelling)));
    expect(() => toSafeUrl(at(spelling), { ports: "any" })).toThrow(ToolError);
  });
});

describe("local names and other schemes never connect", () => {
  test.for(localNames)("%j", async (spelling) => {
    await expectRefused(open().request(at(spelling)));
    expect(() => toSafeUrl(at(spelling), { ports: "any" })).toThrow(ToolError);
  });
});

describe("a redirect to them is not followed", () => {
  test.for([...loopbackSpellings, ...localNames])("%j", async (spelling) => {
    const target = at(spelling);
    const location = /^[\t\x20-\x7e]*$/.test(target) ? target : encodeURI(target).replaceAll("%25", "%");
    await using host = await playHost({ "/": redirectTo(location) });
    const client = open({ allow: [`start.example:${host.port}`] });
    const answer = await client.request(host.at("start.example"), { redirects: "any" }).catch(() => undefined);
    expect(new URL(answer?.url ?? host.at("start.example")).host).toBe(`start.example:${host.port}`);
    expect(connections).toBe(0);
  });
});

describe("a name that resolves to an address that is not public never connects", () => {
  test.for(privateAddresses)("%s", async (address) => {
    await expectRefused(open({ lookup: async () => [address] }).request(`http://a.example:${port}/`));
  });

  test.for(privateAddresses)("%s, among public ones", async (address) => {
    const lookup = async () => ["8.8.8.8", address, "2606:4700:4700::1111"];
    await expectRefused(open({ lookup }).request(`http://a.example:${port}/`));
  });

  test.for(["", "localhost", "127.1", "0x7f000001", "2130706433", "::1 ", "[::1]", "127.0.0.1:80"])(
    "not even an answer like %j",
    async (address) => {
      await expectRefused(open({ lookup: async () => [address] }).request(`http://a.example:${port}/`));
    },
  );
});

test.for(publicAddresses)("%s is public", (address) => {
  const host = address.includes(":") ? `[${address}]` : address;
  expect(() => toSafeUrl(`https://${host}/`)).not.toThrow();
});

test("a resolver that answers differently the second time is asked once per connection", async () => {
  let asked = 0;
  const lookup = async () => [asked++ ? "127.0.0.1" : "192.0.2.1"];
  await expectRefused(open({ lookup }).request(`http://a.example:${port}/`));
  await expectRefused(open({ lookup }).request(`http://a.example:${port}/`));
  expect(asked).toBe(2);
});

test("a name that was let in once is resolved and judged again for its next connection", async () => {
  await using host = await playHost({
    "/": (_request, response) => void response.writeHead(200, { connection: "close" }).end("x"),
  });
  const answers = [["127.0.0.1"], ["127.0.0.2"]];
  const client = open({ allow: ["127.0.0.1/32"], lookup: async () => answers.shift() ?? [] });
  expect((await client.request(host.at("a.example"))).status).toBe(200);
  await expectRefused(client.request(host.at("a.example")));
});

test("a kept connection of one origin serves no other", async () => {
  await using host = await playHost({ "/": (_request, response) => void response.end("x") });
  const client = open({
    allow: ["127.0.0.1/32"],
    lookup: async (name) => [name === "good.example" ? "127.0.0.1" : "127.0.0.2"],
  });
  await client.request(host.at("good.example"));
  await expectRefused(client.request(host.at("evil.example")));
  expect(host.requests).toHaveLength(1);
});

test("proxies named by the environment are not used", async () => {
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]) {
    vi.stubEnv(name, `http://127.0.0.1:${port}`);
  }
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  try {
    await using host = await playHost();
    const client = open({ allow: [`a.example:${host.port}`] });
    expect((await client.request(host.at("a.example"))).status).toBe(404);
    expect(connections).toBe(0);
  } finally {
    vi.unstubAllEnvs();
  }
});

describe("any address that is not public, in any encoding", () => {
  const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  const ranges = [
    [0],
    [10],
    [127],
    [169, 254],
    [172, 16],
    [172, 31],
    [192, 168],
    [100, 64],
    [100, 127],
    [198, 18],
    [224],
    [255],
  ];
  const address = fc
    .tuple(fc.constantFrom(...ranges), bytes)
    .map(([start, rest]) => [...start, ...rest].slice(0, 4) as [number, number, number, number]);
  const hex = (n: number, width = 4) => n.toString(16).padStart(width, "0");
  const number = (n: number) =>
    fc.constantFrom(`${n}`, `0x${n.toString(16)}`, `0X${hex(n, 8)}`, `0${n.toString(8)}`, `000${n.toString(8)}`);
  const spelled = address.chain(([a, b, c, d]) => {
    const words = `${hex((a << 8) | b)}:${hex((c << 8) | d)}`;
    const inverted = `${hex(((a << 8) | b) ^ 0xffff)}:${hex(((c << 8) | d) ^ 0xffff)}`;
    const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    const dotted = `${a}.${b}.${c}.${d}`;
    const prefixes = [
      "::",
      "::ffff:",
      "::ffff:0:",
      "64:ff9b::",
      "64:ff9b:1::",
      "fe80::5efe:",
      "2a00:1450::5efe:",
      "2a00:1450::200:5efe:",
    ];
    return fc.oneof(
      number(whole),
      fc.tuple(number(a), number(whole & 0xffffff)).map((parts) => parts.join(".")),
      fc.tuple(number(a), number(b), number(whole & 0xffff)).map((parts) => parts.join(".")),
      fc.tuple(number(a), number(b), number(c), number(d)).map((parts) => parts.join(".")),
      fc
        .constantFrom(...prefixes)
        .chain((prefix) =>
          fc.constantFrom(`[${prefix}${dotted}]`, `[${prefix}${words}]`, `[${prefix}${words}]`.toUpperCase()),
        ),
      fc.constantFrom(
        `[2002:${words}::]`,
        `[2002:${words}:1::1]`,
        `[2001:0:${words}::1]`,
        `[2001:0:1:1:0:0:${inverted}]`,
        `[64:ff9b:1:${words}::]`,
      ),
    );
  });
  const disguise = fc.constantFrom<(host: string) => string>(
    (host) => host,
    (host) => (host.startsWith("[") ? host : `${host}.`),
    (host) =>
      host.startsWith("[") ? host : host.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    (host) => (host.startsWith("[") ? host : host.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`)),
    (host) => (host.startsWith("[") ? host : host.replaceAll(".", "。")),
  );

  test("is refused as a literal", () => {
    fc.assert(
      fc.property(spelled, disguise, fc.constantFrom("http", "https"), (host, change, scheme) => {
        expect(() => toSafeUrl(`${scheme}://${change(host)}/`, { ports: "any" })).toThrow(ToolError);
      }),
      { numRuns: process.env.HOLDALL_STRESS ? 3000 : 400 },
    );
  });

  test("is refused as what a name resolves to", async () => {
    const six = spelled.filter((host) => host.startsWith("[")).map((host) => host.slice(1, -1));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          six,
          address.map((parts) => parts.join(".")),
        ),
        async (resolved) => {
          await expectRefused(open({ lookup: async () => [resolved] }).request(`http://a.example:${port}/`));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("is refused in any spelling of IPv6 outside of what is given out", () => {
    const outside = fc.tuple(
      fc.nat(0xffff).filter((word) => word >> 13 !== 1),
      fc.array(fc.nat(0xffff), { minLength: 7, maxLength: 7 }),
    );
    fc.assert(
      fc.property(outside, ([first, rest]) => {
        const host = [first, ...rest].map((word) => word.toString(16)).join(":");
        const mayLead = first === 0x64 && rest[0] === 0xff9b;
        expect(mayLead || throws(() => toSafeUrl(`https://[${host}]/`))).toBe(true);
      }),
      { numRuns: process.env.HOLDALL_STRESS ? 2000 : 300 },
    );
  });
});

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (thrown) {
    return ToolError.is(thrown);
  }
}

test.each(["web_fetch", "fetch_url", "scrape_page"])(
  "%s of a host that is never asked is refused before anybody is",
  async (tool) => {
    const asked: unknown[] = [];
    const session = openSession(createRegistry(webTools({ client: openWebClient() })), {
      policy: ask(),
      approve: (request) => asked.push(request) > 0,
    });
    for (const url of [
      "http://localhost:8080/admin",
      "http://169.254.169.254/latest/meta-data/",
      "http://[::1]/",
      "http://10.0.0.1/",
    ]) {
      const result = await session.call(tool, { url });
      expect(result.ok ? undefined : result.error.code, url).toBe("permission_denied");
    }
    expect(asked).toEqual([]);
  },
);
