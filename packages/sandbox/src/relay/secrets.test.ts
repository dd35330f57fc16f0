import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { get, openProxy, openServer, post, say, trustLocalhost, value } from "./_proxy.fixture.ts";

trustLocalhost();

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("a host of the secret", () => {
  it("gets the value for the stand-in, in headers, logins and bodies, and the use is noted", async () => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const { askHost, standIn, uses } = await openProxy({ domains: [host], hosts: [host] });
    const login = `Authorization: Basic ${base64(`user:${standIn}`)}\r\n`;
    await askHost(host, post(host, `{"key":"${standIn}"}`, `X-Key: a ${standIn}\r\n${login}`));
    expect(got).toMatchObject([
      {
        headers: { host, "x-key": `a ${value}`, authorization: `Basic ${base64(`user:${value}`)}` },
        body: `{"key":"${value}"}`,
      },
    ]);
    expect(got[0]?.headers["content-length"]).toBe(String(`{"key":"${value}"}`.length));
    expect(uses).toEqual([host]);
  });

  it("can be an address, with a certificate of its own", async () => {
    const { got, port } = await openServer();
    const host = `127.0.0.1:${port}`;
    const { askHost, standIn } = await openProxy({ domains: [host], hosts: [host] });
    await askHost(host, get(host, `X-Key: ${standIn}\r\n`));
    expect(got.map(({ headers }) => headers["x-key"])).toEqual([value]);
  });

  it("gets it in a URL if the user has allowed that", async () => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const open = await openProxy({ domains: [host], hosts: [host], query: true });
    await open.askHost(host, get(host, "", `/bot${open.standIn}?key=${open.standIn}&x=1`));
    expect(got.map(({ url }) => url)).toEqual([
      `/bot${encodeURIComponent(value)}?key=${encodeURIComponent(value)}&x=1`,
    ]);
    const closed = await openProxy({ domains: [host], hosts: [host] });
    const said = await closed.askHost(host, get(host, "", `/?key=${closed.standIn}`));
    expect(said).toMatch(/^HTTP\/1\.1 403[\s\S]*not allowed secret:KEY in a URL/);
    expect(closed.uses).toEqual([]);
    expect(got.length).toBe(1);
  });

  it.each([
    ["application/x-www-form-urlencoded; charset=utf-8", encodeURIComponent],
    ["application/json", (text: string) => JSON.stringify(text).slice(1, -1)],
    ["application/vnd.api+json; charset=utf-8", (text: string) => JSON.stringify(text).slice(1, -1)],
    ["multipart/form-data; boundary=json", (text: string) => text],
    ["text/plain", (text: string) => text],
  ])("gets it as a body of the type %s has it", async (type, encode) => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const secret = `a&b=c+%41 "\\\n8fJ2mQx7Lw0ZrT4v`;
    const { askHost, standIn } = await openProxy({ domains: [host], hosts: [host], secret });
    await askHost(host, post(host, `k=${standIn}&l`, `Content-Type: ${type}\r\n`));
    expect(got.map(({ body }) => body)).toEqual([`k=${encode(secret)}&l`]);
  });

  it("gets it in a long body, and wherever pieces part it", async () => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const { tlsTunnel, standIn, uses } = await openProxy({ domains: [host], hosts: [host] });
    const body = `${"x".repeat(1_100_000)}${standIn}${"y".repeat(20)}`;
    const socket = await tlsTunnel(host);
    const text = post(host, body);
    const at = text.length - standIn.length - 10;
    socket.write(text.slice(0, at));
    await new Promise((resolve) => setImmediate(resolve));
    await say(socket, text.slice(at));
    expect(got[0]?.body).toBe(`${"x".repeat(1_100_000)}${value}${"y".repeat(20)}`);
    expect(uses).toEqual([host]);
  }, 60_000);

  it("several requests on one connection are each filled, and a second Host is refused on it", async () => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const { askHost, standIn } = await openProxy({ domains: [host], hosts: [host] });
    const kept = `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Key: ${standIn}\r\n\r\n`;
    const said = await askHost(host, kept + kept + get("evil.example", `X-Key: ${standIn}\r\n`));
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 421"]);
    expect(got.map(({ headers }) => headers["x-key"])).toEqual([value, value]);
  });

  it.each([
    ["as it is", (text: string) => text],
    ["as base64", base64],
    ["as hex", (text: string) => Buffer.from(text).toString("hex")],
    ["escaped", encodeURIComponent],
    ["backwards", (text: string) => [...text].reverse().join("")],
  ])("that repeats the value does not show it: %s", async (_, encode) => {
    for (const encoding of ["identity", "gzip"]) {
      const { port } = await openServer(({ headers }, response) => {
        const text = encode(String(headers["x-key"]));
        response.writeHead(200, {
          ...{ "x-echo": text, "set-cookie": `k=${text}` },
          ...(encoding === "gzip" && { "content-encoding": encoding }),
        });
        response.end(encoding === "gzip" ? gzipSync(`so: ${text}.`) : `so: ${text}.`);
      });
      const host = `localhost:${port}`;
      const { askHost, standIn } = await openProxy({ domains: [host], hosts: [host] });
      const said = await askHost(host, get(host, `X-Key: ${standIn}\r\nAccept-Encoding: gzip\r\n`));
      expect(said).toMatch(/^HTTP\/1\.1 200[\s\S]*so: .+\./);
      expect(said).not.toContain(encode(value));
      expect(said).toContain(standIn);
    }
  });

  it("is not asked for parts, in which parts of the value are, and may not send them unasked", async () => {
    const { got, port } = await openServer(({ url }, response) => {
      response.writeHead(url === "/part" ? 206 : 200).end(value.slice(0, 9));
    });
    const host = `localhost:${port}`;
    const { askHost } = await openProxy({ domains: [host], hosts: [host] });
    await askHost(host, get(host, "Range: bytes=0-8\r\nIf-Range: x\r\n"));
    expect(got[0]?.headers).not.toHaveProperty("range");
    expect(got[0]?.headers).not.toHaveProperty("if-range");
    const said = await askHost(host, get(host, "", "/part"));
    expect(said).toMatch(/^HTTP\/1\.1 502/);
    expect(said).not.toContain(value.slice(0, 9));
  });

  it("that sends the value in pieces does not show it either, and what is certain does not wait", async () => {
    let go = () => {};
    const { port } = await openServer((_, response) => {
      response.write(`first ${value.slice(0, 9)}`);
      go = () => void response.end(`${value.slice(9)} last`);
    });
    const host = `localhost:${port}`;
    const { tlsTunnel, standIn } = await openProxy({ domains: [host], hosts: [host] });
    const socket = await tlsTunnel(host);
    let text = "";
    const first = new Promise<void>((resolve) =>
      socket.on("data", (piece) => {
        text += piece;
        if (text.includes("first ")) resolve();
      }),
    );
    const all = say(socket, get(host));
    await first;
    go();
    await all;
    expect(text.replace(/\r\n[\da-f]+\r\n/g, "")).toContain(`first ${standIn} last`);
  });
});

