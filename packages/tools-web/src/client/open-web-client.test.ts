import { ToolError } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import {
  drip,
  encoders,
  encodingName,
  type Play,
  playHost,
  playRaw,
  redirectTo,
  say,
  silence,
  stall,
} from "../http/hostile-server.fixture.ts";
import { openWebClient, type WebClientOptions } from "./open-web-client.ts";

/** A client that may reach the played hosts, and only those. */
const own = (options: WebClientOptions = {}) =>
  openWebClient({ allow: ["127.0.0.0/8"], ports: "any", perHost: false, ...options });

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("an answer has status, headers in lower case, and a body", async () => {
  await using host = await playHost({ "/a": say("hello", { "X-Thing": "1", "Set-Cookie": "id=1" }) });
  const answer = await own().request(`${host.origin}/a?b=c#d`);
  expect(answer).toMatchObject({
    url: `${host.origin}/a?b=c`,
    status: 200,
    hops: [],
    truncated: false,
    checked: "addresses",
  });
  expect(answer.headers).toMatchObject({ "x-thing": "1", "content-type": "text/plain; charset=utf-8" });
  expect(answer.headers).not.toHaveProperty("set-cookie");
  expect(text(answer.body)).toBe("hello");
  expect(host.requests[0]?.headers["user-agent"]).toContain("Holdall");
});

test.for([403, 404, 410, 429, 500, 503])("status %i is an answer", async (status) => {
  await using host = await playHost({ "/": say("no", { "retry-after": "7" }, status) });
  const answer = await own().request(host.origin);
  expect(answer).toMatchObject({ status, headers: { "retry-after": "7" } });
  expect(text(answer.body)).toBe("no");
});

test("connections are kept for the next request to an origin", async () => {
  await using host = await playHost({ "/": say("x") });
  const client = own();
  for (let i = 0; i < 5; i++) await client.request(host.origin);
  expect(host.connections()).toBeLessThan(3);
});

