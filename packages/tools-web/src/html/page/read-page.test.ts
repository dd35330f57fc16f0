import { expect, test, vi } from "vitest";
import { readPage } from "./read-page.ts";

const url = "https://example.org/docs/page.html";
const prose = "This sentence is long enough to be taken for the text of an article, with commas, and more. ".repeat(3);
const article = (inner: string, head = "") =>
  `<html lang="en"><head><title>T</title>${head}</head><body><nav><a href="/">Home</a></nav>` +
  `<article><p>${prose}</p>${inner}<p>${prose}</p></article><footer>Imprint</footer></body></html>`;
const markdownOf = async (html: string) => (await readPage(html, { url })).markdown;

test("an article without what surrounds it", async () => {
  const page = await readPage(article("<h2>Part</h2>"), { url });
  expect(page).toMatchObject({ stage: "article", title: "T", language: "en" });
  expect(page.markdown).toContain("## Part");
  expect(page.markdown).not.toMatch(/Home|Imprint/);
});

test.each([
  ['<pre><code class="language-ts">let a  = 1;\n\n\n  b();</code></pre>', "```ts\nlet a  = 1;\n\n\n  b();\n```"],
  ['<div class="highlight-source-js"><pre>x</pre></div>', "```js\nx\n```"],
  ['<pre class="hljs rust"><span>fn</span> main() {}</pre>', "```rust\nfn main() {}\n```"],
  ['<pre data-lang="go">a<br>b</pre>', "```go\na\nb\n```"],
  ["<pre>```\nin\n```</pre>", "````\n```\nin\n```\n````"],
  ["<ul><li>a<ul><li>b<ol start=3><li>c</ol></ul></ul>", "- a\n  - b\n    3. c"],
  ["<p>see <a href='../x?a=1&amp;b=2#y'>it <b>now</b></a></p>", "see [it **now**](https://example.org/x?a=1&b=2#y)"],
  ["<p><img src=a.png alt='A [b]'></p>", "![A \\[b\\]](https://example.org/docs/a.png)"],
  ["<p>x <img src='data:image/png;base64,AAAA' alt='Plot'> y</p>", "x Plot y"],
  ["<p><img src='data:image/gif;base64,R0' data-src='/late.png' alt='L'></p>", "![L](https://example.org/late.png)"],
  ["<p>a * b * c, snake_case, 1 &lt; 2, [x] and *y*</p>", "a * b * c, snake_case, 1 < 2, [x] and \\*y\\*"],
  ["<p># no heading</p>", "\\# no heading"],
  ["<p>1. no list</p>", "1\\. no list"],
  ["<p>one<br>two</p>", "one  \ntwo"],
  [
    "<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td>x<br>y</td></tr></table>",
    "| a | b |\n| --- | --- |\n| 1\\|2 | x<br>y |",
  ],
  [
    "<table><tr><th colspan=2>ab</th><th>c</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>",
    "| ab |  | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |",
  ],
  ["<p>E = mc<sup>2</sup></p>", "E = mc<sup>2</sup>"],
  ["<p><a href='javascript:steal()'>press</a></p>", "press"],
])("%s", async (html, expected) => {
  expect(await markdownOf(article(html))).toContain(`\n\n${expected}\n\n`);
});

test.each([
  ["hidden", "<p hidden>SECRET</p>"],
  ["display", "<p style='display: NONE !important'>SECRET</p>"],
  ["visibility", "<p style='color:red;visibility:hidden'>SECRET</p>"],
  ["opacity", "<p style='opacity:0.0'>SECRET</p>"],
  ["font size", "<p style='font-size:0px'>SECRET</p>"],
  ["off screen", "<p style='position:absolute;left:-9999px'>SECRET</p>"],
  ["indented away", "<p style='text-indent:-9999px'>SECRET</p>"],
  ["clipped", "<p style='overflow:hidden;height:1px;width:1px'>SECRET</p>"],
  ["aria-hidden", "<p aria-hidden=true>SECRET</p>"],
  ["a comment", "<!-- SECRET -->"],
  ["a template", "<template><p>SECRET</p></template>"],
  ["noscript", "<noscript><p>SECRET</p></noscript>"],
  ["a script", "<script>SECRET</script>"],
  ["inside something hidden", "<div hidden><div><p>SECRET</p></div></div>"],
])("what readers cannot see is not there: %s", async (_, html) => {
  const page = await readPage(article(html), { url });
  expect([page.markdown, page.text, page.html].join()).not.toContain("SECRET");
});

test("what only looks like hiding stays", async () => {
  const shown = "<p style='text-indent:2em;font-weight:400;margin:0;opacity:0.9;word-spacing:0'>SHOWN</p>";
  expect(await markdownOf(article(shown))).toContain("SHOWN");
});

test("a header and footer inside the article stay, in every stage", async () => {
  const page = await readPage(
    "<main><header><h1>Title of it</h1></header><p>Some short text of the page.</p><footer>Written by A</footer></main><footer>Imprint</footer>",
    { url },
  );
  expect(page.markdown).toMatch(/Title of it[\s\S]*Some short text[\s\S]*Written by A/);
  expect(page.markdown).not.toContain("Imprint");
});

test("what React sends late and hidden is put in its place", async () => {
  const html = `<body><main><h1>Docs</h1><template id="B:0"></template><p>What follows it.</p></main><div hidden id="S:0"><p>${prose}</p></div><script>$RC("B:0","S:0")</script></body>`;
  expect(await markdownOf(html)).toMatch(/Docs[\s\S]*long enough[\s\S]*What follows it\./);
});

test("a page that hides itself until its script runs is read", async () => {
  const page = await readPage(
    `<body style="opacity:0"><div id="app" style="visibility:hidden"><p>${prose}</p></div></body>`,
    { url },
  );
  expect(page.text).toContain("long enough");
});

test("a page of links only falls back to its body", async () => {
  const list = Array.from({ length: 60 }, (_, i) => `<li><a href="/${i}">Entry number ${i}</a></li>`).join("");
  const page = await readPage(`<body><nav>Menu</nav><ul>${list}</ul></body>`, { url });
  expect(page.markdown).toContain("Entry number 59");
});

test("a page of chrome only falls back to everything, an empty one to what it says without scripts", async () => {
  expect(await readPage("<nav><a href=/a>One</a></nav>", { url })).toMatchObject({ stage: "raw", text: "One" });
  const bare = await readPage("<div id=root></div><noscript>Enable JavaScript</noscript>", { url });
  expect(bare).toMatchObject({ stage: "raw", text: "Enable JavaScript" });
  expect(await readPage("", { url })).toMatchObject({ stage: "raw", markdown: "", text: "", links: [] });
});

test("base href is honored, and links come once", async () => {
  const page = await readPage(article("<p><a href=a>A</a> <a href=a>again</a></p>", "<base href='/root/'>"), { url });
  expect(page.links).toEqual([{ text: "A", url: "https://example.org/root/a" }]);
});

test("nothing is printed, whatever the page", async () => {
  const log = vi.spyOn(console, "log");
  await readPage("<a:b c=1><x y='\">'><svg/><p =''><script type=application/ld+json><</script>", { url });
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});
