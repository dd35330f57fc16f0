import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { get, listen, openProxy, openServer, post, say, trustLocalhost, value } from "./_proxy.fixture.ts";

trustLocalhost();

describe("hosts", () => {
  it("are reached if they are named, by requests and by tunnels, and the others are told", async () => {
    const { got, port } = await openServer(undefined, false);
    const named = `localhost:${port}`;
    const { ask, tunnel, proxy } = await openProxy({ domains: [named] });
    expect(await ask(get(named, "X-A: 1\r\n", `http://${named}/a?b`))).toMatch(/^HTTP\/1\.1 200 [\s\S]*hello/);
    const { socket } = await tunnel(named);
    expect(await say(socket, get(named, "", "/c"))).toContain("hello");
    expect(got.map(({ url }) => url)).toEqual(["/a?b", "/c"]);
    for (const other of ["example.org", "127.0.0.1", `localhost.example:${port}`, `localhost:${port + 1}`]) {
      expect(await ask(get(other, "", `http://${other}/`))).toMatch(/^HTTP\/1\.1 403[\s\S]*may reach/);
      expect((await tunnel(other.includes(":") ? other : `${other}:443`)).said).toMatch(/^HTTP\/1\.1 403/);
    }
    expect(proxy.takeUnreached().hosts).toEqual(["example.org", "127.0.0.1", "localhost.example", "localhost"]);
    expect(proxy.takeUnreached()).toEqual({ hosts: [], reasons: [] });
  });

  it("are reached by 128 connections at a time", async () => {
    const { open } = await openProxy({ domains: [] });
    const sockets = await Promise.all(Array.from({ length: 128 }, open));
    const further = await open();
    await new Promise((resolve) => further.once("close", resolve).resume());
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it("of one command are not those of another", async () => {
    const { port } = await openServer(undefined, false);
    await openProxy({ domains: [`localhost:${port}`] });
    const other = await openProxy({ domains: ["example.org"] });
    expect(await other.ask(get(`localhost:${port}`, "", `http://localhost:${port}/`))).toMatch(/^HTTP\/1\.1 403/);
  });

  it.each(["2130706433", "0x7f000001", "017700000001", "127.1", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "127.0.0.1."])(
    "attack: %s is what it means, and that is not named",
    async (spelling) => {
      const { got, port } = await openServer(undefined, false);
      const { ask, tunnel } = await openProxy({ domains: [`localhost:${port}`, "*.example.org", "*.0.0.1"] });
      const place = `${spelling}:${port}`;
      expect(await ask(get(place, "", `http://${place}/`))).toMatch(/^HTTP\/1\.1 40[03]/);
      expect((await tunnel(place)).said).toMatch(/^HTTP\/1\.1 40[03]/);
      expect(got).toEqual([]);
    },
  );

  it("attack: names that are made to lead into private networks are refused when they are resolved", async () => {
    const { got, port } = await openServer(undefined, false);
    const leads = {
      "a.example": ["127.0.0.1"],
      "b.example": ["93.184.215.14", "10.0.0.1"],
      "c.d.example": ["10.0.0.1"],
    };
    const { tunnel } = await openProxy({
      domains: ["a.example", "b.example", "*.d.example", "m.example"],
      lookup: async (host) => (leads as Record<string, string[]>)[host] ?? ["::ffff:169.254.169.254"],
    });
    for (const [host, why] of [
      ["a.example", "loopback"],
      ["c.d.example", "private"],
      ["m.example", "link local"],
    ] as const)
      expect((await tunnel(`${host}:${port}`)).said).toMatch(new RegExp(`^HTTP/1.1 403[^]*is a ${why} address`));
    expect(got).toEqual([]);
  });

  it("are told with the reason why a tunnel failed", async () => {
    const { tunnel, proxy } = await openProxy({ domains: ["a.example"], lookup: async () => ["127.0.0.1"] });
    await tunnel("a.example:443");
    const { hosts, reasons } = proxy.takeUnreached();
    expect(hosts).toEqual([]);
    expect(reasons).toEqual([expect.stringMatching(/^The address of a\.example is a loopback address.*\.$/)]);
  });

  it("are told up to a number, and are no longer than names are", async () => {
    const { tunnel, proxy } = await openProxy({ domains: [] });
    expect((await tunnel(`${"a".repeat(260)}:443`)).said).toMatch(/^HTTP\/1\.1 400/);
    for (let i = 0; i < 23; i++) await tunnel(`h${i}.example:443`);
    const { hosts, reasons } = proxy.takeUnreached();
    expect(hosts).toEqual(Array.from({ length: 20 }, (_, i) => `h${i}.example`));
    expect(reasons).toEqual(["3 more requests for other hosts were refused or failed."]);
  });
});

describe("requests that servers could read in two ways", () => {
  const attack = (
    what: string,
    requestOf: (host: string, path: string) => string,
    status = /^HTTP\/1\.1 (?:400|421|431)/,
  ) =>
    it.each(["by the proxy", "within TLS"])(`attack: ${what}, %s`, async (where) => {
      const isTls = where === "within TLS";
      const { got, port } = await openServer(undefined, isTls);
      const host = `localhost:${port}`;
      const { ask, askHost } = await openProxy({ domains: [host], hosts: [host] });
      const text = requestOf(host, isTls ? "/" : `http://${host}/`);
      expect(await (isTls ? askHost(host, text) : ask(text))).toMatch(status);
      expect(got).toEqual([]);
    });

  const head = (host: string, path: string) => `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
  attack(
    "a length and pieces",
    (host, path) => `${head(host, path)}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  );
  attack("two lengths", (host, path) => `${head(host, path)}Content-Length: 0\r\nContent-Length: 4\r\n\r\nabcd`);
  attack(
    "an encoding that is not known",
    (host, path) => `${head(host, path)}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  );
  attack("a folded header", (host, path) => `${head(host, path)}X-A: 1\r\n folded: 2\r\nContent-Length: 0\r\n\r\n`);
  attack("a line feed alone", (host, path) => `${head(host, path)}X-A: 1\nX-B: 2\r\n\r\n`);
  attack("a space before a colon", (host, path) => `${head(host, path)}X-A : 1\r\nContent-Length: 0\r\n\r\n`);
  attack("two hosts", (host, path) => `${head(host, path)}Host: evil.example\r\nContent-Length: 0\r\n\r\n`);
  attack("another Host", (_, path) => `POST ${path} HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n`);
  attack("no Host", (_, path) => `POST ${path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`);
  attack("huge headers", (host, path) => `${head(host, path)}X-A: ${"a".repeat(70_000)}\r\n\r\n`);
  attack(
    "another address in the line",
    (host) => `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    /^HTTP\/1\.1 40[03]/,
  );
  attack("a user name in the address", (host) => `GET http://${host}@evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
});

describe("time limits", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("a tunnel without a request ends after a minute, and one with requests does not", async () => {
    const { port } = await openServer();
    const host = `localhost:${port}`;
    const { tlsTunnel } = await openProxy({ domains: [host], hosts: [host] });
    const idle = await tlsTunnel(host);
    const used = await tlsTunnel(host);
    used.write(get(host).replace("close", "keep-alive"));
    await once(used, "data");
    vi.advanceTimersByTime(60_000);
    await once(idle.resume(), "close");
    expect(await say(used, get(host))).toContain("hello");
  });

  it("a host that does not begin TLS is given up after ten seconds", async () => {
    const server = createServer((socket) => void socket.on("error", () => {}));
    const connected = once(server, "connection");
    const host = `localhost:${await listen(server)}`;
    const { askHost } = await openProxy({ domains: [host], hosts: [host] });
    const said = askHost(host, get(host));
    const [socket] = (await connected) as [Socket];
    await once(socket, "data");
    vi.advanceTimersByTime(10_000);
    expect(await said).toMatch(/^HTTP\/1\.1 502[\s\S]*did not begin TLS within 10 seconds/);
  });
});

describe("what is not HTTP", () => {
  it("goes through a tunnel to a named host, whoever speaks first", async () => {
    const port = await listen(createServer((socket) => socket.write("220 ready\r\n")));
    const second = await listen(createServer((socket) => socket.once("data", (data) => socket.end(`got ${data}`))));
    for (const hosts of [undefined, []]) {
      const { tunnel } = await openProxy({ domains: ["localhost"], ...(hosts && { hosts }) });
      const { socket } = await tunnel(`localhost:${port}`);
      const first = await new Promise((resolve) => socket.once("data", resolve).resume());
      expect(String(first)).toBe("220 ready\r\n");
      socket.destroy();
      const client = await tunnel(`localhost:${second}`);
      expect(await say(client.socket, "SSH-2.0-x")).toBe("got SSH-2.0-x");
    }
  });

  it("goes on to the host when the host has ended its way", async () => {
    for (const hosts of [undefined, []]) {
      const heard = Promise.withResolvers<string>();
      const port = await listen(
        createServer({ allowHalfOpen: true }, (socket) => {
          let text = "";
          socket.on("data", (data) => (text += data)).on("end", () => heard.resolve(text));
          socket.end("220 ready\r\n");
        }),
      );
      const { tunnel } = await openProxy({ domains: ["localhost"], ...(hosts && { hosts }) });
      const { socket } = await tunnel(`localhost:${port}`);
      socket.allowHalfOpen = true;
      let said = "";
      socket.on("data", (data) => (said += data)).resume();
      await once(socket, "end");
      expect(said).toBe("220 ready\r\n");
      const body = "\x01".repeat(300_000);
      socket.end(body);
      expect((await heard.promise).length).toBe(body.length);
    }
  });

  it("attack: a value or a stand-in in it ends the connection before it arrives", async () => {
    const heard: string[] = [];
    const port = await listen(
      createServer((socket) => socket.on("error", () => {}).on("data", (data) => heard.push(String(data)))),
    );
    const { tunnel, standIn } = await openProxy({ domains: ["localhost"], hosts: ["localhost"] });
    for (const text of [value, standIn, Buffer.from(value).toString("base64"), Buffer.from(value).toString("hex")]) {
      const { socket } = await tunnel(`localhost:${port}`);
      expect(await say(socket, `\x01${text}`)).toBe("");
    }
    expect(heard).toEqual([]);
  });

  it("without TLS, a request in a tunnel gets no value, and is not sent with a stand-in", async () => {
    const { got, port } = await openServer(undefined, false);
    const host = `localhost:${port}`;
    const { tunnel, standIn } = await openProxy({ domains: [host], hosts: [host] });
    const ask = async (text: string) => say((await tunnel(host)).socket, text);
    expect(await ask(get(host, `X-Key: ${standIn}\r\n`))).toMatch(/^HTTP\/1\.1 403[\s\S]*over TLS only/);
    expect(await ask(post(host, value))).toMatch(/^HTTP\/1\.1 403/);
    expect(await ask(get(host))).toContain("hello");
    expect(got.length).toBe(1);
  });
});
