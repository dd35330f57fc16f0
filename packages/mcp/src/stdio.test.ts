import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { fixtureServer } from "./_fixtures/connect.fixture.ts";

interface Message {
  id?: number;
  result?: { content?: unknown; tools?: unknown[] };
}

/** The fixture server as a process, spoken to line by line. */
function start(grace = 5000) {
  const child = spawn(fixtureServer.command, [...fixtureServer.args, String(grace)], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  createInterface(child.stdout).on("line", (line) => {
    lines.push(line);
    const message = JSON.parse(line) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<{ code: number | null; errors: string; lines: string[] }>((resolve) => {
    child.on("close", (code) => resolve({ code, errors, lines }));
  });
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (id: number, method: string, params: object) =>
    new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      write({ id, method, params });
    });
  const call = (id: number, name: string, input = {}, more = {}) =>
    ask(id, "tools/call", { name, arguments: input, ...more });
  const initialize = async () => {
    await ask(0, "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    write({ method: "notifications/initialized" });
  };
  return { child, ended, call, initialize };
}

const textOf = ({ result }: Message) => JSON.stringify(result?.content);

describe.concurrent("a server on stdio", () => {
  it("keeps stdout for the protocol, whatever tools print", async () => {
    const { child, ended, call, initialize } = start();
    await initialize();
    expect(textOf(await call(1, "print_line"))).toContain("printed");
    child.stdin.end();
    const { lines, errors } = await ended;
    expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(["2.0", "2.0"]);
    expect(errors).toContain("from console.log\nfrom stdout.write\n");
  });

  it("answers what was asked before the input ended, disposes the session, and exits with 0", async () => {
    const { child, ended, call, initialize } = start();
    await initialize();
    const answers = [call(1, "wait_briefly", { milliseconds: 50 }), call(2, "add_numbers", { a: 1, b: 1 })];
    child.stdin.end();
    expect((await Promise.all(answers)).map(textOf)).toEqual([
      expect.stringContaining("waited 50"),
      expect.stringContaining("sum"),
    ]);
    expect(await ended).toMatchObject({ code: 0, errors: "session disposed\n" });
  });

  it("does not wait for ever for calls in flight", async () => {
    const { child, ended, call, initialize } = start(50);
    await initialize();
    void call(1, "wait_forever");
    child.stdin.end();
    expect(await ended).toMatchObject({ code: 0, errors: "session disposed\n" });
  });

  it.each(["SIGTERM", "SIGINT"] as const)("stops at once on %s, though a call is running", async (signal) => {
    const { child, ended, call, initialize } = start();
    await initialize();
    void call(1, "wait_forever");
    await call(2, "count_calls");
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, errors: "session disposed\n" });
  });

  it("reports a line that is not JSON-RPC and goes on", async () => {
    const { child, ended, call, initialize } = start();
    await initialize();
    child.stdin.write("what is this\n[1, 2]\n\n");
    expect(textOf(await call(1, "add_numbers", { a: 1, b: 1 }))).toContain("sum");
    child.stdin.end();
    expect((await ended).errors).toContain("holdall: ");
  });

  it("outlives a client that stops reading", async () => {
    const { child, ended, call, initialize } = start();
    await initialize();
    child.stdout.destroy();
    void call(1, "read_page");
    expect(await ended).toMatchObject({ code: 0, errors: expect.stringContaining("session disposed") });
  });

  it.each([
    ["add_numbers", { a: 1, b: 2 }],
    ["add_numbers", { a: "one" }],
    ["read_page", {}],
    ["write_note", { text: "ä" }],
    ["list_numbers", { count: 3 }],
    ["echo_text", { text: "ä" }],
    ["fail_plainly", {}],
    ["crash", {}],
    ["return_circle", {}],
  ])("answers %s %j alike by itself and through the SDK, which has what it does not know", async (name, input) => {
    const { child, ended, call, initialize } = start();
    await initialize();
    const alone = await call(1, name, input);
    const bySdk = await call(2, name, input, { unknown: true });
    expect(alone).toEqual({ ...bySdk, id: 1 });
    child.stdin.end();
    await ended;
  });

  it("writes a long answer whole", async () => {
    const { child, ended, call, initialize } = start();
    await initialize();
    const text = "ä".repeat(300_000);
    expect(textOf(await call(1, "echo_text", { text }))).toContain(text);
    child.stdin.end();
    expect((await ended).code).toBe(0);
  });
});
