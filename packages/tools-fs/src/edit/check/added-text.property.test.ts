import { ToolError } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeFile } from "../../text/codec.ts";
import { applySplices } from "../../text/lines.ts";
import { planEdit } from "../plan-edit.ts";

const words = [
  "Price",
  "a",
  "“b”",
  '"c"',
  "it’s",
  "it's",
  "—",
  "-",
  "–",
  "x=1;",
  "//",
  "10\u00a0km",
  "(d)",
  "e\u0301",
  "é",
];
const gap = fc.constantFrom(" ", " ", "  ", "\u00a0");
const line = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...words), gap), { minLength: 1, maxLength: 4 }),
    fc.constantFrom("", "", " ", "  "),
  )
  .map(([parts, end]) => parts.flat().slice(0, -1).join("") + end);

/** How arguments differ from a file on their way through a model. */
const bridge = fc.constantFrom<(text: string) => string>(
  (text) => text.replace(/[—–]/g, "-"),
  (text) => text.replace(/[“”]/g, '"').replaceAll("’", "'"),
  (text) => text.replaceAll('"', "“").replaceAll("'", "’"),
  (text) => text.replaceAll("\u00a0", " "),
  (text) => text.replace(/ +/g, " "),
  (text) => text.replace(/(\S) (?=\S)/g, "$1  "),
  (text) => text.replace(/ +$/gm, ""),
  (text) => text.replace(/$/gm, "  "),
  (text) => text.normalize("NFD"),
);
const ending = fc.constantFrom("\n", "\r\n");

test("lines that an edit adds stand in the file as they were sent, and all others as they were", () => {
  let applied = 0;
  const edit = fc.record({
    above: fc.array(line, { maxLength: 2 }),
    kept: fc.array(line, { minLength: 1, maxLength: 4 }),
    below: fc.array(line, { maxLength: 2 }),
    added: fc.array(line, { minLength: 1, maxLength: 2 }),
    at: fc.nat(),
    bridge,
    eol: ending,
  });
  fc.assert(
    fc.property(edit, ({ above, kept, below, added, at, bridge: spell, eol }) => {
      const write = (...lines: readonly string[][]) =>
        lines
          .flat()
          .map((each) => each + eol)
          .join("");
      const text = write(above, kept, below);
      const file = decodeFile(new TextEncoder().encode(text), "utf-8");
      if (file.kind !== "text") return true;
      const quoted = kept.map(spell);
      const from = at % (kept.length + 1);
      const fresh = [...quoted.slice(0, from), ...added, ...quoted.slice(from)];
      const send = (lines: readonly string[]) => lines.map((each) => `${each}\n`).join("");
      try {
        const plan = planEdit(file, { path: "/f", old: send(quoted), new: send(fresh), replaceAll: false });
        const after = applySplices(file.text, plan.text);
        // Below or above may stand what the arguments quote to the letter.
        if (plan.text[0]!.start !== write(above).length) return true;
        applied++;
        // Added lines that are equal to the one beside them may stand on either side of it.
        const places = kept.map((_, i) => i).concat(kept.length);
        return places.some(
          (i) =>
            after === write(above, kept.slice(0, i), added, kept.slice(i), below) && sameLines(fresh, quoted, added, i),
        );
      } catch (error) {
        return ToolError.is(error) && ["no_match", "ambiguous"].includes(error.code);
      }
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 3_000 : 400 },
  );
  expect(applied).toBeGreaterThan(300);
});

/** Whether lines added at `i` give the new text. */
const sameLines = (fresh: readonly string[], quoted: readonly string[], added: readonly string[], i: number): boolean =>
  [...quoted.slice(0, i), ...added, ...quoted.slice(i)].join("\n") === fresh.join("\n");
