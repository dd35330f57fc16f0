import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { contentText, openSession } from "@holdall/tool-core";
import { openWebClient, type WebToolsOptions } from "@holdall/tools-web";
import { describe, expect, test } from "vitest";
import { coding, readonly, research } from "../index.ts";

const page = `<html><body><article><h1>Herons</h1><p>${"Herons wait for fish. ".repeat(8_000)}</p></article></body></html>`;

/** Two hosts of a web that is not there: one has a page, one leads on to the other. */
const client = openWebClient({
  fetch: async (url) =>
    new URL(String(url)).pathname === "/moved"
      ? new Response(null, { status: 302, headers: { location: "https://www.docs.example/herons" } })
      : new Response(page, { headers: { "content-type": "text/html" } }),
});
const web: WebToolsOptions = { client, search: { env: {} } };
const here = { backend: memoryBackend(), web };

const open = (rules: { allow?: string[]; deny?: string[] }, approve?: () => boolean) => {
  const preset = coding({ ...here, permissions: { rules: [{ source: "test", ...rules }] } });
  return openSession(preset.registry, { ...preset, approve });
};
const docs = { url: "https://docs.example/herons" };

describe("the web in a preset", () => {
  test("is a person's to open, and closed where the user cannot be asked", async () => {
    const preset = research(here);
    const alone = openSession(preset.registry, preset);
    expect(await alone.call("web_fetch", docs)).toMatchObject({ error: { code: "permission_denied" } });
    const asked: string[] = [];
    const session = openSession(preset.registry, {
      ...preset,
      approve: ({ prompt }) => asked.push(prompt) > 0,
    });
    expect(await session.call("WebFetch", docs)).toMatchObject({ ok: true, output: { title: "Herons" } });
    expect(asked).toEqual(["Web fetch: network https://docs.example/herons"]);
  });

  test("opens by rules: a domain for every web tool, searching by its name", async () => {
    const byDomain = open({ allow: ["web_fetch(domain:docs.example)"] });
    expect(await byDomain.decide("web_fetch", docs)).toMatchObject({ effect: "allow" });
    expect(await byDomain.decide("fetch_url", docs)).toMatchObject({ effect: "allow" });
    expect(await byDomain.decide("scrape_page", docs)).toMatchObject({ effect: "allow" });
    expect(await byDomain.decide("web_fetch", { url: "https://docs.example.evil/" })).toMatchObject({ effect: "ask" });
    expect(await byDomain.decide("web_search", { query: "x" })).toMatchObject({ effect: "ask" });
    const searching = open({ allow: ["web_search"], deny: ["web_fetch(domain:*.evil.example)"] });
    expect(await searching.decide("web_search", { query: "x" })).toMatchObject({ effect: "allow" });
    expect(await searching.decide("web_fetch", docs)).toMatchObject({ effect: "ask" });
    expect(await searching.decide("web_fetch", { url: "https://a.evil.example/" })).toMatchObject({ effect: "deny" });
  });

  test("a redirect does not lead past the rules", async () => {
    const moved = { url: "https://docs.example/moved" };
    const one = open({ allow: ["web_fetch(domain:docs.example)"] });
    expect(await one.call("web_fetch", moved)).toMatchObject({ error: { code: "permission_denied" } });
    const both = open({ allow: ["web_fetch(domain:docs.example)", "web_fetch(domain:www.docs.example)"] });
    expect(await both.call("web_fetch", moved)).toMatchObject({
      output: { final_url: "https://www.docs.example/herons" },
    });
  });

  test("long parts come whole, with the call that goes on", async () => {
    const session = open({ allow: ["web_fetch(domain:docs.example)"] });
    const result = await session.call("web_fetch", { ...docs, max_chars: 100_000 });
    expect(result).toMatchObject({ output: { next_offset: 100_000 } });
    expect(contentText(result.content)).toMatch(
      /<\/untrusted-\w+>\nCharacters 0 to 100000 of \d+\. Continue with the same call and offset 100000\./,
    );
  });

  test("loads nothing large before a page is asked for", () => {
    const program = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { coding } = await import(${JSON.stringify(join(import.meta.dirname, "../sets/coding.ts"))});
      const { registry } = coding({});
      console.log(JSON.stringify({ loaded, tools: registry.list().length }));`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    const { loaded, tools } = JSON.parse(out) as { loaded: string[]; tools: number };
    const names = loaded.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? "");
    expect(tools).toBeGreaterThan(20);
    expect([...new Set(names)].filter((name) => name !== "")).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/undici|htmlparser2|css-select|readability|lru-cache|unpdf|robots-parser/),
      ]),
    );
  });

  test("can be left out, and then nothing speaks of it", () => {
    for (const make of [coding, readonly, research]) {
      const preset = make({ ...here, web: false });
      const tools = preset.registry.tools().filter(({ category }) => category === "web");
      expect(tools).toEqual([]);
      expect(preset.instructions).not.toMatch(/web/i);
      expect(make(here).instructions).toContain("You can search and read the web with the approval of the user.");
    }
  });
});
