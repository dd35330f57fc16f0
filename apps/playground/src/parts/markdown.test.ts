import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";

const html = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));

test("Markdown is drawn: paragraphs, headings, lists, quotes, code, emphasis, links", () => {
  expect(html("# A `b`\n\none\ntwo **bold** *it*\n- x\n  more\n- y\n\n3. z\n> q\n\n```js\n**a**\n```\nend")).toBe(
    "<p><strong>A <code>b</code></strong></p><p>one\ntwo <strong>bold</strong> <em>it</em></p><ul><li>x more</li><li>y</li></ul>" +
      '<ol start="3"><li>z</li></ol><blockquote>q</blockquote><pre tabindex="0"><code>**a**</code></pre><p>end</p>',
  );
  expect(html("[a](https://a.example/x)")).toBe(
    '<p><a href="https://a.example/x" target="_blank" rel="noopener noreferrer nofollow">a</a></p>',
  );
});

test("nothing of it becomes HTML, and addresses that run are no links; every text ends", () => {
  expect(html("<img src=x onerror=alert(1)> [a](javascript:alert(1))")).toBe(
    "<p>&lt;img src=x onerror=alert(1)&gt; [a](javascript:alert(1))</p>",
  );
  for (const odd of ["```", "- ", "> ", "#", "**", "1.", "```\n", "  - a\n> b\n# c\n~~~"])
    expect(html(`${odd}\nx`)).toContain("x");
});
