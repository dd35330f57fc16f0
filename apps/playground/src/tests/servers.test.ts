import { serveHttp } from "@holdall/mcp/http";
import { allow, createRegistry, defineTool, openSession, type Tool } from "@holdall/tool-core";
import type { FrameLocator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { inspect } from "../fixtures/_looks.fixture.ts";
import { chromiumPath, noChromium, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { comesTo, openPanel, runTool } from "../fixtures/_steps.fixture.ts";

/** A page that shows its call and does what its buttons say. It speaks the protocol by hand. */
const html = `<!doctype html><html lang="en"><title>Tides</title><style>
  :root { color-scheme: light dark } body { font: 14px system-ui; margin: 12px } button { font: inherit }
</style><main><h1 style="font-size:16px">Tides of <span id="place"></span></h1><p id="said"></p><p id="out"></p>
<button id="refresh">Refresh</button> <button id="delete">Delete a file</button> <button id="link">More</button></main><script>
const show = (id, text) => { document.getElementById(id).textContent += text; };
let id = 0; const waiting = {};
const ask = (method, params) => new Promise((done) => { waiting[++id] = done; parent.postMessage({ jsonrpc: "2.0", id, method, params }, "*"); });
addEventListener("message", ({ data }) => {
  if (data.id && waiting[data.id]) waiting[data.id](data);
  const { method, params } = data;
  if (method === "ui/notifications/tool-input") show("place", params.arguments.place);
  if (method === "ui/notifications/tool-result") show("said", params.structuredContent.high);
  if (method === "ui/notifications/host-context-changed" && params.theme) document.documentElement.style.colorScheme = params.theme;
});
const call = async (name, args) => {
  const { error, result } = await ask("tools/call", { name, arguments: args });
  show("out", (error ? "refused" : result.isError ? "denied" : result.structuredContent.high) + ";");
};
document.getElementById("refresh").onclick = () => call("tides", { place: "Porto" });
document.getElementById("delete").onclick = () => call("delete_file", { path: "/package.json" });
document.getElementById("link").onclick = async () => {
  const { error, result } = await ask("ui/open-link", { url: "https://example.com/tides" });
  show("out", (error || result.isError ? "not opened" : "opened") + ";");
};
(async () => {
  const { result } = await ask("ui/initialize", { protocolVersion: "2026-01-26", appInfo: { name: "t", version: "1" }, appCapabilities: {} });
  document.documentElement.style.colorScheme = result.hostContext.theme;
  parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} }, "*");
  try { show("out", parent.document.title); } catch { show("out", "no parent;"); }
  await fetch("https://example.com/").then(() => show("out", "fetched;"), () => show("out", "no network;"));
  new ResizeObserver(() => parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: document.documentElement.scrollHeight } }, "*")).observe(document.body);
})();
</script></html>`;

const tides = defineTool({
  name: "tides",
  category: "test",
  description: "Say when the tide is high.",
  input: z.object({ place: z.string() }),
  output: z.object({ high: z.string() }),
  hints: { readOnly: true, openWorld: false },
  execute: async ({ place }) => ({ high: place === "Porto" ? "High at 04:12." : "High at 03:40." }),
}) as Tool;

const token = "a-token-of-the-test";
const source = { uri: "ui://tides/page.html", name: "tides", html: async () => html, shows: () => true };

async function serve(allowedOrigins: readonly string[], tools: readonly Tool[] = [tides]): Promise<string> {
  const server = await serveHttp(() => openSession(createRegistry(tools), { policy: allow() }), {
    ...{ app: source, token, allowedOrigins, structured: "always" },
  });
  onTestFinished(() => server.close());
  return server.url;
}

interface Given {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  readonly pages?: boolean;
}

async function addServer(page: Page, given: Given): Promise<void> {
  await openPanel(page, "Servers");
  await page.getByLabel("Name, yours for it").fill(given.name);
  await page.getByLabel("URL", { exact: true }).fill(given.url);
  await page.getByLabel("Bearer token").fill(given.token);
  await page.getByLabel("Show pages of this server").setChecked(given.pages ?? false);
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Connect", exact: true }).waitFor();
}

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`the playground has MCP servers (${noChromium})`, () => {});
} else {
  const { origin } = await openSite();
  const mayComplain = /^Failed to load resource: |blocked by CORS policy|Content Security Policy|has been blocked/;
  const pressIn = (frame: FrameLocator, name: string) => frame.getByRole("button", { name }).press("Enter");

  test("a server is added, its tools ask, and its page shows the call and reaches nothing without the person", async () => {
    const url = await serve([origin]);
    const page = await openTab({ mayComplain });
    await addServer(page, { name: "sea", url, token, pages: true });
    const sea = page.getByRole("article", { name: "sea connected" });
    await sea.getByText("1 tool", { exact: true }).press("Enter");
    await sea.getByText("mcp__sea__tides").waitFor();
    expect(await page.getByLabel("Bearer token").inputValue()).toBe("");
    await inspect(page, "servers", "Panels");

    const call = await runTool(page, "mcp__sea__tides", { place: "Lagos" });
    expect(await call.locator(".holdall-approval").textContent()).toContain("mcp:sea/tides");
    expect(await page.locator("iframe").count()).toBe(0);
    await call.locator("[data-answer=once]").press("Enter");
    await comesTo(call, "success");
    const frame = page.frameLocator('iframe[title="sea: Tides"]').first();
    await frame.getByRole("heading", { name: "Tides of Lagos" }).waitFor();
    await frame.getByText("High at 03:40.").waitFor();
    await frame.getByText("no parent;no network;").waitFor();
    await inspect(page, "server-page", "Chat", '[data-tool="mcp__sea__tides"]');

    await pressIn(frame, "Refresh");
    const asked = page.locator('[data-tool="mcp__sea__tides"]').nth(1);
    await asked.locator("[data-answer=deny]").press("Enter");
    await frame.getByText("denied;").waitFor();
    await pressIn(frame, "Refresh");
    await page.locator('[data-tool="mcp__sea__tides"]').nth(2).locator("[data-answer=once]").press("Enter");
    await frame.getByText("denied;High at 04:12.;").waitFor();
    await pressIn(frame, "Delete a file");
    await frame.getByText("refused;").waitFor();
    await pressIn(frame, "More");
    const link = page.getByRole("alertdialog", { name: "sea wants to open a link" });
    await link.getByText("https://example.com/tides").waitFor();
    await inspect(page, "server-link", "Chat", ".page-link");
    await link.getByRole("button", { name: "Do not open" }).press("Enter");
    await frame.getByText("not opened;").waitFor();
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]))).not.toContain(token);

    await openPanel(page, "Servers");
    await page.getByRole("button", { name: "Remove sea" }).press("Enter");
    await openPanel(page, "Tools");
    const options = page.getByRole("combobox", { name: "Tool", exact: true }).locator("option");
    expect(await options.allTextContents()).not.toContain("mcp__sea__tides");
    expect(await page.locator("iframe").count()).toBe(0);

    const winds = { ...tides, name: "winds" } as Tool;
    await addServer(page, { name: "sea", url: await serve([origin], [winds]), token, pages: true });
    await page.getByRole("article", { name: "sea connected" }).waitFor();
    await openPanel(page, "Tools");
    const named = (await options.allTextContents()).filter((each) => each.startsWith("mcp__"));
    expect(named).toEqual(["mcp__sea__winds"]);
    expect(await page.locator("iframe").count()).toBe(0);
  });

  test("a server without leave for pages shows text alone, a wrong token and a foreign origin are said", async () => {
    const [url, closed] = [await serve([origin]), await serve([])];
    const page = await openTab({ mayComplain });
    await addServer(page, { name: "wrong", url, token: "another" });
    const wrong = page.getByRole("article", { name: "wrong not connected" });
    await wrong.getByRole("alert").getByText("wrong requires a login").waitFor();
    await addServer(page, { name: "closed", url: closed, token });
    await page.getByRole("article", { name: "closed not connected" }).getByText("(CORS)").waitFor();
    await addServer(page, { name: "wrong", url, token });
    await page.getByRole("alert").getByText("There is an MCP server wrong already.").waitFor();
    await addServer(page, { name: "plain", url, token });
    await page.getByRole("article", { name: "plain connected" }).waitFor();
    const call = await runTool(page, "mcp__plain__tides", { place: "Faro" });
    await call.locator("[data-answer=once]").press("Enter");
    await comesTo(call, "success");
    await call.locator("summary").press("Enter");
    await call.getByText("High at 03:40.").first().waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
  });
}
