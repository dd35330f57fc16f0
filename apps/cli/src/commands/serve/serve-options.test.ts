import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { command } from "../../fixtures/command.fixture.ts";
import { serve, stdioTransport } from "../../fixtures/serve.fixture.ts";

let folder = "";
const at = (path: string) => join(folder, path);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdall-served-"));
  for (const name of ["one", "two", "three"]) {
    mkdirSync(at(name));
    writeFileSync(at(`${name}/${name}.txt`), `${name}\n`);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Connected {
  readonly args: readonly string[];
  /** What the client says its roots are; none says that it has no roots to tell. */
  readonly roots?: () => readonly string[];
}

async function connect({ args, roots }: Connected) {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: roots ? { roots: { listChanged: true } } : {} },
  );
  if (roots) {
    client.setRequestHandler("roots/list", () => ({
      roots: roots().map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  }
  const transport = stdioTransport(args, { cwd: folder });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const read = async (path: string) => {
    const { content, isError = false } = await client.callTool({ name: "read_file", arguments: { path } });
    return { isError, text: JSON.stringify(content) };
  };
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  return { client, read, names, said: transport.said };
}

describe("roots", { timeout: 60_000 }, () => {
  test("are as many as are named, and relative paths start in the first", async () => {
    const { read, client } = await connect({ args: ["--root", at("one"), at("two")] });
    expect((await read("one.txt")).isError).toBe(false);
    expect((await read(at("two/two.txt"))).isError).toBe(false);
    expect((await read(at("three/three.txt"))).text).toContain("permission_denied");
    expect(client.getInstructions()).toContain(`below ${at("one")}, ${at("two")}`);
  });

  test("of the client are those that it names, follow it, and are told", async () => {
    let roots = [at("two"), at("nowhere")];
    const { client, read, names, said } = await connect({
      args: ["--client-roots", "--root", at("one")],
      roots: () => roots,
    });
    expect((await read(at("one/one.txt"))).isError).toBe(false);
    expect((await read(at("two/two.txt"))).isError).toBe(false);
    expect((await read(at("three/three.txt"))).isError).toBe(true);
    await expect.poll(said).toContain(`the client's root ${at("nowhere")} is not a folder on this machine`);
    await expect.poll(said).toContain(`holdall: the client's roots: ${at("two")}`);
    roots = [at("three")];
    await client.sendRootsListChanged();
    await expect.poll(async () => (await read(at("three/three.txt"))).isError).toBe(false);
    expect((await read(at("two/two.txt"))).isError).toBe(true);
    expect(await names()).toContain("read_file");
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(uris).toContain(pathToFileURL(at("one/one.txt")).href);
    const { contents } = await client.readResource({ uri: pathToFileURL(at("three/three.txt")).href });
    expect(contents).toMatchObject([{ text: "three\n" }]);
    await expect(client.readResource({ uri: pathToFileURL(at("two/two.txt")).href })).rejects.toThrow();
  });

  test("of a client that has none to tell are those of the command line", async () => {
    const { read } = await connect({ args: ["--client-roots", "--root", at("one")] });
    expect((await read("one.txt")).isError).toBe(false);
    expect((await read(at("two/two.txt"))).isError).toBe(true);
  });

  test("that a client names do not count unless --client-roots is given", async () => {
    const { read } = await connect({ args: ["--root", at("one")], roots: () => [at("two")] });
    expect((await read("one.txt")).isError).toBe(false);
    expect((await read(at("two/two.txt"))).isError).toBe(true);
  });
});

describe("tools", { timeout: 60_000 }, () => {
  test.each([
    [
      ["--only", "Read,grep*"],
      ["read_file", "grep_files"],
    ],
    [
      ["--preset", "minimal", "--without", "writeFile,*_files,env_info,current_time"],
      ["read_file", "edit_file", "undo", "tool_search", "tool_call"],
    ],
    [
      ["--preset", "minimal", "--read-only", "--without", "env_info,current_time"],
      ["read_file", "glob_files", "grep_files", "tool_search", "tool_call"],
    ],
  ])("%j leaves %j", async (args, left) => {
    const { names, client } = await connect({ args: ["--root", at("one"), ...args] });
    expect((await names()).sort()).toEqual([...left].sort());
    const found = await client.callTool({ name: "tool_search", arguments: { query: "write a file", detail: "names" } });
    expect(JSON.stringify(found)).not.toMatch(/write_file/);
    const { isError, content } = await client
      .callTool({
        name: "write_file",
        arguments: { path: "new.txt", content: "" },
      })
      .catch((error: Error) => ({ isError: true, content: error.message }));
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(/not included|leaves write_file out/);
    expect(() => statSync(at("one/new.txt"))).toThrow("ENOENT");
  });
});

test("--log-file keeps what is said on stderr with its time, for its owner alone; --verbose tells of each call", {
  timeout: 30_000,
}, async () => {
  const log = at("serve.log");
  const { read, said, client } = await connect({ args: ["--root", at("one"), "--verbose", "--log-file", log] });
  await read("one.txt");
  await read("missing.txt");
  await expect.poll(said).toMatch(/holdall: read_file \(\S+\) ok, \d+ ms\n/);
  await client.close();
  const lines = readFileSync(log, "utf8").trim().split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z holdall: read_file \(\S+\) ok, \d+ ms$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z holdall: read_file \(\S+\) not_found, \d+ ms: .*missing\.txt/),
  ]);
  expect(statSync(log).mode & 0o077).toBe(0);
});

test("GET /health answers without a token, and says nothing else", { timeout: 30_000 }, async () => {
  const server = await serve(at("one"), ["--token", "secret"]);
  onTestFinished(async () => void (await server.end()));
  const health = new URL("/health", server.url);
  const answer = await fetch(health, { headers: { origin: "http://elsewhere.example" } });
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect((await fetch(health, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(health, { method: "POST" })).status).toBe(401);
  expect((await fetch(server.url)).status).toBe(401);
});

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

// A terminal is made by util-linux.
test.runIf(hasScript)(
  "who starts it in a terminal is told that it waits for a client",
  { timeout: 30_000 },
  async () => {
    const started = spawn(
      "script",
      ["-qefc", `exec '${process.execPath}' '${command}' serve --root '${at("one")}'`, "/dev/null"],
      {
        env: { ...process.env, SHELL: "/bin/sh" },
      },
    );
    let screen = "";
    started.stdout.on("data", (chunk: Buffer) => {
      screen += chunk;
    });
    await expect.poll(() => screen, { timeout: 20_000 }).toContain("waiting for an MCP client on stdin");
    const ended = once(started, "close");
    started.stdin.write("\u0003");
    expect((await ended)[0]).toBe(0);
    expect(screen.match(/holdall:/g)).toHaveLength(1);
  },
);
