import {
  allow,
  ask,
  createRegistry,
  defineTool,
  firstOf,
  openSession,
  type Session,
  type Tool,
} from "@holdall/tool-core";
import { toolCall } from "@holdall/tool-search";
import {
  Client,
  type ElicitRequestFormParams,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type HttpServer, serveHttp } from "../../http.ts";
import { approvalForm } from "../../input/_approval-form.ts";

let ran: string[] = [];
const path = z.object({ path: z.string() });
const remove = defineTool({
  name: "remove_file",
  category: "test",
  description: "Remove a file",
  input: path,
  access: ({ path }) => [{ action: "delete", target: `/root/${path}` }],
  execute: ({ path }) => {
    ran.push(path);
    return `removed ${path}`;
  },
});
const run = defineTool({
  name: "run_command",
  category: "test",
  description: "Run a command",
  input: z.object({ command: z.string() }),
  access: ({ command }) => [{ action: "execute", target: command }],
  execute: ({ command }) => `ran ${command.length}`,
});
/** Asks once more, for what is found on the way; what it calls has no user to ask. */
const sweep = defineTool({
  name: "sweep",
  category: "test",
  description: "Remove several files",
  input: z.object({}),
  access: () => [{ action: "delete", target: "/root/first" }],
  async execute(_, { require, call }) {
    await require({ action: "delete", target: "/root/second" });
    const third = await call("remove_file", { path: "third" });
    return third.ok ? "swept" : "third was left";
  },
});

/** Where the script is that `build` runs, and what it holds. */
let place = { cwd: "/root", version: "v1" };
const build = defineTool({
  name: "build",
  category: "test",
  description: "Run build.sh",
  input: z.object({}),
  access: () => [{ action: "execute", target: "sh build.sh", ...place }],
  execute: () => "built",
});

const registry = createRegistry([remove, run, sweep, build]);
registry.add(toolCall({ registry }) as Tool);
const open = (): Session =>
  openSession(registry, { policy: firstOf(ask({ actions: ["delete", "execute"] }), allow()) });

