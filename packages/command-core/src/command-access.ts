import type { Access } from "@holdall/tool-core";
import type { CommandAnalysis } from "./analysis.ts";

/**
 * What a command touches, as a tool declares it: `execute` for each program with its canonical text, and its files and
 * hosts. A command with an unknown is also executed as a whole, as it was written: no rule that allows programs fits that.
 */
export function commandAccess({ source, programs, effects, unknowns }: CommandAnalysis): Access[] {
  const texts = new Set(programs.map(({ text }) => text));
  if (unknowns.length > 0 || texts.size === 0) texts.add(source);
  const accesses: Access[] = [...texts].map((target) => ({ action: "execute", target }));
  return [...accesses, ...effects.map(({ action, target }) => ({ action, target }))];
}
