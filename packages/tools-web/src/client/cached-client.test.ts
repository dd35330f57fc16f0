import { expect, test } from "vitest";
import { encoders, type Play, playHost, redirectTo, say } from "../http/hostile-server.fixture.ts";
import { type CacheOptions, cachedClient } from "./cached-client.ts";
import { openWebClient } from "./open-web-client.ts";
import type { WebRequest } from "./web-client.ts";

const minute = 60_000;

/** A server that says how often it was asked, a cache over it, and its clock. */
async function play(headers: Record<string, string> = {}, options: CacheOptions = {}) {
  const time = { now: 1_800_000_000_000 };
  let version = 1;
  const page: Play = (request, response) => {
    const etag = `"${version}"`;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { ...headers, ...(headers.etag && { etag }) }).end(`version ${version}`);
  };
  const host = await playHost({ "/": page, "/old": redirectTo("/"), "/gone": say("gone", {}, 404) });
  const inner = openWebClient({ allow: ["127.0.0.0/8"], perHost: false });
  const client = cachedClient(inner, { clock: { now: () => time.now }, ...options });
  const get = async (request: WebRequest = {}, path = "/") => {
    const answer = await client.request(host.origin + path, request);
    return {
      text: new TextDecoder().decode(answer.body),
      kept: answer.keptSince !== undefined,
      asked: host.requests.length,
    };
  };
  return {
    get,
    host,
    wait: (milliseconds: number) => {
      time.now += milliseconds;
    },
    change: () => void version++,
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

test("an answer is given again for 15 minutes, whatever has changed", async () => {
  await using played = await play();
  const { get, wait, change } = played;
  expect(await get()).toEqual({ text: "version 1", kept: false, asked: 1 });
  change();
  wait(14 * minute);
  expect(await get()).toEqual({ text: "version 1", kept: true, asked: 1 });
  wait(2 * minute);
  expect(await get()).toEqual({ text: "version 2", kept: false, asked: 2 });
});

test("what is old is confirmed, not sent again", async () => {
  await using played = await play({ etag: "yes" });
  const { get, host, wait, change } = played;
  await get();
  wait(16 * minute);
  expect(await get()).toEqual({ text: "version 1", kept: false, asked: 2 });
  expect(host.requests[1]?.headers["if-none-match"]).toBe('"1"');
  expect(await get()).toMatchObject({ kept: true, asked: 2 });
  change();
  wait(16 * minute);
  expect(await get()).toEqual({ text: "version 2", kept: false, asked: 3 });
});

test.for(["no-cache", "no-store", "max-age=0", "private, must-revalidate"])(
  "a server that says %s is asked every time",
  async (control) => {
    await using played = await play({ "cache-control": control });
    const { get } = played;
    await get();
    expect(await get()).toMatchObject({ kept: false, asked: 2 });
  },
);

test("a server that says a minute gets a minute, one that says a day 15", async () => {
  await using short = await play({ "cache-control": "max-age=60" });
  await using long = await play({ "cache-control": "max-age=86400" });
  for (const [{ get, wait }, kept] of [
    [short, false],
    [long, true],
  ] as const) {
    await get();
    wait(2 * minute);
    expect(await get()).toMatchObject({ kept });
    wait(15 * minute);
    expect(await get()).toMatchObject({ kept: false });
  }
});

test("maxAge 0 asks the server; Infinity keeps later pages on the answer of the first", async () => {
  await using played = await play({ "cache-control": "no-store" });
  const { get, wait, change } = played;
  await get();
  change();
  wait(60 * minute);
  expect(await get({ maxAge: Number.POSITIVE_INFINITY })).toMatchObject({ text: "version 1", kept: true });
  expect(await get({ maxAge: 0 })).toMatchObject({ text: "version 2", kept: false });
});

test("requests with other headers share nothing, and parts and conditions are never kept", async () => {
  await using played = await play();
  const { get } = played;
  await get({ headers: { Authorization: "a" } });
  expect(await get({ headers: { authorization: "b" } })).toMatchObject({ kept: false });
  expect(await get()).toMatchObject({ kept: false });
  expect(await get({ headers: { authorization: "a" } })).toMatchObject({ kept: true });
  await get({ headers: { Range: "bytes=0-1" } });
  expect(await get({ headers: { Range: "bytes=0-1" } })).toMatchObject({ kept: false });
});

test("errors and other methods are asked for every time", async () => {
  await using played = await play();
  const { get } = played;
  for (const request of [{ method: "HEAD" }, { method: "POST", body: "x" }] as const) {
    await get(request);
    expect(await get(request)).toMatchObject({ kept: false });
  }
  await get({}, "/gone");
  expect(await get({}, "/gone")).toMatchObject({ kept: false });
});

test("what is kept stays within its bounds", async () => {
  await using few = await play({}, { entries: 2 });
  for (const query of ["/?1", "/?2", "/?3"]) await few.get({}, query);
  expect(await few.get({}, "/?3")).toMatchObject({ kept: true });
  expect(await few.get({}, "/?1")).toMatchObject({ kept: false });
  await using small = await play({}, { bytes: 1005 });
  await small.get();
  expect(await small.get()).toMatchObject({ kept: false });
});

test("a kept answer asks for permission where it came by other origins", async () => {
  await using host = await playHost({
    "/": say("there", { "content-encoding": "gzip" }, 200),
    "/page": say(encoders.gzip(new Uint8Array(1)), { "content-encoding": "gzip" }),
  });
  await using start = await playHost({ "/": redirectTo(`${host.origin}/page`) });
  const client = cachedClient(openWebClient({ allow: ["127.0.0.0/8"], perHost: false }));
  const targets: string[] = [];
  const require = async ({ target }: { target: string }) => void targets.push(target);
  await client.request(start.origin, { redirects: "any", require });
  await client.request(start.origin, { redirects: "any", require });
  expect(targets).toEqual([`${host.origin}/page`, `${host.origin}/page`]);
  expect(host.requests).toHaveLength(1);
});
