import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { expect, test } from "vitest";
import { lostText } from "./measure-pages.ts";

const compiler = NodeCompiler.create({ workspace: import.meta.dirname });

/** What is lost of some texts on pages of 200 by 100 points. */
function lost(content: string, ...texts: readonly string[]) {
  const { result } = compiler.compile({
    mainFileContent: `#set page(width: 200pt, height: 100pt, margin: 20pt)\n#set text(size: 10pt)\n${content}`,
  });
  if (!result) throw new Error("it does not compile");
  const doc = JSON.stringify({ blocks: texts.map((v) => ({ t: "text", c: [{ t: "text", v }] })) });
  return lostText(compiler.svg(result), doc, result.numOfPages);
}

const long = "0123456789abcdef".repeat(3);

test.each<[string, string, readonly string[]]>([
  ["text in several styles", "one *two* _three_", ["one ", "two", "three"]],
  ["characters that drawings escape", 'a \\< b & c " \u00e9', ["a < b & c \u00e9"]],
  ["ligatures", "office fluff", ["office fluff"]],
  ["several pages, one of them turned", "a #pagebreak() b #page(flipped: true)[#h(140pt) wide]", ["a", "b", "wide"]],
  ["turned text", "#rotate(90deg, reflow: true)[turned]", ["turned"]],
  ["columns side by side", "#table(columns: 3, [one], [two], [three])", ["one", "two", "three"]],
  ["text from right to left", '#set text(font: "Libertinus Serif")\n\u05d0\u05d1 ab', ["\u05d0\u05d1", "ab"]],
])("nothing of %s", (_, content, texts) => {
  expect(lost(content, ...texts)).toEqual([]);
});

test.each<[string, string, readonly string[], RegExp]>([
  ["leaves its page on the right", long, [long], /^0123/],
  ["leaves its page below", "#block(height: 90pt)[a] #place(dy: 60pt)[below]", ["a", "below"], /^below/],
  [
    "is in a column that is too narrow",
    `#table(columns: (20pt, 60pt), [0123456789abcdef], [beside])`,
    ["0123456789abcdef", "beside"],
    /^beside|^0123/,
  ],
  ["leaves a page that is turned", `#page(flipped: true)[${"W".repeat(20)}]`, ["W".repeat(20)], /^WWW/],
  ["is nowhere", "one", ["one", "two"], /^[otw]+$/],
])("what %s", (_, content, texts, name) => {
  expect(lost(content, ...texts)).toEqual([expect.stringMatching(name)]);
});

test("undefined if the drawing has another number of pages", () => {
  expect(lostText("<svg></svg>", "{}", 1)).toBeUndefined();
});
