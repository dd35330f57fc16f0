import { describe, expect, it } from "vitest";
import { formsOf } from "./forms.ts";
import { createStreamReplacer } from "./replace-stream.ts";

const through = (pieces: readonly string[], replacements: Parameters<typeof createStreamReplacer>[0]) => {
  const { push, flush } = createStreamReplacer(replacements);
  return [...pieces.map((piece) => push(Buffer.from(piece, "latin1"))), flush()].map((piece) =>
    piece.toString("latin1"),
  );
};

describe("texts in bytes that come in pieces", () => {
  it("are replaced wherever they are parted, the longest first, and other bytes stay", () => {
    const replacements = [
      { from: "abcab", to: "<long>" },
      { from: "abc", to: "<short>" },
      { from: "\xff\x00+", to: "<bytes>" },
    ];
    const text = "ababcab abcabcab \xff\xff\x00+ab\xfe abc";
    const whole = through([text], replacements).join("");
    expect(whole).toBe("ab<long> <long>cab \xff<bytes>ab\xfe <short>");
    for (let a = 0; a <= text.length; a++)
      for (let b = a; b <= text.length; b++)
        expect(through([text.slice(0, a), text.slice(a, b), text.slice(b)], replacements).join("")).toBe(whole);
  });

  it("hold back only what may be a beginning", () => {
    expect(through(["so ab", "x", "ab"], [{ from: "abc", to: "!" }])).toEqual(["so ", "abx", "", "ab"]);
    expect(through(["any"], [])).toEqual(["any", ""]);
  });

  it("are told before anything of them is given out", () => {
    const { push } = createStreamReplacer([{ from: "abc", to: "" }], () => {
      throw new Error("found");
    });
    expect(String(push(Buffer.from("ab")))).toBe("");
    expect(() => push(Buffer.from("c"))).toThrow("found");
  });
});

it("a value is found in base64 whatever stands around it", () => {
  const value = "tkn/8fJ2mQx7+Lw0ZrT4v=";
  for (let before = 0; before < 4; before++)
    for (let after = 0; after < 4; after++)
      for (const encoding of ["base64", "base64url"] as const) {
        const text = Buffer.from(`${"x".repeat(before)}${value}${"y".repeat(after)}`).toString(encoding);
        expect([before, after, formsOf(value).some((form) => text.includes(form))]).toEqual([before, after, true]);
      }
});