describe("encodings", () => {
  const plain = new TextEncoder().encode("Grüße ".repeat(20_000));

  test.for(Object.entries(encoders))("%s is taken off", async ([name, encode]) => {
    await using host = await playHost({ "/": say(encode(plain), { "content-encoding": encodingName(name) }) });
    const { body, truncated } = await own().request(host.origin);
    expect(truncated).toBe(false);
    expect(Buffer.compare(body, plain)).toBe(0);
  });

  test.for(Object.entries(encoders))("a bomb in %s ends at the limit", async ([name, encode]) => {
    const bomb = encode(new Uint8Array(50_000_000));
    await using host = await playHost({ "/": say(bomb, { "content-encoding": encodingName(name) }) });
    const { body, truncated } = await own().request(host.origin, { maxBytes: 100_000 });
    expect({ size: body.length, truncated }).toEqual({ size: 100_000, truncated: true });
  });

  test("two encodings are taken off, a bomb between them goes off nowhere, three are refused", async () => {
    const { gzip, br } = encoders;
    const nested = gzip(br(plain));
    await using host = await playHost({
      "/two": say(nested, { "content-encoding": "br, gzip" }),
      "/between": say(gzip(Buffer.concat(Array(200_000).fill(gzip(new Uint8Array())))), {
        "content-encoding": "gzip, gzip, identity",
      }),
      "/three": say(nested, { "content-encoding": "gzip, br, gzip" }),
      "/odd": say(nested, { "content-encoding": "x-shrink" }),
    });
    const client = own();
    expect((await client.request(`${host.origin}/two`)).body).toHaveLength(plain.length);
    await expect(client.request(`${host.origin}/between`, { maxBytes: 1000 })).rejects.toMatchObject({
      code: "too_large",
    });
    await expect(client.request(`${host.origin}/three`)).rejects.toMatchObject({ code: "unsupported" });
    await expect(client.request(`${host.origin}/odd`)).rejects.toMatchObject({ code: "unsupported" });
  });

  test.for(Object.entries(encoders))("%s that breaks off, or is none, is an error", async ([name, encode]) => {
    const whole = encode(plain);
    const headers = { "content-encoding": encodingName(name) };
    await using host = await playHost({
      "/half": say(whole.subarray(0, whole.length >> 1), headers),
      "/none": say("<html>This was never encoded at all.</html>", headers),
    });
    for (const path of ["/half", "/none"]) {
      await expect(own().request(host.origin + path)).rejects.toMatchObject({ code: "unavailable" });
    }
  });

  test("nothing is decoded where there is no body", async () => {
    await using host = await playHost({
      "/": (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(),
    });
    expect((await own().request(host.origin, { method: "HEAD" })).body).toHaveLength(0);
    expect((await own().request(host.origin)).body).toHaveLength(0);
  });
});

describe("broken servers", () => {
  const raw = (answer: string) => playRaw((socket) => socket.end(answer));
  const failures = {
    "a body shorter than announced": "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
    "chunks without an end": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    "no HTTP at all": "220 mail.example ESMTP\r\n",
    nothing: "",
    "two lengths": "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "a bomb of headers":
      `HTTP/1.1 200 OK\r\n${"X-Pad: ".padEnd(1000, "x")}\r\n`.repeat(1) +
      `X-Pad: ${"y".repeat(990)}\r\n`.repeat(200) +
      "\r\n",
  };
  test.for(Object.entries(failures))("%s", async ([, answer]) => {
    await using host = await raw(answer);
    const failure = await own()
      .request(host.origin)
      .catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: "unavailable" });
    expect(ToolError.is(failure) && failure.hint).toBeTruthy();
  });

  test("a port where nobody listens", async () => {
    const host = await playHost();
    await host[Symbol.asyncDispose]();
    await expect(own().request(host.origin)).rejects.toMatchObject({ code: "unavailable" });
  });

  test("a name that nobody knows", async () => {
    const lookup = async () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" }));
    const failure = own({ lookup }).request("http://nobody.example/");
    await expect(failure).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("cannot be found"),
    });
  });
});

describe("the deadline", () => {
  test.for(Object.entries({ silence, stall, drip, loop: redirectTo("/silence") }))("covers %s", async ([, play]) => {
    await using host = await playHost({ "/": play, "/silence": silence });
    const failure = own().request(host.origin, { timeout: 150, maxBytes: 1e12 });
    await expect(failure).rejects.toMatchObject({ code: "timeout", message: expect.stringContaining("127.0.0.1") });
  });

  test("covers a resolver that does not answer", async () => {
    const lookup = () => new Promise<never>(() => {});
    await expect(own({ lookup }).request("http://slow.example/", { timeout: 50 })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  test("a cancelled call stops while it reads", async () => {
    await using host = await playHost({ "/": drip });
    const controller = new AbortController();
    const running = own().request(host.origin, { signal: controller.signal, maxBytes: 1e12 });
    await expect.poll(() => host.requests.length).toBe(1);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
  });
});

test("reading stops at the limit, and the server is let go", async () => {
  const closed = Promise.withResolvers<void>();
  const dripUntilClosed: Play = (request, response) => {
    response.on("close", closed.resolve);
    return drip(request, response);
  };
  await using host = await playHost({ "/": dripUntilClosed });
  const { body, truncated } = await own().request(host.origin, { maxBytes: 1000 });
  expect({ size: body.length, truncated }).toEqual({ size: 1000, truncated: true });
  await closed.promise;
});

test.for([
  ["Host", "internal"],
  ["content-length", "5"],
  ["Transfer-Encoding", "chunked"],
  ["x\r\ny", "1"],
  ["x", "1\r\nHost: other"],
  ["x", "1\0"],
  ["x", "Grüße ☃"],
])("the header %j: %j is refused", async ([name, value]) => {
  await expect(own().request("https://example.com", { headers: { [name!]: value! } })).rejects.toMatchObject({
    code: "invalid_input",
  });
});
