import { compileGlob, compileTextPattern, PatternError, searchLines } from "@holdall/pattern-core";
import { type BenchRows, row } from "./harness.ts";

const many = "a".repeat(30_000);
const mixed = Array.from({ length: 30_000 }, (_, i) => "ab0 _x"[(i * 7919 + (i >> 3)) % 6]).join("");
const texts = [many, `${many}!`, mixed, `${" ".repeat(100_000)}x`, `${mixed.slice(0, 60)}\n`.repeat(2_000)];

const patterns = [
  "(a+)+$",
  "(a|aa)+$",
  "(.*)*[xy]",
  "(x+x+)+y",
  "a?".repeat(300) + "a".repeat(300),
  "(a{1000}){20}",
  "(a{5}){5}{5}{5}{5}",
  "(a|b)*a(a|b){14}",
  String.raw`(\w{1,30}\s?){300}$`,
  ".{1,1000}.{1,1000}b$",
  "((a{1,100}){1,100}){1,1}",
  `(${"a|".repeat(3_000)}b)+c`,
  `${"(".repeat(140)}a*${")*".repeat(140)}`,
];

const globs = [
  ["*a*a*a*a*a*b", many.slice(0, 250)],
  ["@(+(a+))+(b)", many.slice(0, 250)],
  ["+(a|aa)+(a|aa)b", many.slice(0, 2_000)],
  ["{a,b}".repeat(60), `${"ab".repeat(30)}c`],
  ["{1..1000}{1..1000}", "7"],
  ["**/".repeat(1_000), "a/".repeat(2_000)],
  ["[a-z]*".repeat(600), many.slice(0, 500)],
] as const;

/** Patterns that take other engines seconds or for ever: to read them and to search five texts of 30 to 120 KB, or to say no. */
export async function* hostileRows(): BenchRows {
  const slowest = { text: 0, glob: 0 };
  for (const pattern of patterns) {
    for (const text of texts) {
      slowest.text = Math.max(
        slowest.text,
        timeOf(() => searchLines(text, compileTextPattern(pattern)).next()),
      );
    }
  }
  for (const [pattern, path] of globs) {
    slowest.glob = Math.max(
      slowest.glob,
      timeOf(() => compileGlob(pattern).matches(path)),
    );
  }
  yield row("slowest hostile pattern, read and searched for", "nothing", slowest.text, { unit: "ms", most: 100 });
  yield row("slowest hostile glob, read and matched", "nothing", slowest.glob, { unit: "ms", most: 100 });
}

/** The best of three, as a busy moment of the machine says nothing about a pattern. */
function timeOf(run: () => unknown): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      try {
        run();
      } catch (error) {
        if (!PatternError.is(error)) throw error;
      }
      return performance.now() - start;
    }),
  );
}
