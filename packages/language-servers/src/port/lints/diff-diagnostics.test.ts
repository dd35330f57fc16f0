import { type Path, toPath } from "@holdall/tool-core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Diagnostic, type DiagnosticSnapshot, diffDiagnostics, lineMap } from "./index.ts";

const path = toPath("/a.ts");

/** A problem in every line that has a `!`, named by the text after it. */
const snapshot = (text: string): DiagnosticSnapshot => ({
  diagnostics: text.split("\n").flatMap((line, at): Diagnostic[] => {
    const name = /!(\w*)/.exec(line)?.[1];
    return name === undefined
      ? []
      : [{ path, line: at + 1, column: 1, severity: "error", rule: "no", message: `Not "${name}" ${at}.`, tool: "t" }];
  }),
  texts: new Map<Path, string>([[path, text]]),
});

const statesOf = (now: string, before: string, earlier?: string) => {
  const diff = diffDiagnostics(snapshot(now), snapshot(before), earlier === undefined ? undefined : snapshot(earlier));
  return { now: diff.now.map(({ diagnostic, state }) => `${diagnostic.line} ${state}`), fixed: diff.fixed.length };
};

test.each([
  ["nothing changed", "a!x\nb", "a!x\nb", undefined, ["1 before"], 0],
  ["lines came above", "n\nn\na!x", "a!x", undefined, ["3 before"], 0],
  ["a line like it was added", "a!x\nb\na!x", "a!x\nb", undefined, ["1 before", "3 new"], 0],
  ["one above it", "a!x\na!x\nb", "a!x\nb", undefined, ["1 before", "2 new"], 0],
  ["it is gone", "a\nb", "a!x\nb", undefined, [], 1],
  ["another came in its place", "a\nb!y", "a!x\nb", undefined, ["2 new"], 1],
  ["caused earlier, and still there", "a!x\nb!y", "a!x\nb", "a!x\nb!y", ["1 before", "2 still"], 0],
  ["caused earlier, moved, and one more", "n\nb!y\nc!z", "b\nc", "b!y\nc", ["2 still", "3 new"], 0],
  ["caused earlier, and fixed", "a!x\nb", "a!x\nb", "a!x\nb!y", ["1 before"], 1],
] as const)("%s", (_, now, before, earlier, states, fixed) => {
  expect(statesOf(now, before, earlier)).toEqual({ now: states, fixed });
});

const lines = fc.array(fc.constantFrom("a", "b", "{", "}", "", "long line"), { maxLength: 12 });

test("a line map keeps order, and names only lines of the same text", () => {
  fc.assert(
    fc.property(lines, lines, (old, fresh) => {
      const map = lineMap(old.join("\n"), fresh.join("\r\n"));
      let last = 0;
      for (const [at, text] of old.entries()) {
        const line = map(at + 1);
        if (line === undefined) continue;
        expect(fresh[line - 1] ?? "").toBe(text);
        expect(line).toBeGreaterThan(last);
        last = line;
      }
    }),
    { numRuns: 200, seed: 3 },
  );
});

test("lines that stay are all found where the rest only grew", () => {
  fc.assert(
    fc.property(lines, lines, fc.nat(12), (old, added, place) => {
      const at = Math.min(place, old.length);
      const fresh = [...old.slice(0, at), ...added, ...old.slice(at)];
      if (old.length === 0) return;
      const map = lineMap(old.join("\n"), fresh.join("\n"));
      expect(old.filter((_, index) => map(index + 1) !== undefined)).toHaveLength(old.length);
    }),
    { numRuns: 200, seed: 4 },
  );
});
