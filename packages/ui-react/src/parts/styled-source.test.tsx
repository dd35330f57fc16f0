import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StyledSource } from "./styled-source.tsx";

const html = (text: string) => renderToStaticMarkup(<StyledSource text={text} />);

/** What is there to be read. */
const readable = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

test("headings, lists, quotes and code can be told apart", () => {
  const kinds = [
    ...html("# A\n1. b\n> c\n~~~ts\n# not a heading\n~~~\nd `e` **f**").matchAll(/class="holdall-line-(\w+)"/g),
  ];
  expect(kinds.map(([, kind]) => kind)).toEqual(["heading", "item", "quote", "fence", "code", "fence", "text"]);
  expect(html("d `e` **f**")).toContain("<code>`e`</code> <b>**f**</b>");
});

test("attack: of a text nothing is left out and nothing becomes a part of the page", () => {
  const parts = [
    "<!-- hidden -->",
    "[safe](https://evil.example)",
    "![x](y)",
    "[a]: b",
    "```",
    "`",
    "**",
    "#",
    "> ",
    "- ",
    "\n",
    " ",
    "<b>",
    "x",
  ];
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((each) => each.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      expect(readable(html(text))).toBe(text);
      expect(html(text)).not.toMatch(/<(a|img|script)[ >]/);
    }),
    { seed: 21, numRuns: 200 },
  );
});
