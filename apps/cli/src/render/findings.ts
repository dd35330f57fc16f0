import type { Finding } from "../doctor/finding.ts";
import type { Screen } from "./screen.ts";
import { styleFor } from "./style.ts";
import { wrap } from "./text.ts";

/** Findings as lines: mark, name, text, and below it how to fix it. */
export function renderFindings(findings: readonly Finding[], screen: Screen): string[] {
  const { green, yellow, red, bold, dim } = styleFor(screen);
  const marks = { works: green("✓"), missing: yellow("–"), broken: red("✗") };
  const width = Math.max(...findings.map(({ name }) => name.length));
  const indent = " ".repeat(width + 4);
  return findings.flatMap(({ name, state, text, fix }) => {
    const [first = "", ...rest] = wrap(text, screen.width - indent.length);
    const below = fix === undefined ? rest : [...rest, ...wrap(`→ ${fix}`, screen.width - indent.length).map(dim)];
    return [`${marks[state]} ${bold(name.padEnd(width))}  ${first}`, ...below.map((line) => indent + line)];
  });
}
