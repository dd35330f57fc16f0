import { request } from "node:http";
import { viewRun } from "@holdall/call-view";
import type { RunDetails } from "@holdall/durable/port";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AskingRuns, comesTo, openAskingRuns } from "./asking-runs.fixture.ts";
import { openRunsServer, type RunsServer } from "./open-runs-server.ts";

const token = "a-token-of-the-test";
const page = "http://app.test";
const bearer = { authorization: `Bearer ${token}` };

let runs: AskingRuns;
let server: RunsServer;
let id: string;
const failures: unknown[] = [];

beforeAll(async () => {
  runs = await openAskingRuns();
  server = await openRunsServer(runs.engine, {
    token,
    allowedOrigins: [page],
    onError: (error) => void failures.push(error),
  });
  id = await runs.start("first");
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await runs[Symbol.asyncDispose]();
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

/** A plain request, because `fetch` lets nobody choose Host and Origin. */
function send(path: string, { method, headers = bearer, body }: Sent = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Record<string, unknown> | undefined }>(
    (resolve, reject) => {
      const json = body === undefined ? {} : { "content-type": "application/json" };
      const options = { method: method ?? (body === undefined ? "GET" : "POST"), headers: { ...json, ...headers } };
      const sent = request(new URL(path, server.url), options, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text === "" ? undefined : JSON.parse(text),
          }),
        );
      });
      sent.on("error", reject);
      sent.end(typeof body === "object" ? JSON.stringify(body) : body);
    },
  );
}

const eventOf = async (run = id) => ((await send(`/runs/${run}`)).body as unknown as RunDetails).waits[0]?.event ?? "";

