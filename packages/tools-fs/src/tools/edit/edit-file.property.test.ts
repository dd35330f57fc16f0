import { ToolError } from "@holdall/tool-core";
import fc from "fast-check";
import { describe, test } from "vitest";
import { planEdit } from "../../edit/plan-edit.ts";
import { editOnce } from "../../tests/_files.fixture.ts";
import { concatBytes } from "../../text/bytes.ts";
import { decodeFile } from "../../text/codec.ts";
import { applyByteSplices, encodeText, markOf } from "../../text/write.ts";

const words = fc.constantFrom(
  "alpha",
  "beta",
  "{",
  "}",
  "return",
  "$&",
  "$1",
  "$$",
  "“x”",
  "it’s",
  "–",
  "é",
  "日本",
  "a\u0301",
  "x=1;",
  "\\n",
  "😀",
);
const spaces = fc.constantFrom("", " ", "  ", "    ", "\t", "\t\t", "\u00a0");
const endings = fc.constantFrom("\n", "\r\n", "\n\n", "\r", "");
const line = fc
  .tuple(spaces, fc.array(fc.tuple(words, spaces), { maxLength: 4 }), endings)
  .map(([indent, parts, end]) => indent + parts.flat().join("") + end);
const texts = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(""));
const marked = fc.constantFrom(
  ["utf-8", 0],
  ["utf-8", 3],
  ["utf-16le", 2],
  ["utf-16be", 2],
  ["utf-32le", 4],
  ["gb18030", 0],
) as fc.Arbitrary<[string, number]>;

/** A part of the text, spelled a little differently, as models do. */
const distort = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replaceAll("\r\n", "\n"),
  (text) => text.replaceAll("\t", "    "),
  (text) => text.replace(/^ {2}/gm, ""),
  (text) => text.replaceAll("“", '"').replaceAll("”", '"').replaceAll("’", "'"),
  (text) => text.replace(/ /g, "  "),
  (text) => text.replace(/\n/g, "  \n"),
  (text) =>
    text
      .split("\n")
      .map((value, i) => `${i + 7}\t${value}`)
      .join("\n"),
);

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

describe("whatever the file, the encoding and the edit", () => {
  test("bytes outside the reported ranges are the same, and inside is the new text in the file's encoding", () => {
    fc.assert(
      fc.property(
        texts,
        marked,
        fc.nat(),
        fc.nat(),
        distort,
        texts,
        fc.boolean(),
        (text, [encoding, bom], from, size, spell, fresh, replaceAll) => {
          const bytes = concatBytes([markOf(encoding, bom), encodeSafely(text, encoding)]);
          const file = decodeFile(bytes, bom > 0 ? undefined : encoding);
          if (file.kind !== "text") throw new Error("not text");
          const start = from % (file.text.length + 1);
          const old = spell(file.text.slice(start, start + 1 + (size % 60)));
          try {
            const plan = planEdit(file, { path: "/f", old, new: fresh, replaceAll });
            const after = applyByteSplices(bytes, plan.bytes);
            let [before, behind] = [0, 0];
            for (const splice of plan.bytes) {
              const gap = splice.start - before;
              if (!same(bytes.subarray(before, splice.start), after.subarray(behind, behind + gap))) return false;
              if (!same(splice.bytes, after.subarray(behind + gap, behind + gap + splice.bytes.length))) return false;
              before = splice.end;
              behind += gap + splice.bytes.length;
            }
            if (!same(bytes.subarray(before), after.subarray(behind))) return false;
            const again = decodeFile(after, file.encoding);
            return (
              again.kind === "text" &&
              again.text ===
                plan.text.reduceRight(
                  (value, { start, end, text }) => value.slice(0, start) + text + value.slice(end),
                  file.text,
                )
            );
          } catch (error) {
            return ToolError.is(error) && ["no_match", "ambiguous", "no_op", "invalid_input"].includes(error.code);
          }
        },
      ),
      { numRuns: process.env.HOLDALL_STRESS ? 3_000 : 400 },
    );
  });

  test("an exact and unique old_string is replaced to the letter when neither side breaks lines", () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), words, (text, from, size, fresh) => {
        const file = decodeFile(new TextEncoder().encode(text));
        if (file.kind !== "text" || text === "") return true;
        const start = from % text.length;
        const old = text.slice(start, start + 1 + (size % 40));
        if (old.includes("\n") || old === fresh || !old.isWellFormed() || text.indexOf(old) !== text.lastIndexOf(old))
          return true;
        const plan = planEdit(file, { path: "/f", old, new: fresh, replaceAll: false });
        const at = text.indexOf(old);
        return (
          plan.tier === "exact" && plan.text.length === 1 && plan.text[0]!.start === at && plan.text[0]!.text === fresh
        );
      }),
      { numRuns: process.env.HOLDALL_STRESS ? 2_000 : 300 },
    );
  });

  test("a tolerant match never changes what is not white space or a look-alike outside the difference of old and new", () => {
    const squeeze = (value: string) => value.replace(/\s+/g, "");
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, from, size) => {
        const file = decodeFile(new TextEncoder().encode(text));
        if (file.kind !== "text" || text === "") return true;
        const start = from % text.length;
        const exact = text.slice(start, start + 1 + (size % 60));
        const old = exact.replace(/[ \t]+/g, "   ");
        try {
          const plan = planEdit(file, { path: "/f", old, new: `${old}NEW`, replaceAll: false });
          return plan.text.every(
            ({ start, end, text: put }) => squeeze(put) === `${squeeze(text.slice(start, end))}NEW`,
          );
        } catch (error) {
          return ToolError.is(error);
        }
      }),
      { numRuns: process.env.HOLDALL_STRESS ? 2_000 : 300 },
    );
  });

  test("through the tool, bytes that are no UTF-8 survive an edit beside them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), async (head, tail) => {
        const utf8 = new TextEncoder().encode("żółć – prose that is clearly UTF-8, ąęśźń; ");
        const bytes = concatBytes([
          utf8,
          head.map((byte) => byte | 32),
          new TextEncoder().encode("\nneedle\n"),
          tail.map((byte) => byte | 32),
          utf8,
        ]);
        const { code, bytes: read } = await editOnce(bytes, "needle", "pin");
        const after = await read("/f");
        if (code !== "ok") return same(after, bytes);
        const at = Buffer.from(bytes).indexOf("needle");
        return same(
          after,
          concatBytes([bytes.subarray(0, at), new TextEncoder().encode("pin"), bytes.subarray(at + 6)]),
        );
      }),
      { numRuns: process.env.HOLDALL_STRESS ? 300 : 80 },
    );
  });
});

function encodeSafely(text: string, encoding: string): Uint8Array {
  return encoding === "gb18030"
    ? encodeText(text.replace(/[^\x20-\x7e\t\r\n日本“”’–é]/gu, "?"), encoding)
    : encodeText(text, encoding);
}
