import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { openWebClient, webFetch } from "@holdall/tools-web";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { runCommand } from "../../fixtures/command.fixture.ts";
import { findSettings } from "../read/settings.ts";
import { webOptions } from "./web-options.ts";

const folder = mkdtempSync(join(tmpdir(), "holdall-web-"));
const site = createServer((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(
    "<html><title>Herons</title><body><p>Herons stand in shallow water and wait for fish.</p></body></html>",
  );
});
let url = "";

beforeAll(async () => {
  mkdirSync(join(folder, "project"));
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

const keys = { BRAVE_SEARCH_API_KEY: "", TAVILY_API_KEY: "", EXA_API_KEY: "", SEARXNG_URL: "" };

const holdall = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  runCommand(args, {
    cwd: join(folder, "project"),
    env: { ...process.env, ...keys, XDG_CONFIG_HOME: join(folder, "config"), ...more },
  });

function configured(text: string, place = "") {
  const file = join(folder, place, "holdall.config.yaml");
  writeFileSync(file, text);
  return file;
}

describe.concurrent("the web on the command line", () => {
  test("a page of one's own machine is read when a trusted configuration opens it and somebody agrees", async ({
    expect,
  }) => {
    const config = configured('root: project\nweb:\n  allow: ["127.0.0.0/8"]\n');
    const call = ["call", "web_fetch", JSON.stringify({ url }), "--config", config];
    const { out } = await holdall([...call, "--yes"]);
    expect(JSON.parse(out)).toMatchObject({ ok: true, output: { status: 200, title: "Herons", checked: "addresses" } });
    expect(JSON.parse((await holdall(call)).out)).toMatchObject({ error: { code: "permission_denied" } });
  });

  test("a configuration that was only found opens nothing, and says so", async ({ expect }) => {
    const place = join(folder, "found");
    mkdirSync(place);
    configured('web:\n  allow: ["127.0.0.0/8"]\n', "found");
    const { out, errors } = await holdall(["call", "web_fetch", JSON.stringify({ url }), "--yes", "--root", place]);
    expect(JSON.parse(out).error).toMatchObject({ code: "permission_denied" });
    expect(JSON.parse(out).error.message).toContain("loopback");
    expect(errors).toMatch(/--config .* says that you trust it:\n {2}web\.allow: /);
  });

  test.for([
    ["web:\n  provider: [brave]\n", /:2: web\.provider: .*did you mean providers\?/],
    ["web:\n  providers: [bing]\n", /:2: web\.providers\.0: .*"brave"/],
    ["web:\n  providers: [brave, tavily]\n", /none of the search providers brave, tavily has its settings/],
    ["tools:\n  web:\n    brave: { enabled: true }\n", /tools\.web\.brave has no key/],
    [`tools:\n  web:\n    brave: { api_key: '\${NONE}' }\n`, /tools\.web\.brave\.api_key: NONE is not set/],
    ["tools:\n  web:\n    brave: { key: x }\n", /tools\.web\.brave\.key: there is no such key/],
    ["web:\n  allow: [intranet]\n", /web\.allow: "intranet" cannot be allowed/],
    ["web:\n  allow: [10.0.0.0/99]\n", /web\.allow: /],
  ] as const)("%j is a usage error that says what to write", async ([text, message], { expect }) => {
    const file = configured(text, basename(mkdtempSync(join(folder, "wrong-"))));
    const open = async () => {
      const settings = await findSettings({ config: file }, { cwd: folder });
      return await webOptions(settings, keys);
    };
    await expect(open()).rejects.toMatchObject({ name: "UsageError", message: expect.stringMatching(message) });
  });

  test("a configuration that opens what cannot be opened starts nothing", async ({ expect }) => {
    const config = configured("web:\n  allow: [intranet]\n", basename(mkdtempSync(join(folder, "wrong-"))));
    const { code, out, errors } = await holdall(["tools", "--config", config]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors).toContain('web.allow: "intranet" cannot be allowed');
  });

  test("providers are asked in the configured order, and the web can be left out", async ({ expect }) => {
    mkdirSync(join(folder, "order"));
    mkdirSync(join(folder, "off"));
    const order = configured("web:\n  providers: [exa, brave]\n", "order");
    const off = configured("web:\n  enabled: false\n", "off");
    const set = { BRAVE_SEARCH_API_KEY: "b-secret", EXA_API_KEY: "e-secret" };
    const search = await holdall(["call", "web_search", '{"query":"x"}', "--config", order], set);
    expect(JSON.parse(search.out).error.message).toContain("network https://api.exa.ai");
    const tools = await holdall(["tools", "--config", off, "--format", "json"]);
    expect(tools.out).not.toMatch(/web_|fetch_url|scrape/);
  });

  test.for([
    ["tools:\n  web:\n    brave: { enabled: true, api_key: b-secret }\n", {}, "https://api.search.brave.com"],
    [
      `tools:\n  web:\n    brave: { api_key: '\${OWN_KEY}' }\n`,
      { OWN_KEY: "b-secret" },
      "https://api.search.brave.com",
    ],
    [
      "tools:\n  web:\n    brave: { enabled: false }\n",
      { BRAVE_SEARCH_API_KEY: "b-secret" },
      "https://html.duckduckgo.com",
    ],
  ] as const)("%j: who is searched with", async ([text, set, address], { expect }) => {
    const config = configured(text, basename(mkdtempSync(join(folder, "brave-"))));
    const { out } = await holdall(["call", "web_search", '{"query":"x"}', "--config", config], set);
    expect(JSON.parse(out).error.message).toContain(`network ${address}`);
    expect(out).not.toContain("b-secret");
  });

  test("doctor lists providers and keys by name, never a value", async ({ expect }) => {
    const { out } = await holdall(["doctor", "--json"], { PATH: "", TAVILY_API_KEY: "t-very-secret", SEARXNG_URL: "" });
    const findings = JSON.parse(out) as { name: string; state: string; text: string }[];
    expect(findings).toContainEqual({ name: "search: tavily", state: "works", text: "TAVILY_API_KEY is set" });
    expect(findings).toContainEqual({
      name: "search: exa",
      state: "missing",
      text: "EXA_API_KEY is not set",
      fix: "set EXA_API_KEY to search with it",
    });
    expect(findings).toContainEqual(expect.objectContaining({ name: "search: duckduckgo", state: "works" }));
    expect(out).not.toContain("t-very-secret");
  });
});

const reply = {
  content: [{ type: "text" as const, text: "In water.\nPASSAGES\n- Herons stand in shallow water" }],
  finishReason: { unified: "stop" as const, raw: "stop" },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
};

test.for([
  ["V3", new MockLanguageModelV3({ doGenerate: reply })],
  ["V4", new MockLanguageModelV4({ doGenerate: reply })],
] as const)("a LanguageModel%s of the AI SDK answers the prompt of web_fetch", async ([, model], { expect }) => {
  const client = openWebClient({ allow: ["127.0.0.0/8"] });
  const session = openSession(createRegistry([webFetch({ client, model })]), { policy: allow() });
  expect(await session.call("web_fetch", { url, prompt: "Where do they stand?" })).toMatchObject({
    output: { answer: { text: "In water.", passages: [{ text: "Herons stand in shallow water" }] } },
  });
});
