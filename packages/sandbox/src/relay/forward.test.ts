import { describe, expect, it } from "vitest";
import { get, openProxy, openRawServer, trustLocalhost } from "./_proxy.fixture.ts";

trustLocalhost();

describe("an answer that cannot be passed on", () => {
  it.each([
    ["a status below 100", "HTTP/1.1 099 X"],
    ["no status", "HTTP/1.1 000 X"],
    ["another protocol", "HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade"],
  ])("is refused: %s", async (_, line) => {
    const port = await openRawServer((socket) =>
      socket.once("data", () => socket.write(`${line}\r\nContent-Length: 0\r\n\r\n`)),
    );
    const host = `localhost:${port}`;
    for (const hosts of [[host], []]) {
      const { askHost } = await openProxy({ domains: [host], hosts });
      expect(await askHost(host, get(host))).toMatch(/^HTTP\/1\.1 502 Bad Gateway[\s\S]*holdall: /);
    }
  });

  it("is passed on without the control characters in its status line", async () => {
    const port = await openRawServer((socket) =>
      socket.once("data", () => socket.write("HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\nhi")),
    );
    const host = `localhost:${port}`;
    const { askHost } = await openProxy({ domains: [host], hosts: [host] });
    expect(await askHost(host, get(host))).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*hi/);
  });
});
