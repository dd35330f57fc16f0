import { expect, test } from "vitest";
import { readPage } from "./read-page.ts";

const url = "https://example.org/docs/page.html";
const prose = "This sentence is long enough to be taken for the text of an article, with commas, and more. ".repeat(6);
const read = (inner: string, around = "") =>
  readPage(`<title>T</title><body><article><p>${prose}</p>${inner}<p>${prose}</p></article>${around}</body>`, { url });

test("an article is found however much else the page has", async () => {
  const links = Array.from({ length: 400 }, (_, i) => `<li><a href="/${i}">Offer ${i}, and what it is called</a></li>`);
  const { stage, text } = await read("", `<ul>${links.join("")}</ul>`);
  expect(stage).toBe("article");
  expect(text).toContain("long enough");
  expect(text).not.toContain("Offer 17");
});

test.each([
  ["a file's name", '<img src="a.png" alt="IMG_2041.JPG">'],
  ["a camera's name", '<img src="a.png" alt="DSC00042">'],
  [
    "a caption's words",
    '<figure><img src="a.png" alt="The harbor at dawn"><figcaption>The harbor, at dawn.</figcaption></figure>',
  ],
])("an image keeps its place and loses a text that is %s", async (_, html) => {
  const { markdown, text } = await read(html);
  expect(markdown).toContain("![](https://example.org/docs/a.png)");
  expect(text).not.toMatch(/IMG_2041|DSC00042|dawn[\s\S]*dawn/);
});

test("of images with one text the first keeps it, and formulas, symbols and single words keep theirs", async () => {
  const { markdown } = await read(
    [
      "A view of the harbor",
      "A view of the harbor",
      "\\frac{a}{b} + \\frac{c}{d}",
      "\\frac{a}{b} + \\frac{c}{d}",
      "🎉",
      "🎉",
      "Plot",
    ]
      .map((alt, i) => `<p><img src="${i}.png" alt="${alt}"></p>`)
      .join(""),
  );
  expect(markdown.match(/A view of the harbor/g)).toHaveLength(1);
  expect(markdown.match(/frac/g)).toHaveLength(4);
  expect(markdown.match(/🎉/g)).toHaveLength(2);
  expect(markdown).toContain("![Plot]");
});

test("a page of images keeps all their texts", async () => {
  const { text } = await readPage(
    '<body><img src="a.png" alt="first-photo.jpg"><img src="b.png" alt="second-photo.jpg"></body>',
    { url },
  );
  expect(text).toMatch(/first-photo\.jpg.*second-photo\.jpg/s);
});
