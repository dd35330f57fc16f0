import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { get, listen, openProxy, openRawServer, openServer, post, say, trustLocalhost } from "./_proxy.fixture.ts";

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

describe("an answer that comes before the end of a request", () => {
  it.each(["the host", "the relay"])(
    "reaches a program that sends on, without a reset: from %s",
    async (from) => {
      const port = await listen(
        createServer((socket) =>
          socket
            .on("error", () => {})
            .once("data", () => socket.pause().write("HTTP/1.1 413 X\r\nContent-Length: 4\r\n\r\nlong")),
        ),
      );
      const host = `localhost:${port}`;
      const to = from === "the host" ? host : "other.example";
      for (const hosts of [undefined, []]) {
        const { open } = await openProxy({ domains: [host], ...(hosts && { hosts }) });
        const socket = await open();
        const errors: Error[] = [];
        socket.on("error", (error) => errors.push(error));
        const said = await say(socket, post(to, "x".repeat(15_000_000)).replace(" / ", ` http://${to}/ `));
        expect(said).toMatch(from === "the host" ? /^HTTP\/1\.1 413 X[\s\S]*long/ : /^HTTP\/1\.1 403[\s\S]*may reach/);
        expect(errors).toEqual([]);
      }
    },
    20_000,
  );
});

it.each(["HEAD", "GET"])("an answer without a body has its length from a host of a secret: to %s", async (method) => {
  const { port } = await openServer((_, response) => {
    response.writeHead(method === "HEAD" ? 200 : 304, { "content-length": 1234 }).end();
  });
  const host = `localhost:${port}`;
  const { askHost } = await openProxy({ domains: [host], hosts: [host] });
  expect(await askHost(host, get(host).replace("GET", method))).toMatch(/^Content-Length: 1234\r$/m);
});

describe("a connection that was kept and that the host closes when it is used again", () => {
  const staleHost = async () => {
    const requests: number[] = [];
    const port = await openRawServer((socket) => {
      let count = 0;
      socket.on("data", () => {
        requests.push(++count);
        if (count > 1) socket.destroy();
        else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
      });
    });
    return { host: `localhost:${port}`, requests };
  };
  const twice = async (host: string, more: string) => {
    const { tlsTunnel } = await openProxy({ domains: [host], hosts: [host] });
    const socket = await tlsTunnel(host);
    socket.write(get(host).replace("Connection: close\r\n", ""));
    await once(socket, "data");
    socket.pause();
    return say(socket, more);
  };

  it("is replaced by a new one, once", async () => {
    const { host, requests } = await staleHost();
    expect(await twice(host, post(host, "body"))).toMatch(/HTTP\/1\.1 200[\s\S]*hi/);
    expect(requests).toEqual([1, 2, 1]);
  });

  it("ends that of a program which sends what cannot be sent again", async () => {
    const { host } = await staleHost();
    expect(await twice(host, post(host, "x".repeat(1_100_000)))).not.toContain("HTTP/1.1");
  });
});