type Answers = (params: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>;

async function connect(
  url: string,
  era: "legacy" | "modern",
  answer?: Answers,
  capabilities: object = { elicitation: {} },
) {
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  const client = new Client(
    { name: "asked", version: "1" },
    { versionNegotiation: { mode }, capabilities: answer ? capabilities : {} },
  );
  if (answer) client.setRequestHandler("elicitation/create", ({ params }) => answer(params as ElicitRequestFormParams));
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}?session=${crypto.randomUUID()}`)));
  return client;
}

const accept = (decision: string): ElicitResult => ({ action: "accept", content: { decision } });
const textOf = (result: { content?: unknown }) => JSON.stringify(result.content);

describe.each(["legacy", "modern"] as const)("where the policy asks, a %s client", (era) => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveHttp(open, { onError: () => {}, askTimeout: 300 });
  });
  afterAll(() => server.close());
  const call = (client: Client, name: string, input: object) => client.callTool({ name, arguments: { ...input } });

  it("that shows forms is asked, with every access and the whole command", async () => {
    const asked: ElicitRequestFormParams[] = [];
    const client = await connect(server.url, era, (params) => {
      asked.push(params);
      return accept("allow once");
    });
    const command = `echo ${"x".repeat(5000)}; rm -rf ~`;
    expect(textOf(await call(client, "run_command", { command }))).toContain(`ran ${command.length}`);
    expect(asked).toHaveLength(1);
    expect(asked[0]!.message).toContain(`command: ${command}`);
    expect(asked[0]!.message).toContain(`- execute ${command}`);
    expect(asked[0]!.requestedSchema.properties.decision).toMatchObject({
      enum: ["deny", "allow once", "allow for this session"],
      default: "deny",
    });
    await call(client, "run_command", { command });
    expect(asked).toHaveLength(2);
  });

  it("sees what hides in a command", async () => {
    let message = "";
    const client = await connect(server.url, era, (params) => {
      message = params.message;
      return { action: "decline" };
    });
    await call(client, "run_command", { command: "ls \u202e\u001b[2Jx\n\n- read /harmless" });
    expect(message).toContain("<U+202E>");
    expect(message).not.toContain("\u001b");
    expect(message).not.toContain("\n- read /harmless");
  });

  it("allows for a session what it says, and nothing else", async () => {
    const asked: string[] = [];
    const client = await connect(server.url, era, ({ message }) => {
      asked.push(message);
      return accept("allow for this session");
    });
    for (const path of ["a", "a", "b"]) expect((await call(client, "remove_file", { path })).isError).toBeFalsy();
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain("- delete /root/b");
  });

  it("attack: a yes for one script, or in one folder, does not let what came in its place run", async () => {
    const asked: string[] = [];
    const client = await connect(server.url, era, ({ message }) => {
      asked.push(message);
      return accept("allow for this session");
    });
    const build = () => call(client, "build", {});
    place = { cwd: "/root/a", version: "v1" };
    await build();
    await build();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("- execute sh build.sh\n  in /root/a");
    for (const other of [
      { cwd: "/root/a", version: "v2" },
      { cwd: "/root/b", version: "v2" },
    ]) {
      place = other;
      await build();
    }
    expect(asked).toHaveLength(3);
  });

  it("attack: a script that changes while its question is open is asked about anew", async () => {
    place = { cwd: "/root", version: "v1" };
    const asked: string[] = [];
    const client = await connect(server.url, era, ({ message }) => {
      asked.push(message);
      if (asked.length === 1) place = { cwd: "/root", version: "v2" };
      return accept(asked.length === 1 ? "allow once" : "deny");
    });
    const result = await call(client, "build", {});
    // A client of 2025 is asked while the call waits: there the tool itself sees the change.
    expect([asked.length, result.isError ?? false]).toEqual(era === "modern" ? [2, true] : [1, false]);
  });

  it.each([
    ["says deny", accept("deny")],
    ["declines", { action: "decline" }],
    ["dismisses the form", { action: "cancel" }],
    ["says what was no choice", accept("yes please")],
    ["says nothing", { action: "accept" }],
    ["accepts the form with nothing in it", { action: "accept", content: {} }],
    ["accepts the form as it is filled in", accept(approvalForm.properties.decision.default)],
  ] as [string, ElicitResult][])("that %s stops the call, and nothing ran", async (_name, answer) => {
    ran = [];
    const client = await connect(server.url, era, () => answer);
    const result = await call(client, "remove_file", { path: "kept" });
    expect(result).toMatchObject({ isError: true, _meta: { "holdall/error": { code: "permission_denied" } } });
    expect(textOf(result)).toContain("declined");
    expect(ran).toEqual([]);
  });

  it("is asked about what shows itself on the way, once each, and its yes holds for no call below", async () => {
    ran = [];
    const asked: string[] = [];
    const client = await connect(server.url, era, ({ message }) => {
      asked.push(/delete (\S+)/.exec(message)![1]!);
      return accept("allow once");
    });
    expect(textOf(await call(client, "sweep", {}))).toContain("third was left");
    expect(asked).toEqual(["/root/first", "/root/second"]);
    expect(ran).toEqual([]);
  });

  it("is asked about the tool behind the bridge, and what it needs to know of it comes from there", async () => {
    ran = [];
    const asked: string[] = [];
    const client = await connect(server.url, era, ({ message }) => {
      asked.push(/delete (\S+)/.exec(message)![1]!);
      return accept("allow once");
    });
    const bridged = (input: object) => call(client, "tool_call", { name: "remove_file", arguments: input });
    expect(textOf(await bridged({ file: 1 }))).toContain("Its arguments must match");
    expect(textOf(await bridged({ path: "far" }))).toContain("removed far");
    expect(asked).toEqual(["/root/far"]);
    expect(ran).toEqual(["far"]);
  });

  it.each([
    ["declares nothing", undefined, {}],
    ["shows pages only", () => accept("allow once"), { elicitation: { url: {} } }],
  ] as const)("that %s is not asked, and the model is told", async (_name, answer, capabilities) => {
    const client = await connect(server.url, era, answer, capabilities);
    const result = await call(client, "remove_file", { path: "kept" });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/the user cannot be asked here.*Try another approach, or tell the user/);
  });

  it("that cancels while a person thinks is not answered, and nothing ran", async () => {
    ran = [];
    const stop = new AbortController();
    const client = await connect(server.url, era, () => {
      stop.abort();
      return { action: "cancel" };
    });
    const calling = client.callTool({ name: "remove_file", arguments: { path: "kept" } }, { signal: stop.signal });
    await expect(calling).rejects.toThrow(/abort|cancel/i);
    expect(ran).toEqual([]);
  });

  it("gives no answer for another question", async () => {
    ran = [];
    let answers = 0;
    const client = await connect(server.url, era, () => (++answers === 1 ? accept("allow once") : accept("deny")));
    expect((await call(client, "remove_file", { path: "one" })).isError).toBeFalsy();
    expect((await call(client, "remove_file", { path: "two" })).isError).toBe(true);
    expect(ran).toEqual(["one"]);
  });
});

it("a legacy client whose person never answers is told so in time", async () => {
  const server = await serveHttp(open, { onError: () => {}, askTimeout: 60 });
  const client = await connect(server.url, "legacy", () => new Promise(() => {}));
  const result = await client.callTool({ name: "remove_file", arguments: { path: "kept" } });
  expect(textOf(result)).toContain("The question was not answered.");
  await server.close();
});

it("the session's own approve decides where clients are not to be asked", async () => {
  const approved = () => openSession(createRegistry([remove]), { policy: ask(), approve: () => true });
  const server = await serveHttp(approved, { onError: () => {}, elicits: false });
  const client = await connect(server.url, "modern", () => accept("deny"));
  expect((await client.callTool({ name: "remove_file", arguments: { path: "x" } })).isError).toBeFalsy();
  await server.close();
});