describe("who may call", () => {
  let event: string;
  beforeEach(async () => {
    event = await eventOf();
  });

  test.each([
    ["no token", {}, 401],
    ["a wrong token", { authorization: "Bearer b" }, 401],
    ["the token as a cookie", { cookie: `token=${token}` }, 401],
    ["a foreign Host", { ...bearer, host: "evil.example.com" }, 403],
    ["a foreign Origin", { ...bearer, origin: "http://evil.example.com" }, 403],
    ["a page of another scheme", { ...bearer, origin: "https://app.test" }, 403],
  ])("%s is refused on every route, and nothing is answered or canceled", async (_, headers, status) => {
    for (const [path, body] of [
      ["/runs", undefined],
      [`/runs/${id}`, undefined],
      [`/runs/${id}/answer`, { event, payload: true }],
      [`/runs/${id}/cancel`, {}],
      ["/elsewhere", undefined],
    ] as const) {
      const refused = await send(path, { headers, ...(body && { body }) });
      expect({ path, status: refused.status }).toEqual({ path, status });
      expect(refused.body).toMatchObject({ error: { code: "permission_denied" } });
      expect(JSON.stringify(refused)).not.toContain(token);
    }
    expect(await runs.engine.get(id)).toMatchObject({ state: "waiting" });
  });

  test("a token in the address counts for nothing", async () => {
    expect(await send(`/runs?token=${token}`, { headers: {} })).toMatchObject({ status: 401 });
  });

  test("a page that is allowed gets CORS headers, for preflights and refusals, too; other pages get none", async () => {
    const preflight = { "access-control-request-method": "POST", "access-control-request-headers": "authorization" };
    expect(await send("/runs", { method: "OPTIONS", headers: { origin: page, ...preflight } })).toMatchObject({
      status: 204,
      headers: { "access-control-allow-origin": page, "access-control-allow-headers": "authorization, content-type" },
    });
    const unknown = await send("/runs", { headers: { origin: page } });
    expect(unknown).toMatchObject({ status: 401, headers: { "access-control-allow-origin": page } });
    const foreign = await send("/runs", { method: "OPTIONS", headers: { origin: "http://evil.test", ...preflight } });
    expect(foreign.status).toBe(403);
    for (const { headers } of [unknown, foreign]) {
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
      expect(headers).not.toHaveProperty("set-cookie");
    }
    expect(foreign.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("it does not listen without a token, or beyond loopback without the names of this machine", async () => {
    await expect(openRunsServer(runs.engine, { token: [] })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(openRunsServer(runs.engine, { token, host: "0.0.0.0" })).rejects.toMatchObject({
      data: { needs: "allowedHosts" },
    });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe("what is taken", () => {
  test.each([
    ["too many bytes", JSON.stringify({ event: "x", payload: "x".repeat(300_000) }), 413, "too_large"],
    ["no JSON", "{yes", 400, "invalid_input"],
    ["deep JSON", `{"event":"x","payload":${"[".repeat(100)}${"]".repeat(100)}}`, 400, "invalid_input"],
    ["no event", '{"payload":true}', 400, "invalid_input"],
    ["an answer that nobody asked for", '{"event":"approval 1","payload":true}', 409, "stale"],
  ])("%s as an answer is refused", async (_, body, status, code) => {
    expect(await send(`/runs/${id}/answer`, { body })).toMatchObject({ status, body: { error: { code } } });
    expect(await runs.engine.get(id)).toMatchObject({ state: "waiting" });
  });

  test("a body of unknown length is cut off at the same bound", async () => {
    const headers = { ...bearer, "transfer-encoding": "chunked" };
    const refused = await send(`/runs/${id}/answer`, { headers, body: "x".repeat(300_000) });
    expect(refused).toMatchObject({ status: 413, headers: { connection: "close" } });
  });

  test("forms, other methods and other paths are refused", async () => {
    const form = { ...bearer, "content-type": "text/plain" };
    expect(await send(`/runs/${id}/cancel`, { method: "POST", headers: form, body: "{}" })).toMatchObject({
      status: 415,
    });
    expect(await send(`/runs/${id}`, { method: "DELETE" })).toMatchObject({ status: 405, headers: { allow: "GET" } });
    for (const path of ["/", "/runs/", "/runs/x%00", "/runs/run_0", `/runs/${id}/retry`])
      expect({ path, ...(await send(path)) }).toMatchObject({
        path,
        status: 404,
        body: { error: { code: "not_found" } },
      });
    expect(await send("/runs?page=2")).toMatchObject({ status: 400 });
  });
});

describe("runs", () => {
  test("are listed the newest first, by state and name, page by page, and not to be cached", async () => {
    const second = await runs.start("second");
    const first = await send("/runs?limit=1&state=waiting&name=send%20a%20note");
    expect(first).toMatchObject({
      ...{ status: 200, headers: { "cache-control": "no-store", "content-type": "application/json" } },
      body: { runs: [{ id: second, state: "waiting" }], next: second },
    });
    const { body } = await send(`/runs?limit=1&state=waiting&after=${first.body?.next}`);
    expect(body).toMatchObject({ runs: [{ id }] });
    expect(body).not.toHaveProperty("next");
    expect(await send("/runs?state=completed,failed")).toMatchObject({ body: { runs: [] } });
    expect(await send("/runs?after=run_0")).toMatchObject({ status: 404 });
  });

  test("go on with a yes, which counts once", async () => {
    const run = (await send(`/runs/${id}`)).body as unknown as RunDetails;
    const [wait] = viewRun(run).waits;
    expect(wait?.asked).toMatchObject({ kind: "approval", tool: "send_note" });
    const event = wait?.event ?? "";
    for (const payload of ["yes", 1, { approved: true, scope: "caller" }, null])
      expect(await send(`/runs/${id}/answer`, { body: { event, payload } })).toMatchObject({ status: 400 });
    expect(runs.sent).toEqual([]);
    expect(await send(`/runs/${id}/answer`, { body: { event, payload: true } })).toMatchObject({
      status: 200,
      body: { outcome: "delivered" },
    });
    expect(await comesTo(runs.engine, id, () => false)).toMatchObject({ state: "completed", output: { ok: true } });
    expect(runs.sent).toEqual(["first"]);
    expect(await send(`/runs/${id}/answer`, { body: { event, payload: false } })).toMatchObject({ status: 409 });
    expect(await send(`/runs/${id}/cancel`, { body: {} })).toMatchObject({ status: 409 });
  });

  test("are canceled, with a reason", async () => {
    const run = await runs.start("third");
    expect(await send(`/runs/${run}/cancel`, { body: { reason: "" } })).toMatchObject({ status: 400 });
    expect(await send(`/runs/${run}/cancel`, { body: { reason: "not today" } })).toMatchObject({ status: 200 });
    expect((await send(`/runs/${run}`)).body).toMatchObject({
      state: "canceled",
      error: { message: expect.stringContaining("not today") },
    });
    expect(runs.sent).not.toContain("third");
  });

  test("a database that fails is told to the server's own terminal, and in no words of its own to clients", async () => {
    const secret = "postgres://me:secret@host is gone";
    const broken = { ...runs.engine, list: async () => Promise.reject(new Error(secret)) };
    await using other = await openRunsServer(broken, { token, onError: (error) => void failures.push(error) });
    const response = await fetch(`${other.url}/runs`, { headers: bearer });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(failures).toEqual([new Error(secret)]);
  });
});