describe("attacks", () => {
  it.each([
    ["in a header", (host: string, text: string) => get(host, `X-Key: ${text}\r\n`)],
    ["in a login", (host: string, text: string) => get(host, `Authorization: Basic ${base64(`u:${text}`)}\r\n`)],
    ["in the path", (host: string, text: string) => get(host, "", `/${encodeURIComponent(text)}`)],
    ["in a query", (host: string, text: string) => get(host, "", `/?k=${encodeURIComponent(text)}`)],
    ["in a body", (host: string, text: string) => post(host, text)],
    ["as base64", (host: string, text: string) => post(host, base64(`so ${text} there`))],
    ["as hex", (host: string, text: string) => get(host, "", `/${Buffer.from(text).toString("hex")}`)],
    [
      "backwards",
      (host: string, text: string) => get(host, "", `/${encodeURIComponent([...text].reverse().join(""))}`),
    ],
    ["in parts", (host: string, text: string) => post(host, text.slice(9), `X-Key: ${text.slice(0, 9)}\r\n`)],
    ["as the name of a header", (host: string, text: string) => get(host, `${text.replace(/\W/g, "")}: 1\r\n`)],
  ])("another host gets neither value nor stand-in: %s", async (_, requestOf) => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const { askHost, standIn } = await openProxy({ domains: [host], hosts: [`localhost:${port - 1}`, "api.example"] });
    for (const text of [value, standIn])
      expect(await askHost(host, requestOf(host, text))).toMatch(
        /^HTTP\/1\.1 403[\s\S]*secret:KEY is not for localhost/,
      );
    expect(got).toEqual([]);
    expect(await askHost(host, get(host, "X-Key: other\r\n"))).toContain("hello");
  });

  it("a body that is longer than what is looked through ends before the value leaves", async () => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const { askHost, standIn } = await openProxy({ domains: [host], hosts: ["api.example"] });
    for (const text of [standIn, base64(value)])
      await askHost(host, post(host, `${"x".repeat(1_100_000)}${text}${"y".repeat(100)}`));
    expect(got).toEqual([]);
    expect(await askHost(host, post(host, "x".repeat(1_100_000)))).toContain("hello");
    expect(got[0]?.body.length).toBe(1_100_000);
  }, 60_000);

  it("a body that is slower than what is waited for ends before the value leaves", async () => {
    const { got, port, begun } = await openServer();
    const host = `localhost:${port}`;
    const { tlsTunnel, standIn } = await openProxy({ domains: [host], hosts: ["api.example"] });
    const socket = await tlsTunnel(host);
    const head = `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${20 + standIn.length}\r\n\r\n`;
    socket.write(`${head}${"x".repeat(10)}`);
    await begun;
    await say(socket, `${standIn}${"y".repeat(10)}`);
    expect(got).toEqual([]);
  }, 60_000);

  it("another name in the handshake, and a certificate that is not trusted, end the connection", async () => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const { tlsTunnel } = await openProxy({ domains: [host, `127.0.0.1:${port}`], hosts: [host] });
    await expect(tlsTunnel(host, "evil.example")).rejects.toThrow();
    const lies = await openProxy({
      domains: [`wrong.localhost:${port}`],
      hosts: [`wrong.localhost:${port}`],
      lookup: async () => ["127.0.0.1"],
    });
    const said = await lies.askHost(
      `wrong.localhost:${port}`,
      get(`wrong.localhost:${port}`, `X-Key: ${lies.standIn}\r\n`),
    );
    expect(said).toMatch(/^HTTP\/1\.1 502/);
    expect(lies.uses).toEqual([]);
    expect(got).toEqual([]);
  });

  it("a stand-in of one command is of no use to another", async () => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const first = await openProxy({ domains: [host], hosts: [host] });
    const second = await openProxy({ domains: [host], hosts: [host] });
    await second.askHost(host, get(host, `X-Key: ${first.standIn}\r\n`));
    expect(got.map(({ headers }) => headers["x-key"])).toEqual([first.standIn]);
  });

  it("a redirect is given to the program, whose next request is judged by its own host", async () => {
    const elsewhere = await openServer();
    const { port } = await openServer((_, response) => {
      response.writeHead(307, { location: `https://localhost:${elsewhere.port}/` });
      response.end();
    });
    const [host, other] = [`localhost:${port}`, `localhost:${elsewhere.port}`];
    const { askHost, standIn } = await openProxy({ domains: [host, other], hosts: [host] });
    expect(await askHost(host, get(host, `X-Key: ${standIn}\r\n`))).toMatch(/^HTTP\/1\.1 307/);
    expect(await askHost(other, get(other, `X-Key: ${standIn}\r\n`))).toMatch(/^HTTP\/1\.1 403/);
    expect(elsewhere.got).toEqual([]);
  });

  it("what cannot be looked through is refused with the reason: upgrades", async () => {
    const { got, port } = await openServer();
    const host = `localhost:${port}`;
    const { askHost } = await openProxy({ domains: [host], hosts: ["api.example"] });
    const said = await askHost(host, get(host, "Upgrade: websocket\r\n").replace("close", "Upgrade"));
    expect(said).toMatch(/^HTTP\/1\.1 501[\s\S]*websocket cannot be looked through/);
    expect(got).toEqual([]);
  });
});
