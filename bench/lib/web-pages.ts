const line = (i: number) =>
  `<p>Paragraph ${i}, with some text, and a <a href="/page/${i}">link to it</a>, <b>bold</b>, <code>code_${i}</code> and so on, to fill a line of the article.</p>\n`;

const around = (body: string) =>
  `<!doctype html><html lang="en"><head><title>A long page</title><style>${".a{color:red}".repeat(500)}</style>` +
  `<script>${"var a = 1;".repeat(1_000)}</script></head><body><nav>${'<a href="/">Home</a> '.repeat(30)}</nav>` +
  `<main><article><h1>A long page</h1>${body}</article></main><footer>Imprint</footer></body></html>`;

/** Pages of about so many characters, each of another kind. */
export const webPages: Readonly<Record<string, (size: number) => string>> = {
  prose: (size) => around(repeated(line, size)),
  table: (size) => around(`<table>${repeated((i) => `<tr>${`<td>${i}</td>`.repeat(10)}</tr>`, size)}</table>`),
  code: (size) =>
    around(
      repeated(
        (i) => `<h2>Part ${i}</h2>${line(i)}<pre><code class="language-js">let a${i} = [${i}];\n</code></pre>`,
        size,
      ),
    ),
  lists: (size) => around(repeated((i) => `<ul><li>${i}<ul><li><a href="#${i}">x</a></li></ul></li></ul>`, size)),
};

function repeated(part: (i: number) => string, size: number): string {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < size; i++) {
    parts.push(part(i));
    length += parts[i]!.length;
  }
  return parts.join("");
}
