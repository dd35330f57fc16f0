import { memoryBackend } from "@holdall/backends-memory";
import {
  allow,
  createRegistry,
  deny,
  firstOf,
  type Middleware,
  openSession,
  type Policy,
  type SessionOptions,
} from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { todoList, todoTools } from "@holdall/tools-todos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClientKind, connect } from "./_fixtures/connect.fixture.ts";
import { type HttpServer, serveHttp } from "./http.ts";
import { fileResources, todoResources } from "./resources.ts";

const backend = memoryBackend({
  files: {
    "/project/a b#.txt": "text ü",
    "/project/pixel.png": new Uint8Array([0x89, 0x50, 0xff, 0, 1]),
    "/project/hidden/key.txt": "do not read",
    "/project/secret.txt": "token hunter2",
    "/project/long.txt": "x".repeat(3000),
    "/outside.txt": "not ours",
  },
});
const policy: Policy = firstOf(
  deny({ under: "/project/hidden" }),
  deny({ tools: ["read_file"], under: "/project/long.txt" }, "Too dull."),
  allow({ actions: ["none"] }),
  allow({ under: "/project" }),
);
const hides: Middleware = async (call, next) => {
  const result = await next(call);
  return result.ok
    ? { ...result, output: JSON.parse(JSON.stringify(result.output).replaceAll("hunter2", "***")) }
    : result;
};
const options: SessionOptions = { policy, use: [hides], cwd: "/project" };
const open = () => openSession(createRegistry([...fsTools({ backend }), ...todoTools()]), options);

describe.each(["v2 legacy", "v2 modern"] as ClientKind[])("resources for a %s client", (kind) => {
  let server: HttpServer;
  beforeAll(async () => {
    const files = fileResources({ ...options, backend, maxBytes: 2000, pageSize: 2 });
    server = await serveHttp(open, { onError: () => {}, resources: [todoResources(todoList), files] });
  });
  afterAll(() => server.close());
  const client = () => connect(kind, `${server.url}?session=${crypto.randomUUID()}`);
  const read = async (uri: string) => (await (await client()).readResource({ uri })).contents[0];

  it("completes paths below the folder, without what may not be seen", async () => {
    const client = await connect(kind, server.url);
    const complete = async (value: string) => {
      const ref = { type: "ref/resource", uri: "file:///{+path}" } as const;
      return (await client.complete({ ref, argument: { name: "path", value } })).completion.values;
    };
    expect(await complete("project/s")).toEqual(["project/secret.txt"]);
    expect(await complete("pro")).toEqual(expect.arrayContaining(["project/a b#.txt", "project/pixel.png"]));
    expect(await complete("project/hid")).toEqual([]);
    expect(await complete("project/*")).toEqual([]);
    expect(await complete("outside")).toEqual([]);
  });

  it("are listed in pages, without what the policy hides", async () => {
    const one = await client();
    const names: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; pages === 0 || cursor; pages++) {
      const params = cursor === undefined ? {} : { cursor };
      const page = await one.request({ method: "resources/list", params });
      names.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    }
    expect(names.toSorted()).toEqual([
      "file:///project/a%20b%23.txt",
      "file:///project/long.txt",
      "file:///project/pixel.png",
      "file:///project/secret.txt",
      "todos://list",
    ]);
    expect(pages).toBe(2);
    expect((await one.listResourceTemplates()).resourceTemplates).toMatchObject([{ uriTemplate: "file:///{+path}" }]);
  });

  it("are read whole: text as text, bytes as a blob", async () => {
    expect(await read("file:///project/a%20b%23.txt")).toMatchObject({ mimeType: "text/plain", text: "text ü" });
    expect(await read("file:///project/pixel.png")).toMatchObject({ mimeType: "image/png", blob: "iVD/AAE=" });
  });

  it("go through the session's middleware", async () => {
    expect(await read("file:///project/secret.txt")).toMatchObject({ text: "token ***" });
  });

  it.each([
    ["below what is denied", "file:///project/hidden/key.txt"],
    ["outside", "file:///outside.txt"],
    ["outside, by dots", "file:///project/../outside.txt"],
    ["outside, by encoded dots", "file:///project/%2e%2e/outside.txt"],
    ["outside, by encoded slashes", "file:///project/..%2foutside.txt"],
    ["denied to read_file by name", "file:///project/long.txt"],
    ["of another machine", "file://other/project/secret.txt"],
    ["that is not there", "file:///project/none.txt"],
    ["of no source", "http://localhost/x"],
    ["with a broken code", "file:///project/%ff"],
  ])("%s are not", async (_name, uri) => {
    await expect(read(uri)).rejects.toMatchObject({ code: -32602 });
  });

  it("of the todo list are told when it changes", async () => {
    const one = await client();
    let told = 0;
    one.setNotificationHandler("notifications/resources/updated" as never, (() => void told++) as never);
    if (kind === "v2 legacy") await one.subscribeResource({ uri: "todos://list" });
    else await one.listen({ resourceSubscriptions: ["todos://list"] });
    await one.callTool({ name: "todo_write", arguments: { todos: [{ content: "Rest", status: "pending" }] } });
    await expect.poll(() => told).toBe(1);
    const { contents } = await one.readResource({ uri: "todos://list" });
    expect(JSON.parse((contents[0] as { text: string }).text).todos).toMatchObject([{ content: "Rest" }]);
  });
});

it("a file that is too long says so and how to read it", async () => {
  const server = await serveHttp(open, {
    onError: () => {},
    resources: [fileResources({ policy: allow(), backend, maxBytes: 2000 })],
  });
  const client = await connect("v2 modern", server.url);
  await expect(client.readResource({ uri: "file:///project/long.txt" })).rejects.toThrow(/3000 bytes.*read_file/);
  await server.close();
});

it("a server without resources offers none", async () => {
  const server = await serveHttp(open, { onError: () => {} });
  const client = await connect("v2 legacy", server.url);
  expect(client.getServerCapabilities()).toEqual({ logging: {}, tools: { listChanged: true } });
  await server.close();
});
