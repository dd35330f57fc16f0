import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCallPage } from "../../../../scripts/_call-page.ts";
import { chromiumPath, noChromium, openSite } from "../../../backends-opfs/src/_browser.fixture.ts";
import type { FrameStage } from "./_frame.fixture.tsx";
import { confinePage } from "./confine-page.ts";

declare const holdall: FrameStage;

const tool = { name: "todo_write", inputSchema: { type: "object" as const } };
const input = { todos: [{ content: "Sweep", status: "pending" }] };
const result = { content: [{ type: "text" as const, text: "Swept." }] };

/** A page that answers in `out` what came of what it tried. It speaks the protocol by hand. */
const trying = `<p id="out"></p><script>
const say = (text) => { document.getElementById("out").textContent += text + ";"; };
let id = 0; const waiting = {};
const ask = (method, params) => new Promise((done) => { waiting[++id] = done; parent.postMessage({ jsonrpc: "2.0", id, method, params }, "*"); });
addEventListener("message", ({ data }) => {
  if (data.id && waiting[data.id]) waiting[data.id](data);
  if (data.method === "ui/notifications/tool-input") say("input " + JSON.stringify(data.params.arguments));
  if (data.method === "ui/notifications/tool-result") say("result " + data.params.content[0].text);
});
(async () => {
  await ask("ui/initialize", { protocolVersion: "2026-01-26", appInfo: { name: "t", version: "1" }, appCapabilities: {} });
  parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} }, "*");
  try { say("parent " + parent.document.title); } catch { say("parent refused"); }
  try { say("storage " + localStorage.length); } catch { say("storage refused"); }
  await fetch("https://example.com/").then(() => say("fetched"), () => say("fetch refused"));
  const called = await ask("tools/call", { name: "delete_file", arguments: { path: "/a" } });
  say("call " + (called.error ? "refused" : called.result.content[0].text));
  for (const url of ["https://example.com/", "javascript:alert(1)"]) {
    const opened = await ask("ui/open-link", { url });
    say("open " + (opened.error || opened.result.isError ? "refused" : "done"));
  }
  say("end");
})();
</script>`;

describe("the policy in front of a page", () => {
  test("allows the given origins, and no other address", () => {
    const page = confinePage("<p>x</p>", {
      connect: ["https://api.example.com"],
      load: ["https://*.example.org:8443"],
    });
    expect(page).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /);
    expect(page).toContain("connect-src https://api.example.com;");
    expect(page).toContain("script-src 'unsafe-inline' https://*.example.org:8443;");
    expect(confinePage("")).toContain("connect-src 'none'");
  });

  test.each([
    "https://a.example; script-src *",
    "*",
    "https:",
    "http://a.example",
    'https://a"b',
    "data:",
    "https://a.example/path",
  ])("attack: %j is no origin", (address) => {
    expect(() => confinePage("", { load: [address] })).toThrow("is no origin");
    expect(() => confinePage("", { connect: [address] })).toThrow("is no origin");
  });
});

if (chromiumPath === undefined) {
  // There is nothing to run it in.
  test.skip(`pages of servers are shown in a frame (${noChromium})`, () => {});
} else {
  const site = await openSite(join(import.meta.dirname, "_frame.fixture.tsx"), "in memory");
  const page = await site.open();
  page.setDefaultTimeout(20_000);
  afterAll(() => site.close());
  let ours = "";
  beforeAll(async () => {
    ours = await buildCallPage(join(import.meta.dirname, "../.."));
  });

  const inner = async (): Promise<Frame> => {
    await page.waitForFunction(() => document.querySelector("iframe") !== null);
    const frame = await (await page.$("iframe"))?.contentFrame();
    if (!frame) throw new Error("no frame");
    return frame;
  };
  const show = (props: Parameters<FrameStage["show"]>[0], offers: boolean) =>
    page.evaluate(([text, all]) => holdall.show(JSON.parse(text), all), [JSON.stringify(props), offers] as const);

  test("a page gets the call, its result when there is one, the theme, and its height", async () => {
    await show({ html: ours, tool, input, theme: "dark" }, false);
    const frame = await inner();
    await frame.getByText("Sweep").first().waitFor();
    await show({ html: ours, tool, input, theme: "light", result }, false);
    await frame.getByText("Swept.").waitFor();
    await expect.poll(() => frame.evaluate(() => document.documentElement.style.colorScheme)).toBe("light");
    await page.waitForFunction(() => document.querySelector("iframe")!.clientHeight > 40);
  });

  test.each([
    ["nothing is offered to", false, ["call refused", "open refused", "open refused"]],
    ["calls and links are offered to", true, ["call called", "open done", "open refused"]],
  ] as const)("attack: a page that %s reaches only that", async (_, offers, outcome) => {
    await show({ html: `${trying}<!-- ${offers} -->`, tool, input, result }, offers);
    const frame = await inner();
    await frame.getByText("end;").waitFor();
    const said = ((await frame.locator("#out").textContent()) ?? "").split(";");
    const told = [`input ${JSON.stringify(input)}`, "result Swept."];
    expect(said).toEqual(expect.arrayContaining(told));
    expect(said.filter((one) => !told.includes(one))).toEqual([
      ...["parent refused", "storage refused", "fetch refused"],
      ...[...outcome, "end", ""],
    ]);
    const asked = await page.evaluate(() => holdall.asked.splice(0));
    expect(asked).toEqual(offers ? ['call delete_file {"path":"/a"}', "open https://example.com/"] : []);
  });
}
