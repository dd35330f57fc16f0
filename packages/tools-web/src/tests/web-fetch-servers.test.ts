import { describe, expect, test } from "vitest";
import { article, html, openFetch as open, sentence } from "../fetch/web-fetch.fixture.ts";
import { encoders, playHost, playRaw, redirectTo, say } from "../http/hostile-server.fixture.ts";

describe("servers that do not behave", () => {
  test.for([403, 404, 429, 503])("status %i is a result with what the server says", async (status) => {
    await using host = await playHost({
      "/": say("<p>Slow down, please.</p>", { ...html, "retry-after": "120" }, status),
    });
    const { ok, output, text } = await open()(host.origin);
    expect({ ok, output }).toMatchObject({
      ok: true,
      output: { status, retry_after: 120, text: "Slow down, please.\n" },
    });
    expect(text).toContain(`status ${status}`);
    expect(text).toContain("after 120 s");
  });

  test("a challenge for browsers is named", async () => {
    await using host = await playHost({
      "/": say("<p>Just a moment…</p>", { ...html, "cf-mitigated": "challenge" }, 403),
    });
    expect((await open()(host.origin)).text).toContain("requires a human in a browser");
  });

  test("a redirect to another host is told with what to call next", async () => {
    await using host = await playHost({ "/": redirectTo("https://elsewhere.example/x") });
    const { output, text } = await open()(host.origin);
    expect(output).toMatchObject({ status: 302, redirect: { to: "https://elsewhere.example/x" } });
    expect(text).toContain("It redirects to https://elsewhere.example/x. Not followed");
    expect(text).toContain("Call again with that URL");
  });

  test("a page that sends its readers on by itself is told like a redirect", async () => {
    const forward =
      '<html><head><meta http-equiv="refresh" content="0; url=\'/new?a=1\'"></head><body>Moved.</body></html>';
    const reload = '<html><head><meta http-equiv="refresh" content="300"></head><body>News.</body></html>';
    await using host = await playHost({ "/old": say(forward, html), "/news": say(reload, html) });
    const { output, text } = await open()(`${host.origin}/old`);
    expect(output.redirect?.to).toBe(`${host.origin}/new?a=1`);
    expect(text).toContain("the page itself sends its readers there");
    expect((await open()(`${host.origin}/news`)).output.redirect).toBeUndefined();
  });

  test("a body that ends early is an error, not half a page", async () => {
    await using host = await playRaw((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 9000\r\n\r\n${article}`),
    );
    expect(await open()(host.origin)).toMatchObject({ ok: false, error: { code: "unavailable" } });
  });

  test.for(["gzip", "br", "zstd"] as const)("a bomb of %s is read to its limit and no further", async (name) => {
    const bomb = encoders[name](Buffer.alloc(15_000_000, "herons "));
    await using host = await playHost({ "/": say(bomb, { "content-type": "text/plain", "content-encoding": name }) });
    const { output, text } = await open()(host.origin);
    expect(output).toMatchObject({ bytes: 10_000_000, left_out: { too_large: true }, next_offset: 20_000 });
    expect(text).toContain("larger than the 10000000 bytes");
  });

  test("huge HTML is read to its limit, quickly, and says so", async () => {
    const huge = `<html><body><article>${`<p>${sentence}</p>`.repeat(130_000)}</article></body></html>`;
    await using host = await playHost({ "/": say(huge, html) });
    const { output, text } = await open()(host.origin);
    expect(output.left_out?.too_large).toBe(true);
    expect(text).toContain("of which the first 4000000 were read");
  });
});
