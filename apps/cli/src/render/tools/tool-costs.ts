import type { Screen } from "../screen.ts";
import { styleFor } from "../style.ts";
import { columns, counted } from "../text.ts";
import type { ToolCosts } from "./cost-of-tools.ts";

/** What each tool costs, the most expensive first, and the sums. */
export function renderToolCosts({ tools, definitions, instructions, total }: ToolCosts, screen: Screen): string[] {
  const style = styleFor(screen);
  const sums: readonly (readonly [string, number])[] = [
    [counted(tools.length, "tool"), definitions],
    ["instructions", instructions],
    ["together", total],
  ];
  const width = Math.max(...[...tools.map(({ name }) => name), ...sums.map(([what]) => what)].map(columns));
  const line = (what: string, tokens: number) => `  ${what.padEnd(width)}  ${String(tokens).padStart(7)}`;
  return [
    style.dim(`  ${"".padEnd(width)}  ${"tokens".padStart(7)}`),
    ...tools.toSorted((a, b) => b.tokens - a.tokens).map(({ name, tokens }) => line(name, tokens)),
    "",
    ...sums.map(([what, tokens]) => line(what, tokens)),
    "",
    style.dim("Estimated; the tokenizers of models differ by about a tenth."),
  ];
}
