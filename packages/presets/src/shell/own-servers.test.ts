import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { contentText, openSession } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { coding } from "../sets/coding.ts";

const { works } = await probeSandbox(bubblewrap);

const server = `require("http").createServer((q, r) => q.url === "/" ? r.setHeader("content-type", "text/html").end("<h1>Home</h1>")
  : q.url === "/moved" ? r.writeHead(302, { location: "/" }).end()
  : q.url === "/away" ? r.writeHead(302, { location: "http://127.0.0.1:9/" }).end()
  : r.writeHead(404).end("none")).listen(0, "127.0.0.1", function () { require("fs").writeFileSync("port", String(this.address().port)) })`;

function open() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-own-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const preset = coding({ root, shell: { sandbox: bubblewrap({ roots: [root] }) } });
  // The user cannot be asked: what a session runs itself needs no question.
  const session = openSession(preset.registry, preset);
  onTestFinished(() => session.close());
  const call = async (tool: string, input: object) => {
    const result = await session.call(tool, input);
    return { code: result.ok ? "ok" : result.error.code, text: contentText(result.content), result };
  };
  return { call };
}

// The network is what bubblewrap makes.
test.skipIf(!works)("web tools reach what commands of the session serve, and nothing else on loopback", async () => {
  const { call } = open();
  expect(await call("fetch_url", { url: "http://127.0.0.1:18799/" })).toMatchObject({ code: "permission_denied" });
  await call("bash", { command: `node -e '${server}'`, run_in_background: true });
  const { text } = await call("bash", { command: "until [ -s port ]; do sleep 0.05; done; cat port" });
  const port = Number.parseInt(text, 10);
  const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`;

  expect(await call("fetch_url", { url: at("/") })).toMatchObject({
    code: "ok",
    text: expect.stringContaining("Home"),
  });
  expect((await call("web_fetch", { url: at("/moved", "localhost") })).text).toContain("# Home");
  expect((await call("fetch_url", { url: at("/away") })).text).toContain(
    "redirects to http://127.0.0.1:9/. Not followed",
  );
  expect((await call("fetch_url", { url: at("/none") })).text).toContain("HTTP 404");
  expect((await call("scrape_page", { url: at("/"), selector: "h1" })).text).toContain("Home");

  // The same number at the machine's own loopback is another port.
  const machine = createServer((_, response) => response.end("the machine's"));
  onTestFinished(() => void machine.close());
  const listening = (wanted: number) =>
    new Promise<number>((resolve, reject) => {
      machine.once("error", reject).listen(wanted, "127.0.0.1", () => resolve((machine.address() as AddressInfo).port));
    });
  const own = await listening(port).catch(() => listening(0));
  expect((await call("fetch_url", { url: at("/") })).text).toContain("Home");
  if (own !== port)
    expect(await call("fetch_url", { url: `http://127.0.0.1:${own}/` })).toMatchObject({ code: "permission_denied" });
  expect(await open().call("fetch_url", { url: at("/") })).toMatchObject({ code: "permission_denied" });
});
