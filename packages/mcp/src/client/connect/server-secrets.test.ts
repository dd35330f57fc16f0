import { openSecrets } from "@holdall/middleware/node";
import { expect, test } from "vitest";
import { configs } from "../_fixtures/servers.fixture.ts";
import { connectServers } from "../connect-servers.ts";
import { environmentOf, fetchWithSecrets } from "./server-secrets.ts";

const value = "tkn-8fJ2mQx7Lw0ZrT4v";
const open = (entry: object) => openSecrets({ KEY: { env: "VAR", ...entry } }, { env: { VAR: value } });

/** A `fetch` that keeps what is sent, and redirects as it is told. */
function still(redirects: Readonly<Record<string, readonly [status: number, to: string]>> = {}) {
  const sent: (readonly [url: string, key: string | null, redirect: string | undefined])[] = [];
  const inner = async (url: string | URL, init?: RequestInit) => {
    sent.push([String(url), new Headers(init?.headers).get("x-key"), init?.redirect]);
    const [status = 200, location = ""] = redirects[String(url)] ?? [];
    return new Response(null, { status, headers: status === 200 ? {} : { location } });
  };
  return { sent, inner };
}

const headers = { "x-key": "secret:KEY" };

test("a header gets the value on the hosts of its secret, and follows redirects on its own origin only", async () => {
  const secrets = open({ hosts: ["a.example"] });
  const { sent, inner } = still({
    "https://a.example/old": [307, "/new"],
    "https://a.example/away": [307, "https://b.example/mcp"],
    "https://a.example/around": [308, "/around"],
  });
  const fetch = fetchWithSecrets(secrets, inner);
  await fetch("https://a.example/old", { method: "POST", headers, body: "{}" });
  expect(sent.splice(0)).toEqual([
    ["https://a.example/old", value, "manual"],
    ["https://a.example/new", value, "manual"],
  ]);
  await expect(fetch("https://a.example/away", { headers })).rejects.toMatchObject({ code: "permission_denied" });
  await expect(fetch("https://b.example/mcp", { headers })).rejects.toMatchObject({ code: "permission_denied" });
  await expect(fetch("http://a.example/mcp", { headers })).rejects.toThrow("unencrypted");
  expect(sent.splice(0).map(([url]) => url)).toEqual(["https://a.example/away"]);
  await expect(fetch("https://a.example/around", { headers })).rejects.toMatchObject({ code: "permission_denied" });
  await fetch("https://b.example/plain", { headers: { "x-key": "other" } });
  expect(sent.at(-1)).toEqual(["https://b.example/plain", "other", undefined]);
});

test("a program gets the value if the user has named its server for the secret, and never as an argument", () => {
  const secrets = open({ servers: ["github"] });
  const place = (args: readonly string[]) => ({
    ...{ kind: "stdio" as const, command: "server", cwd: "/" },
    args,
    env: { TOKEN: "Bearer secret:KEY", MODE: "plain" },
  });
  expect(environmentOf(place([]), "github", secrets)).toEqual({ TOKEN: `Bearer ${value}`, MODE: "plain" });
  expect(() => environmentOf(place([]), "other", secrets)).toThrow(
    expect.objectContaining({ code: "permission_denied", hint: expect.stringContaining("servers: [other]") }),
  );
  expect(() => environmentOf(place(["--key=secret:KEY"]), "github", secrets)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining("Pass the secret in env") }),
  );
});

test("what a program says before it ends is told without the value", async () => {
  const script = 'console.error("bad key " + process.env.KEY); process.exit(3)';
  const ending = { command: process.execPath, args: ["-e", script], env: { KEY: "secret:KEY" } };
  await using servers = await connectServers(configs({ ending }), { secrets: open({ servers: ["ending"] }) });
  const [status] = servers.status();
  expect(status?.problem?.message).toContain("bad key [secret KEY]");
});
