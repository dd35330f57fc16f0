import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type OAuthServer, serveOAuth } from "../_fixtures/oauth-server.fixture.ts";
import { configs, connected, odd } from "../_fixtures/servers.fixture.ts";
import type { ServerConfig } from "../server-config.ts";
import { fileLogins } from "./file-logins.ts";
import { logIn } from "./log-in.ts";

let folder = "";
let server: OAuthServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "holdall-logins-"));
  server = await serveOAuth();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await server[Symbol.asyncDispose]();
});

const path = () => join(folder, "logins.json");
const entry = (more = {}) => ({ guarded: { url: server.url, protocol: "legacy", ...more } });
const config = (more = {}) => configs(entry(more))[0] as ServerConfig;
/** A person whose browser agrees at once. */
const agree = async (url: URL) => void (await fetch(url));
const connect = (more = {}) => connected(entry(more), { oauth: (each) => fileLogins(path()).provider(each) });

it("a server that wants a login says so, and nobody is sent anywhere", async () => {
  await using place = await connect();
  expect(place.servers.status()).toMatchObject([{ state: "failed", problem: { code: "permission_denied" } }]);
  expect(server.log).toEqual([]);
});

it("a login registers this program, proves itself by PKCE, and its tokens are for their owner alone", async () => {
  await logIn(config(), { logins: fileLogins(path()), show: agree });
  expect(server.log).toEqual(["register", "authorize", "authorization_code"]);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  await using place = await connect();
  expect(await place.session.call("mcp__guarded__whoami", {})).toMatchObject({ ok: true });
});

it("a known client registers nothing; tokens that have expired are refreshed by one for all, and kept", async () => {
  const oauth = { client_id: "known" };
  await logIn(config({ oauth }), { logins: fileLogins(path()), show: agree });
  expect(server.log).toEqual(["authorize", "authorization_code"]);
  const before = readFileSync(path(), "utf8");
  await using place = await connect({ oauth });
  server.expire();
  const calls = await Promise.all([1, 2, 3, 4].map(() => place.session.call("mcp__guarded__whoami", {})));
  expect(calls).toMatchObject(Array(4).fill({ ok: true }));
  expect(server.log.at(-1)).toBe("refresh_token");
  expect(readFileSync(path(), "utf8")).not.toBe(before);
});

it("a secret is used at the authorization server of the first login, and at no other", async () => {
  const oauth = { client_id: "secretive", client_secret: "s3cret" };
  await logIn(config({ oauth }), { logins: fileLogins(path()), show: agree });
  const provider = fileLogins(path()).provider(config({ oauth }));
  const here = new URL(server.url).origin;
  expect(await provider?.clientInformation({ issuer: "https://evil.example" })).toMatchObject({ issuer: here });
  const wrong = config({ oauth: { ...oauth, client_secret: "guess" } });
  await expect(logIn(wrong, { logins: fileLogins(path()), show: agree })).rejects.toMatchObject({
    code: "permission_denied",
  });
});

it("an answer with a foreign state is not taken, and a refusal fails the login", async () => {
  const login = logIn(config(), {
    logins: fileLogins(path()),
    async show(url) {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      const forged = new URL("?code=stolen&state=forged", back);
      expect((await fetch(forged)).status).toBe(404);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      back.searchParams.set("error", "access_denied");
      await fetch(back);
    },
  });
  await expect(login).rejects.toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining("access_denied"),
  });
});

it("a login that the user does not answer ends with its signal; a program needs none", async () => {
  const signal = AbortSignal.timeout(100);
  await expect(logIn(config(), { logins: fileLogins(path()), show: () => {}, signal })).rejects.toMatchObject({
    name: "TimeoutError",
  });
  const [program] = configs({ odd: odd() });
  await expect(logIn(program as ServerConfig, { logins: fileLogins(path()), show: () => {} })).rejects.toMatchObject({
    code: "unsupported",
  });
});
