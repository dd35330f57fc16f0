import { describe, expect, test } from "vitest";
import { readPage } from "./read-page.ts";

/** Pages after public reports about other tools that turn HTML into Markdown. */
const markdownOf = async (html: string): Promise<string> =>
  (await readPage(html, { url: "https://example.org/" })).markdown.trim();

describe("a table that names its cells stays a table", () => {
  const table = (cell: string, head = "<tr><th>Key</th><th>Use</th></tr>") =>
    `<p>Before.</p><table>${head}<tr><td>a</td><td>${cell}</td></tr><tr><td>b</td><td>plain</td></tr></table><p>After.</p>`;
  const rows = (cell: string, [key, use] = ["Key", "Use"]) =>
    `Before.\n\n| ${key} | ${use} |\n| --- | --- |\n| a | ${cell} |\n| b | plain |\n\nAfter.`;

  test.each([
    ["a pre", "<pre>x = 1\n  y = 2\n</pre>", "`x = 1`<br>`  y = 2`"],
    ["a pre with an empty line", "<pre><code>a\n\nb</code></pre>", "`a`<br><br>`b`"],
    ["a pre with bars", "<pre>a | b</pre>", "`a \\| b`"],
    ["an empty pre", "x<pre> \n</pre>", "x"],
    ["text around a pre", "<p>Run</p><pre>go</pre><p>twice</p>", "Run<br>`go`<br>twice"],
    ["a nested table", "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>", "1 · 2<br>3 · 4"],
    [
      "a nested table with headers",
      "<table><tr><th>m</th><th>n</th></tr><tr><td>3</td><td>x|y</td></tr></table>",
      "m · n<br>3 · x\\|y",
    ],
    ["a heading", "<h3>Head</h3>text", "**Head**<br>text"],
    ["a quote", "<blockquote><p>said</p></blockquote>", "said"],
    ["a section", "<section><p>one</p><p>two</p></section>", "one<br>two"],
    ["a list", "<ul><li>one</li><li>two</li></ul>", "- one<br>- two"],
    ["a rule", "one<hr>two", "one<br>two"],
  ])("with %s in a cell", async (_, cell, expected) => {
    expect(await markdownOf(table(cell))).toBe(rows(expected));
  });

  test.each([
    ["thead", "<thead><tr><td>Key</td><td>Use</td></tr></thead>", ["Key", "Use"]],
    ["headers of rows", "<tr><th scope=row>k</th><td>u</td></tr>", undefined],
    ["a caption", "<caption>Keys</caption><tr><td>k</td><td>u</td></tr>", undefined],
  ])("by its %s", async (_, head, names) => {
    const made = await markdownOf(table("<pre>x</pre>", head));
    expect(made).toContain("| a | `x` |");
    if (names) expect(made).toBe(rows("`x`", names as [string, string]));
  });

  test.each([
    ["without any header", "<table><tr><td><pre>x</pre></td><td>y</td></tr><tr><td>1</td><td>2</td></tr></table>"],
    [
      "whose role says so",
      "<table role=presentation><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
    ],
    [
      "with the article in a cell",
      "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><article>text</article></td></tr></table>",
    ],
  ])("a table that arranges the page is none: %s", async (_, html) => {
    expect(await markdownOf(html)).not.toContain("| --- |");
  });
});

describe("the lines of a pre are kept", () => {
  const lines = ["let a = 1;", "  let b;", "done();"];
  const pre = (make: (line: string) => string, between = "", open = "<pre>", close = "</pre>") =>
    `<p>x</p>${open}${lines.map(make).join(between)}${close}<p>y</p>`;

  test.each([
    ["spans that are blocks by their style", pre((line) => `<span style="display:block">${line}</span>`)],
    [
      "spans that are blocks by a style sheet",
      `<style>pre .l{display:block}</style>${pre((line) => `<span class=l>${line}</span>`)}`,
    ],
    [
      "spans in code",
      pre((line) => `<span style="display: flex"><i>${line}</i></span>`, "", "<pre><code>", "</code></pre>"),
    ],
    [
      "spans with the class line",
      pre((line) => `<span class="line">${line}</span>`, "", "<pre class=shiki><code>", "</code></pre>"),
    ],
    ["spans with the class line between breaks", pre((line) => `<span class="line">${line}</span>`, "\n")],
    ["spans with data-line", pre((line) => `<span data-line="">${line}</span>`)],
    ["one code a line", pre((line) => `<code>${line}</code>`)],
    ["divs", pre((line) => `<div>${line}</div>`)],
    ["breaks", pre((line) => line, "<br>")],
    ["lines that end themselves", pre((line) => `<span class="line"><span class="cl">${line}\n</span></span>`)],
    [
      "rows",
      pre(
        (line) => `<tr><td class=gutter>1</td><td>${line}</td></tr>`,
        "",
        "<pre><table><tbody>",
        "</tbody></table></pre>",
      ),
    ],
  ])("%s", async (_, html) => {
    expect(await markdownOf(html)).toBe(`x\n\n\`\`\`\n${lines.join("\n")}\n\`\`\`\n\ny`);
    const { text } = await readPage(html, { url: "https://example.org/" });
    expect(text).toContain(lines.join("\n"));
  });

  test.each(["", "<style>.line{display:block}</style>"])("an empty line among them %s", async (style) => {
    const html = "<pre><span class=line>a</span><span class=line></span><span class=line>b</span></pre>";
    expect(await markdownOf(style + html)).toBe("```\na\n\nb\n```");
  });

  test("words in color on one line stay on it", async () => {
    expect(await markdownOf("<pre><code><span class=k>let</span><span> a</span></code></pre>")).toBe("```\nlet a\n```");
  });
});
