import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { introspector, serveIssuer } from "../../../../../packages/mcp/src/_fixtures/issuer.fixture.ts";
import { runCommand } from "../../fixtures/command.fixture.ts";
import { connect, serve, startServerProcess, stdioTransport } from "../../fixtures/serve.fixture.ts";

const textOf = ({ content }: { content?: unknown }) => JSON.stringify(content);

let root: string;
let project: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "holdall-serve-"));
  project = join(root, "project");
  mkdirSync(project);
  writeFileSync(join(project, "a.txt"), "one\ntwo\n");
});
afterAll(() => rmSync(root, { recursive: true }));

describe("sessions in a folder, behind a balancer", () => {
  test.each([
    ["2025-11-25", "legacy"],
    ["2026-07-28", { pin: "2026-07-28" }],
  ] as const)("go on in another process, for clients of %s", { timeout: 60_000 }, async (era, mode) => {
    const sessions = join(root, `sessions-${era}`);
    const servers = await Promise.all([
      startServerProcess(project, ["--sessions", sessions]),
      startServerProcess(project, ["--sessions", sessions]),
    ]);
    const urls = servers.map(({ url }) => url);
    const { client, seen } = await connect(urls, mode);
    const call = (name: string, input: object) => client.callTool({ name, arguments: { ...input } });
    writeFileSync(join(project, "a.txt"), "one\ntwo\n");
    await call("todo_write", { todos: [{ content: "Rest", status: "pending" }] });
    expect(textOf(await call("todo_read", {}))).toContain("Rest");
    await call("read_file", { path: "a.txt" });
    expect((await call("edit_file", { path: "a.txt", old_string: "two", new_string: "three" })).isError).toBeFalsy();
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("one\nthree\n");
    expect(new Set(seen).size).toBe(2);

    // Twenty writers in two processes: none loses what another one wrote.
    const adding = Array.from({ length: 20 }, (_, number) =>
      call("todo_write", { merge: true, todos: [{ content: `Number ${number}.`, status: "pending" }] }),
    );
    for (const result of await Promise.all(adding)) expect(textOf(result)).not.toContain("Error");
    const all = textOf(await call("todo_read", {}));
    for (let number = 0; number < 20; number++) expect(all).toContain(`Number ${number}.`);

    // A process that ends takes nothing along.
    expect(await servers[0].end()).toBe(0);
    const { client: other } = mode === "legacy" ? { client: undefined } : await connect([urls[1]!], mode);
    if (other) expect(textOf(await other.callTool({ name: "todo_read", arguments: {} }))).toContain("Number 19.");
    expect(await servers[1].end("SIGINT")).toBe(0);
    expect(readdirSync(sessions).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });
});

test("a token is wanted, from the option or the environment, and SIGTERM lets a call end", {
  timeout: 60_000,
}, async () => {
  const server = await serve(project, ["--preset", "coding", "--yes", "--sandbox", "off"], {
    HOLDALL_TOKEN: "abc,def",
  });
  const refused = await fetch(server.url, { method: "POST" });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="mcp"');
  const { client } = await connect([server.url], "legacy", { authorization: "Bearer def" });
  const calling = client.callTool({ name: "bash", arguments: { command: "echo began > began; sleep 1; echo ended" } });
  await expect.poll(() => readdirSync(project), { timeout: 20_000 }).toContain("began");
  const ending = server.end();
  expect(textOf(await calling)).toContain("ended");
  expect(await ending).toBe(0);
});

test.each([
  [["--host", "0.0.0.0"], "no hosts are allowed"],
  [["--host", "0.0.0.0", "--allow-host", "box.lan"], "there is no token"],
  [["--token", ""], "The token is empty"],
  [["--oauth-resource", "https://box.lan/mcp"], "requires --oauth-issuer"],
  [["--oauth-introspection", "A,B"], "requires --oauth-issuer"],
  [["--oauth-issuer", "https://login.example", "--oauth-introspection", "A"], "names of two environment variables"],
  [["--oauth-issuer", "https://login.example", "--oauth-introspection", "id:secret,x"], "names of two environment"],
  [["--oauth-issuer", "https://login.example", "--oauth-introspection", "NOT_SET_A,NOT_SET_B"], "NOT_SET_A is not set"],
  [["--oauth-issuer", "http://login.example.com"], "not encrypted"],
  [
    ["--host", "0.0.0.0", "--allow-host", "box.lan", "--oauth-issuer", "https://login.example.com"],
    "does not say which URL tokens must name",
  ],
  [["--sessions", "PROJECT/sessions"], "The tools could change the sessions"],
  [["--sessions", "memory:"], "no other process can see"],
] as const)("%j starts nothing: %s", { timeout: 30_000 }, async (args, reason) => {
  const words = args.map((word) => word.replace("PROJECT", () => project));
  const { code, errors } = await runCommand(["serve", "--http", "0", "--root", project, ...words], { cwd: project });
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(reason) });
});

