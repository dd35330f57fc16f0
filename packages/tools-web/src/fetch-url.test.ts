import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { cachedClient } from "./client/cached-client.ts";
import { openWebClient } from "./client/open-web-client.ts";
import { type FetchUrlOutput, fetchUrl } from "./fetch-url.ts";
import { playHost, redirectTo, say } from "./http/hostile-server.fixture.ts";

function open(policy = allow()) {
  const client = cachedClient(openWebClient({ allow: ["127.0.0.0/8"], perHost: false }));
  const session = openSession(createRegistry([fetchUrl({ client })]), { policy });
  return async (url: string, more: object = {}) => {
    const result = await session.call("fetch_url", { url, ...more });
    const output = result.ok ? (result.output as FetchUrlOutput) : undefined;
    const [text] = result.content;
    return { ...result, output, text: text?.type === "text" ? text.text : "" };
  };
}

test("status, headers, size and text", async () => {
  await using host = await playHost({
    "/a.json": say('{"a":"ü"}', { "content-type": "application/json", "X-Rate": "9" }),
  });
  const { output, text } = await open()(`${host.origin}/a.json`, { headers: { Accept: "application/json" } });
  expect(output).toMatchObject({
    status: 200,
    content_type: "application/json",
    bytes: 10,
    encoding: "text",
    body: '{"a":"ü"}',
    total: 9,
    next_offset: null,
  });
  expect(output?.headers["x-rate"]).toBe("9");
  expect(host.requests[0]?.headers.accept).toBe("application/json");
  expect(text).toMatch(
    /^HTTP 200 http:\/\/127\.0\.0\.1:\d+\/a\.json \(10 bytes\)\n<untrusted-[\s\S]*\{"a":"ü"\}\n<\/untrusted-\w+>$/,
  );
});

test("HEAD gives headers and no body", async () => {
  await using host = await playHost({ "/": say("hello", { "content-length": "5" }) });
  const { output } = await open()(host.origin, { method: "HEAD" });
  expect(output).toMatchObject({ status: 200, body: "", bytes: 0, headers: { "content-length": "5" } });
});

test.for([403, 404, 429, 500, 503])("status %i is a result, with what the server says of later", async (status) => {
  await using host = await playHost({ "/": say("slow down", { "retry-after": "120" }, status) });
  const { ok, output, text } = await open()(host.origin);
  expect({ ok, output }).toMatchObject({ ok: true, output: { status, retry_after: 120, body: "slow down" } });
  expect(text).toContain("after 120 s");
});

test("parts join to the whole, on the answer of the first call", async () => {
  let version = 0;
  const pages = ["a😀".repeat(5000), "other"];
  await using host = await playHost({
    "/": (request, response) => say(pages[version++] ?? "", { "cache-control": "no-store" })(request, response),
  });
  const fetch = open();
  let whole = "";
  let offset: number | null = 0;
  while (offset !== null) {
    const { output } = await fetch(host.origin, { offset, max_chars: 997 });
    whole += output?.body ?? "";
    offset = output ? output.next_offset : null;
  }
  expect(whole).toBe(pages[0]);
  expect(host.requests).toHaveLength(1);
  expect((await fetch(host.origin)).output?.body).toBe("other");
  expect(await fetch(host.origin, { offset: 5 })).toMatchObject({
    ok: false,
    error: { code: "invalid_input", data: { total: 5 } },
  });
});

test("a part of an answer that is no longer cached says so", async () => {
  await using host = await playHost({ "/": say("0123456789") });
  const [first, other] = [open(), open()];
  await first(host.origin, { max_chars: 5 });
  expect((await first(host.origin, { offset: 5 })).text).not.toContain("no longer cached");
  expect((await other(host.origin, { offset: 5 })).text).toContain("no longer cached");
});

test("binary bodies are base64, in parts that join as well", async () => {
  const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 7) % 256);
  await using host = await playHost({
    "/": say(bytes, { "content-type": "image/png" }),
    "/untyped": say(bytes, { "content-type": "application/octet-stream" }),
  });
  for (const path of ["/", "/untyped"]) {
    const fetch = open();
    const { output } = await fetch(host.origin + path, { max_chars: 8191 });
    const rest = await fetch(host.origin + path, { offset: output?.next_offset });
    expect(output).toMatchObject({ encoding: "base64", bytes: 10_000, next_offset: 8188 });
    expect(Buffer.compare(Buffer.from(`${output?.body}${rest.output?.body}`, "base64"), bytes)).toBe(0);
  }
});

test("what a wrong type says of a body is not believed", async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d);
  await using host = await playHost({
    "/page.html": say(png, { "content-type": "text/html; charset=utf-8" }),
    "/data.bin": say("a,b", { "content-type": "application/octet-stream" }),
    "/wide.txt": say(Uint8Array.of(0xff, 0xfe, 0x41, 0), { "content-type": "text/plain" }),
  });
  expect((await open()(`${host.origin}/page.html`)).output).toMatchObject({ encoding: "base64", bytes: 12 });
  expect((await open()(`${host.origin}/data.bin`)).output).toMatchObject({ encoding: "text", body: "a,b" });
  expect((await open()(`${host.origin}/wide.txt`)).output).toMatchObject({ encoding: "text" });
});

test("a charset is minded, and an unknown type that reads like text is text", async () => {
  await using host = await playHost({
    "/latin": say(Uint8Array.of(0x47, 0x72, 0xfc, 0xdf), { "content-type": "text/plain; charset=iso-8859-1" }),
    "/untyped": say("plain", { "content-type": "" }),
  });
  expect((await open()(`${host.origin}/latin`)).output?.body).toBe("Grüß");
  expect((await open()(`${host.origin}/untyped`)).output).toMatchObject({ encoding: "text", body: "plain" });
});

test("a redirect to another host is told with its URL", async () => {
  await using host = await playHost({ "/": redirectTo("https://elsewhere.example/x") });
  const { output, text } = await open()(host.origin);
  expect(output).toMatchObject({ status: 302, redirect: { to: "https://elsewhere.example/x" } });
  expect(text).toContain("It redirects to https://elsewhere.example/x.");
});

test("the policy judges the URL as it will be asked for", async () => {
  await using host = await playHost({ "/": say("x") });
  const fetch = open(allow({ actions: ["network"], under: `${host.origin}/` }));
  expect(await fetch(`HTTP://127.1:${host.port}/#part`)).toMatchObject({ ok: true });
  expect(await fetch("https://example.com")).toMatchObject({ ok: false, error: { code: "permission_denied" } });
});

test.for([
  "http://localhost/",
  "http://169.254.169.254/",
  "file:///etc/passwd",
  "example.com",
  "http://a:b@example.com/",
  "https://example.com:25/",
])("%s is refused with a hint", async (url) => {
  const session = openSession(createRegistry([fetchUrl()]), { policy: allow() });
  const result = await session.call("fetch_url", { url });
  expect(result).toMatchObject({
    ok: false,
    error: { code: expect.stringMatching(/permission_denied|invalid_input/), hint: expect.any(String) },
  });
});
