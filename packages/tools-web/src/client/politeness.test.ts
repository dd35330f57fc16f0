import { describe, expect, test } from "vitest";
import { playHost, redirectTo, say, silence } from "../http/hostile-server.fixture.ts";
import { type Clock, openWebClient, type WebClientOptions } from "./open-web-client.ts";

const open = (options: WebClientOptions = {}) =>
  openWebClient({ allow: ["127.0.0.0/8"], ports: "any", lookup: async () => ["127.0.0.1"], ...options });

/** Time that passes only while somebody waits. */
function slowClock() {
  const time = { now: 0, waits: [] as number[] };
  const clock: Clock = {
    now: () => time.now,
    async sleep(milliseconds) {
      time.waits.push(milliseconds);
      time.now += milliseconds;
    },
  };
  return { time, clock };
}

describe("requests to one host", () => {
  test("ten start at once, the next ones wait for their turn", async () => {
    await using host = await playHost({ "/": say("x") });
    const { time, clock } = slowClock();
    const client = open({ clock });
    for (let i = 0; i < 10; i++) await client.request(host.at("busy.example"));
    expect(time.waits).toEqual([]);
    await client.request(host.at("busy.example"));
    await client.request(host.at("busy.example"));
    expect(time.waits).toEqual([6000, 6000]);
    time.now += 60_000;
    await client.request(host.at("busy.example"));
    expect(time.waits).toHaveLength(2);
  });

  test("those whose turn comes after the deadline fail at once, and say when", async () => {
    await using host = await playHost({ "/": say("x") });
    const { time, clock } = slowClock();
    const client = open({ clock, perHost: { requests: 2, per: 60_000 } });
    await client.request(host.at("busy.example"));
    await client.request(host.at("busy.example"));
    const third = client.request(host.at("busy.example"), { timeout: 20_000 });
    await expect(third).rejects.toMatchObject({
      code: "unavailable",
      data: { retryAfter: 30 },
      hint: expect.stringContaining("30 s"),
    });
    expect({ waits: time.waits, requests: host.requests.length }).toEqual({ waits: [], requests: 2 });
    expect((await client.request(host.at("other.example"))).status).toBe(200);
    expect((await client.request(host.at("busy.example"), { timeout: 31_000 })).status).toBe(200);
  });

  test("a redirect on the host takes no second turn", async () => {
    await using host = await playHost({ "/": redirectTo("/end"), "/end": say("x") });
    const { time, clock } = slowClock();
    const client = open({ clock, perHost: { requests: 1, per: 60_000 } });
    await client.request(host.at("busy.example"));
    expect(time.waits).toEqual([]);
  });

  test("a server of one's own is asked as often as wanted", async () => {
    await using host = await playHost({ "/": say("x") });
    const { time, clock } = slowClock();
    const client = open({ clock, perHost: { requests: 1, per: 60_000 } });
    for (const origin of [host.origin, host.origin, host.at("localhost"), host.at("localhost")])
      await client.request(origin);
    expect(time.waits).toEqual([]);
  });

  test("waiting stops when the call is cancelled", async () => {
    await using host = await playHost({ "/": say("x") });
    const client = open({ perHost: { requests: 1, per: 20_000 } });
    await client.request(host.at("busy.example"));
    const controller = new AbortController();
    const waiting = client.request(host.at("busy.example"), { signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("robots.txt", () => {
  const rules =
    "User-agent: *\nDisallow: /private\nAllow: /private/open$\n\nUser-agent: Holdall\nDisallow: /tmp\nDisallow: /*.pdf$\n";
  const pages = { "/a": say("x"), "/tmp/a": say("x"), "/a.pdf": say("x"), "/private": say("x") };

  test("is asked only on request, once, and its rules for us hold", async () => {
    await using host = await playHost({ ...pages, "/robots.txt": say(rules) });
    const client = open();
    expect((await client.request(`${host.origin}/tmp/a`)).status).toBe(200);
    const robots = true;
    for (const path of ["/tmp/a", "/a.pdf"]) {
      await expect(client.request(host.origin + path, { robots })).rejects.toMatchObject({
        code: "permission_denied",
        message: expect.stringContaining("robots.txt"),
      });
    }
    for (const path of ["/a", "/private"])
      expect((await client.request(host.origin + path, { robots })).status).toBe(200);
    expect(host.requests.filter(({ url }) => url === "/robots.txt")).toHaveLength(1);
  });

  test.for([
    [404, true],
    [403, true],
    [429, true],
    [500, false],
    [503, false],
  ] as const)("status %i: reading is allowed: %s", async ([status, allowed]) => {
    await using host = await playHost({ ...pages, "/robots.txt": say("no", {}, status) });
    const answer = await open({ robots: true })
      .request(`${host.origin}/a`)
      .catch((thrown: unknown) => thrown);
    expect(answer).toMatchObject(allowed ? { status: 200 } : { code: "permission_denied" });
  });

  test("a robots.txt that redirects is followed, one that never comes ends with the deadline", async () => {
    await using host = await playHost({ ...pages, "/robots.txt": redirectTo("/rules"), "/rules": say(rules) });
    await expect(open({ robots: true }).request(`${host.origin}/tmp/a`)).rejects.toMatchObject({
      code: "permission_denied",
    });
    await using mute = await playHost({ ...pages, "/robots.txt": silence });
    await expect(open({ robots: true }).request(`${mute.origin}/a`, { timeout: 100 })).rejects.toMatchObject({
      code: "timeout",
    });
    expect(mute.requests).toHaveLength(1);
  });

  test("the host of a redirect is asked as well", async () => {
    await using host = await playHost({ ...pages, "/robots.txt": say(rules) });
    await using start = await playHost({ "/": redirectTo(`${host.origin}/tmp/a`) });
    await expect(open({ robots: true }).request(start.origin, { redirects: "any" })).rejects.toMatchObject({
      code: "permission_denied",
    });
  });
});

describe("with a fetch of one's own", () => {
  const answering = (...answers: readonly Response[]) => {
    const asked: [string, RequestInit][] = [];
    const queue = [...answers];
    return {
      asked,
      fetch: async (url: string, init: RequestInit) => {
        asked.push([url, init]);
        return queue.shift() ?? Response.error();
      },
    };
  };

  test("literal addresses are checked, and the answer says that names were not", async () => {
    const { fetch, asked } = answering(new Response("hello", { headers: { "x-a": "1" } }));
    const client = openWebClient({ fetch });
    await expect(client.request("http://127.1/")).rejects.toMatchObject({ code: "permission_denied" });
    expect(asked).toEqual([]);
    expect(await client.request("https://a.example/")).toMatchObject({
      checked: "literals",
      status: 200,
      headers: { "x-a": "1" },
    });
    expect(asked[0]?.[1]).toMatchObject({ redirect: "manual", credentials: "omit" });
  });

  test("redirects are followed by hand, through the gate", async () => {
    const { fetch, asked } = answering(new Response(null, { status: 302, headers: { location: "http://0x7f.1/" } }));
    await expect(openWebClient({ fetch }).request("http://a.example/", { redirects: "any" })).rejects.toMatchObject({
      code: "permission_denied",
    });
    expect(asked).toHaveLength(1);
  });

  test("a browser's redirect, which says nothing, is an error that says so", async () => {
    const opaque = Object.defineProperties(new Response(null), {
      type: { value: "opaqueredirect" },
      status: { value: 0 },
    });
    const { fetch } = answering(opaque);
    await expect(openWebClient({ fetch }).request("https://a.example/")).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringContaining("browser"),
    });
  });

  test("bodies end at the limit, and what fetch throws becomes an error with a hint", async () => {
    const { fetch } = answering(new Response("0123456789"), Response.error());
    const client = openWebClient({ fetch });
    const { body, truncated } = await client.request("https://a.example/", { maxBytes: 4 });
    expect({ text: new TextDecoder().decode(body), truncated }).toEqual({ text: "0123", truncated: true });
    const failing = openWebClient({ fetch: async () => Promise.reject(new TypeError("Failed to fetch")) });
    await expect(failing.request("https://a.example/")).rejects.toMatchObject({
      code: "unavailable",
      hint: expect.any(String),
    });
  });
});