test.each(["here", "shared"])(
  "the scopes of an access token bound what its session may do: %s",
  {
    timeout: 60_000,
  },
  async (kept) => {
    await using issuer = await serveIssuer();
    const place = kept === "here" ? [] : ["--sessions", join(root, "sessions-of-tokens")];
    const { clientId: OAUTH_ID, clientSecret: OAUTH_SECRET } = introspector;
    const oauth = ["--oauth-issuer", issuer.url, "--oauth-introspection", "OAUTH_ID,OAUTH_SECRET"];
    const server = await serve(project, ["--yes", ...oauth, ...place], { OAUTH_ID, OAUTH_SECRET });
    onTestFinished(async () => void (await server.end()));
    const write = { name: "write_file", arguments: { path: `by-token-${kept}.txt`, content: "x\n" } };
    for (const [scope, written] of [
      ["tools:read", false],
      ["tools:read tools:write", true],
    ] as const) {
      const claims = { scope };
      const token = written ? issuer.opaque(server.url, claims) : await issuer.token(server.url, claims);
      const authorization = `Bearer ${token}`;
      const { client } = await connect([server.url], "legacy", { authorization });
      const calling = client.callTool(write);
      if (written) expect((await calling).isError ?? false).toBe(false);
      else await expect(calling).rejects.toMatchObject({ requiredScope: "tools:read tools:write" });
      expect(readdirSync(project).includes(write.arguments.path)).toBe(written);
      expect((await client.callTool({ name: "read_file", arguments: { path: "a.txt" } })).isError ?? false).toBe(false);
      await client.close();
    }
  },
);

test("a host of MCP Apps gets a page for diffs, and another host none", { timeout: 60_000 }, async () => {
  for (const shows of [true, false]) {
    const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
    const client = new Client({ name: "test", version: "1" }, { capabilities: shows ? { extensions } : {} });
    await client.connect(stdioTransport(["--root", project]));
    const { tools } = await client.listTools();
    const uri = "ui://holdall/call.html";
    const paged = tools.filter(({ _meta }) => JSON.stringify(_meta)?.includes(uri)).map(({ name }) => name);
    expect(paged.includes("edit_file")).toBe(shows);
    if (!shows) expect(paged).toEqual([]);
    expect((await client.listResources()).resources.map((each) => each.uri)).not.toContain(uri);
    await client.close();
  }
});

test("--defer all shows a client what finds the rest, on stdio too", { timeout: 30_000 }, async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(stdioTransport(["--root", project, "--defer", "all"]));
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names()).toEqual(["tool_search", "tool_call"]);
  expect(client.getInstructions()).toContain("More to find with tool_search: read_file");
  await client.callTool({ name: "tool_search", arguments: { select: ["read_file"] } });
  expect(await names()).toEqual(["tool_search", "tool_call", "read_file"]);
  const uris = (await client.listResources()).resources.map(({ uri }) => uri);
  expect(uris).toContain("todos://list");
  expect(uris).toContain(`file://${project}/a.txt`);
  await client.close();
});

test.each([
  ["2025-11-25", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
] as const)("a client of %s on stdio hears of its todo list", { timeout: 30_000 }, async (_era, mode) => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  let told = 0;
  client.setNotificationHandler("notifications/resources/updated", () => void told++);
  await client.connect(stdioTransport(["--root", project]));
  const write = (content: string) =>
    client.callTool({ name: "todo_write", arguments: { todos: [{ content, status: "pending" }] } });
  await write("Unheard");
  if (mode === "legacy") await client.subscribeResource({ uri: "todos://list" });
  else await client.listen({ resourceSubscriptions: ["todos://list"] });
  await write("Heard");
  await expect.poll(() => told).toBe(1);
  const [content] = (await client.readResource({ uri: "todos://list" })).contents;
  expect(content).toMatchObject({ mimeType: "application/json", text: expect.stringContaining("Heard") });
  await client.close();
});
