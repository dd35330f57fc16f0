import { expect, test } from "vitest";
import { foldText, formsOf } from "./fold-text.ts";

const samples = [
  "",
  " ",
  "  Ann@Example.COM ",
  "The  plan   of the week 12",
  "a\tb\nc",
  "~!@#$%^&*()_+`-={}|[]\\:\";'<>?,./",
  ...Array.from({ length: 200 }, (_, seed) =>
    Array.from({ length: seed % 40 }, (_, at) => String.fromCharCode(32 + ((seed * 31 + at * at * 17) % 95))).join(""),
  ),
];

test("plain text is folded as it is beside characters that are no ASCII", () => {
  for (const text of samples) {
    // The zero-width space is removed, after the text has gone the way of any Unicode text.
    expect(foldText(`${text}\u200b`), JSON.stringify(text)).toBe(foldText(text));
    expect(formsOf(`${text}é`).squeezed, JSON.stringify(text)).toBe(`${formsOf(text).squeezed}é`);
  }
});

test("case, width, runs of spaces and invisible characters do not count", () => {
  expect(foldText("  Ｅvil\u200b .\u00a0 COM\n")).toBe("evil . com");
  expect(formsOf("EVIL [.] com").squeezed).toBe("evilcom");
});
