import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
import { openFixture } from "../_fixtures/session.fixture.ts";
import { serveHttp } from "../http.ts";
import { connected } from "./_fixtures/servers.fixture.ts";
import { serveV1 } from "./_fixtures/v1-server.fixture.ts";
import { unfenced } from "./_unfenced.fixture.ts";

const require = createRequire(import.meta.url);
const node = (file: string, ...args: readonly string[]) => ({ command: process.execPath, args: [file, ...args] });
const official = (name: string, ...args: readonly string[]) =>
  node(require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args);
const fixture = (path: string) => node(fileURLToPath(new URL(path, import.meta.url)));

describe.concurrent("interop with", () => {
  it("@modelcontextprotocol/server-filesystem over stdio", async ({ expect }) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-mcp-")));
    writeFileSync(join(folder, "a.txt"), "content of a");
    try {
      await using place = await connected({ filesystem: official("filesystem", folder) });
      const read = await place.session.call("mcp__filesystem__read_text_file", { path: join(folder, "a.txt") });
      expect(unfenced(read.content)).toBe("content of a");
      const wrote = await place.session.call("mcp__filesystem__write_file", {
        path: join(folder, "b.txt"),
        content: "b",
      });
      expect(wrote.ok).toBe(true);
      expect(await place.session.call("mcp__filesystem__read_text_file", { path: "/etc/passwd" })).toMatchObject({
        ok: false,
        error: { message: expect.stringMatching(/^filesystem says: Access denied/) },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("@modelcontextprotocol/server-everything over stdio", async ({ expect }) => {
    await using place = await connected({ everything: official("everything") });
    const call = (tool: string, input: object) => place.session.call(`mcp__everything__${tool}`, input);
    expect(unfenced((await call("echo", { message: "hi" })).content)).toBe("Echo: hi");
    expect((await call("get-tiny-image", {})).content.some((part) => part.type === "file")).toBe(true);
    expect(await call("get-structured-content", { location: "New York" })).toMatchObject({
      output: { structured: { temperature: expect.any(Number) } },
    });
    const resources = await place.session.call("list_mcp_resources", { server: "everything" });
    expect(resources).toMatchObject({ ok: true });
    const heard: unknown[] = [];
    const onProgress = (progress: unknown) => heard.push(progress);
    const long = await place.session.call(
      "mcp__everything__trigger-long-running-operation",
      // What comes together with the answer is not heard, and on a busy machine that is more than the last step.
      { duration: 1, steps: 2 },
      { onProgress },
    );
    expect(long.ok).toBe(true);
    expect(heard.length).toBeGreaterThan(0);
  });

  it("a server of the first SDK over stdio, Streamable HTTP and SSE, named or found out", async ({ expect }) => {
    await using v1 = await serveV1();
    await using place = await connected({
      stdio: fixture("./_fixtures/v1-server.fixture.ts"),
      http: { url: `${v1.url}/mcp` },
      sse: { url: `${v1.url}/sse`, type: "sse" },
      old: { url: `${v1.url}/sse` },
    });
    for (const server of ["stdio", "http", "sse", "old"]) {
      expect(await place.session.call(`mcp__${server}__add`, { a: 1, b: 2 }), server).toMatchObject({
        ok: true,
        output: { structured: { sum: 3 } },
      });
      const note = await place.session.call("read_mcp_resource", { server, uri: "note:///1" });
      expect(unfenced(note.content)).toContain("a note");
      expect(await place.session.call(`mcp__${server}__add`, { a: "x" })).toMatchObject({ ok: false });
    }
    expect(place.servers.status().map(({ protocol }) => protocol)).toEqual(Array(4).fill("2025-11-25"));
  });

  it("our own server in both eras, over stdio and HTTP", { timeout: 20_000 }, async ({ expect }) => {
    const http = await serveHttp(openFixture, { onError: () => {} });
    const own = fixture("../_fixtures/stdio-server.fixture.ts");
    try {
      await using place = await connected({
        old: own,
        new: { ...own, protocol: "modern" },
        http: { url: http.url },
        oldhttp: { url: http.url, protocol: "legacy" },
      });
      for (const server of ["old", "new", "http", "oldhttp"]) {
        const call = (tool: string, input: object = {}, options = {}) =>
          place.session.call(`mcp__${server}__${tool}`, input, options);
        expect(await call("add_numbers", { a: 1, b: 2 }), server).toMatchObject({ ok: true });
        expect(await call("fail_plainly"), server).toMatchObject({ error: { code: "ambiguous" } });
        const cancelling = new AbortController();
        const waiting = call("wait_forever", {}, { signal: cancelling.signal, onProgress: () => cancelling.abort() });
        expect(await waiting, server).toMatchObject({ error: { code: "aborted" } });
        await expect.poll(async () => unfenced((await call("count_aborts")).content), { message: server }).toBe("1");
        const count = () => place.servers.status().find(({ name }) => name === server)?.tools.length ?? 0;
        const before = count();
        const change = async () => {
          await call("test_trigger_tool_change");
          return count();
        };
        await expect.poll(change, { message: server }).not.toBe(before);
      }
      expect(place.servers.status().map(({ protocol }) => protocol)).toEqual([
        "2025-11-25",
        "2026-07-28",
        "2026-07-28",
        "2025-11-25",
      ]);
    } finally {
      await http.close();
    }
  });
});
