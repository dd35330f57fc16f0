import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../markdown/plain-text.ts";
import { toMarkdown } from "../markdown/to-markdown.ts";
import { parseMarkup } from "../parse-markup.ts";
import { readPage } from "./read-page.ts";

const url = "https://example.org/a/";
const tags =
  "div p span a b em ul ol li table tr td th thead caption pre code blockquote h1 h3 br img hr dl dt dd script style title head body html svg math sup iframe input select template noscript article main nav".split(
    " ",
  );
const piece = fc.oneof(
  fc.constantFrom(...tags).map((tag) => `<${tag}>`),
  fc.constantFrom(...tags).map((tag) => `</${tag}>`),
  fc
    .tuple(
      fc.constantFrom(...tags),
      fc.constantFrom(
        "href=/x",
        "hidden",
        "style='display:none",
        "colspan=9999",
        "class=language-js",
        '="',
        "src='data:,'",
        "start=-3",
      ),
    )
    .map(([tag, attribute]) => `<${tag} ${attribute}>`),
  fc.constantFrom(
    "<",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "&",
    "&amp;",
    "&#x110000;",
    "&#0;",
    "\0",
    "\u2028",
    "`",
    "```",
    "*",
    "_",
    "[",
    "](",
    "\\",
    "#",
    "- ",
    "1. ",
    "|",
    "\n",
    "\r",
    "  ",
    "\u00a0",
    "\ud800",
  ),
  fc.string({ maxLength: 12 }),
);
const soup = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(""));

test("no markup makes it throw, and all parts are text", async () => {
  await fc.assert(
    fc.asyncProperty(soup, async (html) => {
      const page = await readPage(html, { url });
      for (const part of [page.markdown, page.text, page.html]) expect(typeof part).toBe("string");
      expect(page.links.every((link) => typeof link.url === "string")).toBe(true);
      expect(Array.isArray(page.tables)).toBe(true);
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 10_000 : 300 },
  );
});

test("code is never touched, whatever stands in it", () => {
  const code = fc
    .string({ unit: fc.constantFrom("`", "~", " ", "\n", "\t", "<", "&", "*", "x", "\\", "|", "#") })
    .filter((text) => text.trim() !== "");
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  fc.assert(
    fc.property(code, (text) => {
      const markdown = toMarkdown(parseMarkup(`<pre><code>${escaped(text)}</code></pre>`));
      const [, fence, inner] = /^(`{3,})\n([\s\S]*?)\n?\1\n$/.exec(markdown) ?? [];
      expect(fence).toBeDefined();
      expect(inner).toBe(text.replace(/\n$/, ""));
    }),
  );
});

test("plain words come through in their order", () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom("p", "li", "h2", "div", "b", "td", "span"), word)), (parts) => {
      const html = parts.map(([tag, text]) => `<${tag}>${text} </${tag}>`).join("");
      const words = parts.map(([, text]) => text);
      const root = parseMarkup(html);
      expect(plainText(root).split(/\s+/).filter(Boolean)).toEqual(words);
      expect(toMarkdown(root).match(/[a-z]+/g) ?? []).toEqual(words);
    }),
  );
});

const many = 50_000;
test.each<[name: string, html: string]>([
  ["nested blocks", "<div>".repeat(many)],
  ["nested inline elements closed by others", `${"<b>".repeat(many)}x${"</i>".repeat(many)}`],
  ["nested lists", "<ul><li>x".repeat(many / 5)],
  ["nested tables", "<table><tr><td>".repeat(many / 5)],
  ["nested quotes", "<blockquote>".repeat(many / 5)],
  ["attributes", `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(" ")}>x`],
  ["cells that span everything", `<table>${"<tr><td colspan=100000 rowspan=100000>x<td>y</tr>".repeat(500)}</table>`],
  ["signs that open nothing", "<".repeat(many * 4)],
  ["references", "&amp;".repeat(many)],
  ["comments that do not end", "<!--".repeat(many)],
  ["emphasis", `<p>${"<b>x</b><i>y</i>".repeat(many / 5)}`],
  ["blanks", `<p>x${" ".repeat(many * 10)}y`],
  ["brackets", "[".repeat(many * 2)],
  ["backticks in code", `<pre>${"`".repeat(many)}</pre><code>${"`".repeat(many)}</code>`],
])("much of one thing takes time by its length only: %s", async (_, html) => {
  const start = process.cpuUsage();
  const page = await readPage(html, { url });
  const length = page.markdown.length + page.text.length + page.html.length + page.links.length + page.tables.length;
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000_000).toBeLessThan(4);
  expect(length).toBeLessThan(40 * html.length + 1_000);
});
