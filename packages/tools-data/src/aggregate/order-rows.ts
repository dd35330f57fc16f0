import { ToolError } from "@holdall/tool-core";
import { compareNumberTexts } from "../table/compare-numbers.ts";

type Out = Readonly<Record<string, unknown>>;

/** Rows in the order of some names, `-name` for descending; the sort is stable. Missing values come last. */
export function orderRows(rows: readonly Out[], order: readonly string[], names: readonly string[]): readonly Out[] {
  const keys = order.map((written) => {
    const [, said = "", direction = ""] = /^-?(.*?)(?:\s+(asc|desc)(?:ending)?)?$/is.exec(written) ?? [];
    const name = nameFor(said, names);
    if (name === undefined)
      throw new ToolError("invalid_input", `The rows cannot be ordered by ${JSON.stringify(written.slice(0, 80))}.`, {
        hint: `Use one of ${names.map((each) => JSON.stringify(each)).join(", ")}, with a leading - for descending order.`,
      });
    return { name, sign: written.startsWith("-") || direction.toLowerCase() === "desc" ? -1 : 1 };
  });
  return [...rows].sort((one, other) => {
    for (const { name, sign } of keys) {
      const found = compare(one[name], other[name], sign);
      if (found !== 0) return found;
    }
    return 0;
  });
}

/** A name of the result; a measure is also known by its operation, its column or as it is called, where only one fits. */
function nameFor(said: string, names: readonly string[]): string | undefined {
  if (names.includes(said)) return said;
  const folded = said
    .toLowerCase()
    .replace(/\W+/g, "_")
    .replace(/^_+|_+$/g, "");
  const near = names.filter((name) => {
    const each = name.toLowerCase();
    return each === folded || each.startsWith(`${folded}_`) || each.endsWith(`_${folded}`);
  });
  return near.length === 1 ? near[0] : undefined;
}

function compare(one: unknown, other: unknown, sign: number): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b))
    return (Math.sign(a - b) || compareNumberTexts(String(one), String(other))) * sign;
  return (String(one) < String(other) ? -1 : 1) * sign;
}
