import { describe, expect, test } from "vitest";
import { article, html, openFetch as open, sentence } from "../fetch/web-fetch.fixture.ts";
import { playHost, say } from "../http/hostile-server.fixture.ts";

describe("parts", () => {
  test("join to the whole while the page changes", async () => {
    let version = 0;
    const pages = [`<p>${"a😀 b\n".repeat(3000)}</p>`, "<p>other</p>"];
    await using host = await playHost({
      "/": (request, response) =>
        say(pages[version++] ?? "", { ...html, "cache-control": "no-store" })(request, response),
    });
    const fetch = open();
    let whole = "";
    let hash: string | undefined;
    for (let offset: number | null = 0; offset !== null; ) {
      const { output, text } = await fetch(host.origin, { offset, max_chars: 997 });
      expect(output.offset).toBe(whole.length);
      expect(output.left_out).toBeUndefined();
      if (output.next_offset !== null)
        expect(text).toContain(`Continue with the same call and offset ${output.next_offset}.`);
      hash ??= output.sha256;
      expect(output.sha256).toBe(hash);
      whole += output.text;
      offset = output.next_offset;
    }
    expect(whole.isWellFormed()).toBe(true);
    expect(whole.match(/a😀 b/g)).toHaveLength(3000);
    expect(host.requests).toHaveLength(1);
    expect((await fetch(host.origin, { fresh: true })).output.text).toContain("other");
    expect(await fetch(host.origin, { offset: 5000 })).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  });

  test("of an answer that is no longer cached say so", async () => {
    await using host = await playHost({ "/": say(article, html) });
    await open()(host.origin, { max_chars: 200 });
    expect((await open()(host.origin, { offset: 200 })).text).toContain("no longer cached");
  });

  test("of an answer that is confirmed with 304 are the same", async () => {
    await using host = await playHost({
      "/": (request, response) =>
        request.headers["if-none-match"] === '"v1"'
          ? void response.writeHead(304, { etag: '"v1"' }).end()
          : say(article, { ...html, etag: '"v1"', "cache-control": "max-age=0" })(request, response),
    });
    const fetch = open();
    const [first, second] = [await fetch(host.origin), await fetch(host.origin)];
    expect(host.requests).toHaveLength(2);
    expect(second.output).toMatchObject({ text: first.output.text, sha256: first.output.sha256, from_cache: false });
  });

  test("are found by words, with where they stand, and go on", async () => {
    const many = `<article>${Array.from({ length: 40 }, (_, i) => `<p>${sentence.repeat(9)} The word_${i} needle.</p>`).join("")}</article>`;
    await using host = await playHost({ "/": say(many, html) });
    const fetch = open();
    const whole = (await fetch(host.origin, { max_chars: 100_000 })).output.text;
    const first = await fetch(host.origin, { find: "NEEDLE", max_chars: 3000 });
    expect(first.output.found?.total).toBe(40);
    for (const { offset, end } of first.output.found?.windows ?? []) {
      expect(first.output.text).toContain(`[characters ${offset} to ${end}]\n${whole.slice(offset, end)}`);
    }
    expect(first.output.text.length).toBeLessThan(3500);
    const second = await fetch(host.origin, { find: "NEEDLE", max_chars: 3000, offset: first.output.next_offset ?? 0 });
    expect(second.output.text).toContain("needle");
    expect(second.output.found?.windows[0]?.offset).toBeGreaterThanOrEqual(
      first.output.found?.windows.at(-1)?.end ?? 0,
    );
    expect((await fetch(host.origin, { find: "word_7 needle" })).output.found?.total).toBe(1);
    const none = await fetch(host.origin, { find: "haystack" });
    expect(none.output.found?.total).toBe(0);
    expect(none.text).toContain('"haystack" does not occur');
  });

  test("are sections by heading, by anchor and by URL", async () => {
    await using host = await playHost({ "/": say(article, html) });
    const fetch = open();
    const whole = (await fetch(host.origin)).output.text;
    for (const asked of [
      fetch(host.origin, { section: "what they EAT" }),
      fetch(host.origin, { section: "#food" }),
      fetch(`${host.origin}/#food`),
      fetch(`${host.origin}/#what-they-eat`),
    ]) {
      const { output } = await asked;
      expect(output.section?.heading).toBe("What they eat");
      expect(output.text).toBe(whole.slice(output.section?.offset, output.section?.end));
      expect(output.text).toMatch(/^## What they eat[\s\S]*Water voles mostly/);
      expect(output.text).not.toContain("Nests");
      expect(output.next_offset).toBeNull();
    }
    const part = await fetch(host.origin, { section: "what they eat", max_chars: 100 });
    const rest = await fetch(host.origin, { section: "what they eat", offset: part.output.next_offset ?? 0 });
    expect(part.output.text + rest.output.text).toBe(
      whole.slice(part.output.section?.offset, part.output.section?.end),
    );
    expect((await fetch(`${host.origin}/#nowhere`)).text).toContain("#nowhere, which was not found");
    const missing = await fetch(host.origin, { section: "Nesting" });
    expect(missing).toMatchObject({ ok: false, error: { code: "no_match" } });
    expect(missing.text).toMatch(/<untrusted-\w+[\s\S]*Nests[\s\S]*<\/untrusted/);
  });

  test("headings in code are none", async () => {
    const text = `# A\n\n\`\`\`sh\n# B\n\`\`\`\n\n## B\n\n${sentence}\n`;
    await using host = await playHost({ "/": say(text, { "content-type": "text/markdown" }) });
    expect((await open()(host.origin, { section: "B" })).output.text).toBe(`## B\n\n${sentence}\n`);
  });
});
