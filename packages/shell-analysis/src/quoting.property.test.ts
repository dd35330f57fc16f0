import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { analyzeCommand } from "./analyze-command.ts";
import { exact, toShell } from "./parse/arg.ts";

const word = fc.oneof(
  fc.string({ maxLength: 12, unit: "grapheme" }),
  fc.string({ maxLength: 12, unit: fc.constantFrom(..."'\"\\$`*?[]{}~!#&;|<>()=, \tax-") }),
);

it("canonical text means the same words to bash, and to the next reader", () => {
  const clean = fc.array(
    word.filter((text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\S ]/u.test(text)),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(clean, (words) => {
      const text = toShell(["printf", String.raw`%s\0`, ...words].map(exact));
      const said = execFileSync("bash", ["--norc", "-c", text], { encoding: "utf8" });
      expect(said.split("\0").slice(0, Math.max(words.length, 1))).toEqual(words.length > 0 ? words : [""]);
      const { programs, unknowns } = analyzeCommand(text);
      expect(unknowns).toEqual([]);
      expect(programs[0]?.argv.slice(2)).toEqual(words);
      expect(programs[0]?.text).toBe(text);
    }),
    { numRuns: 150 },
  );
});
