import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allow, createRegistry, openSession, strictest } from "@holdall/tool-core";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Issuer, serveIssuer } from "../../_fixtures/issuer.fixture.ts";
import { fixtureTools } from "../../_fixtures/tools.fixture.ts";
import { scopePolicy, serveHttp } from "../../http.ts";
import { configs, connected } from "../_fixtures/servers.fixture.ts";
import { answerQuestions } from "../questions/session-ask.ts";
import { fileLogins } from "./file-logins.ts";
import { logIn } from "./log-in.ts";
import { createStepUp, requestedScopes, type StepUp } from "./step-up.ts";
import { stepUpByQuestion } from "./step-up-by-question.ts";

let issuer: Issuer;
let folder = "";
beforeEach(async () => {
  issuer = await serveIssuer();
  folder = mkdtempSync(join(tmpdir(), "holdall-step-up-"));
});
afterEach(async () => {
  await issuer[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** A server, and a client of it that has logged in to read. */
async function open(protocol: string) {
  const server = await serveHttp(
    ({ scopes }) => openSession(createRegistry(fixtureTools()), { policy: strictest(allow(), scopePolicy(scopes)) }),
    { onError: () => {}, oauth: { issuer: issuer.url } },
  );
  onTestFinished(() => server.close());
  const entry = { own: { url: server.url, protocol, oauth: { scope: "tools:read" } } };
  const logins = fileLogins(join(folder, "logins.json"));
  const [config] = configs(entry);
  if (!config) throw new Error("no configuration");
  await logIn(config, { logins, show: visit, scope: "tools:read" });
  const asked: { readonly message: string; readonly url?: string | undefined }[] = [];
  const connect = (stepUp: StepUp | undefined = stepUpByQuestion({ logins })) =>
    connected(entry, { oauth: (each) => logins.provider(each), stepUp });
  const scopeNow = async () => (await logins.provider(config)?.tokens())?.scope;
  return { connect, asked, scopeNow, logins };
}

const visit = async (page: URL | string) => void (await fetch(page));

describe.each(["legacy", "modern"])("a call that needs more scopes, in the %s protocol", (protocol) => {
  it("is made after a login that the user of the session agrees to, for all calls at once", async () => {
    const { connect, asked, scopeNow } = await open(protocol);
    await using place = await connect();
    answerQuestions(place.session, async (question) => {
      asked.push(question);
      await visit(question.url ?? "");
      return { action: "accept" };
    });
    expect(await place.session.call("mcp__own__count_calls", {})).toMatchObject({ ok: true });
    const calls = await Promise.all([1, 2].map(() => place.session.call("mcp__own__delete_everything", {})));
    expect(calls).toMatchObject([{ ok: true }, { ok: true }]);
    expect(asked).toMatchObject([{ server: "own", message: expect.stringContaining("tools:read tools:write") }]);
    expect(await scopeNow()).toBe("tools:read tools:write");
    expect(await place.session.call("mcp__own__count_calls", {})).toMatchObject({ ok: true });
  });

  it("fails with the scopes when nobody logs in, and the earlier login stays", async () => {
    const { connect, scopeNow } = await open(protocol);
    await using place = await connect();
    const denied = {
      ok: false,
      error: { code: "permission_denied", message: "own needs a login with the scopes tools:read tools:write." },
    };
    expect(await place.session.call("mcp__own__delete_everything", {})).toMatchObject(denied);
    answerQuestions(place.session, () => ({ action: "decline" }));
    expect(await place.session.call("mcp__own__delete_everything", {})).toMatchObject(denied);
    expect(await scopeNow()).toBe("tools:read");
    expect(await place.session.call("mcp__own__count_calls", {})).toMatchObject({ ok: true });
  });
});

it("a server that refuses the new token as well is asked no third time", async () => {
  const { connect } = await open("modern");
  let logins = 0;
  await using place = await connect(() => {
    logins++;
    return true;
  });
  expect(await place.session.call("mcp__own__delete_everything", {})).toMatchObject({
    error: { code: "permission_denied" },
  });
  expect(logins).toBe(1);
});

it.each([
  ["a b:c", "a b:c"],
  ["", ""],
  [undefined, ""],
  ['a"b', ""],
  ["a\u202eb", ""],
  [`${"a ".repeat(60)}`, ""],
  ["x".repeat(200), ""],
])("attack: the scopes %j are %j", (sent, scope) => {
  expect(requestedScopes(sent)).toBe(scope);
});

it("logs in for one set of scopes after the other", async () => {
  const log: string[] = [];
  const [config] = configs({ own: { url: "https://own.example/mcp" } });
  const stepUp = createStepUp(config!, async (_, { scope }) => {
    log.push(`begin ${scope}`);
    await Promise.resolve();
    log.push(`end ${scope}`);
    return true;
  });
  const { signal } = new AbortController();
  const all = await Promise.all(["a", "b", "a"].map((scope) => stepUp(scope, signal, undefined)));
  expect(all).toEqual([true, true, true]);
  expect(log).toEqual(["begin a", "end a", "begin b", "end b"]);
});

it("asks again for a call whose login was begun by a call that was canceled", async () => {
  const [config] = configs({ own: { url: "https://a.example/mcp" } });
  const first = new AbortController();
  let asked = 0;
  const stepUp = createStepUp(config!, async (_, { signal }) => {
    asked++;
    if (signal !== first.signal) return true;
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return false;
  });
  const [canceled, other] = [
    stepUp("a", first.signal, undefined),
    stepUp("a", new AbortController().signal, undefined),
  ];
  first.abort(new Error("canceled"));
  await expect(canceled).rejects.toThrow("canceled");
  expect(await other).toBe(true);
  expect(asked).toBe(2);
});
