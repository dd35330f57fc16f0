import type { ChartKind } from "./chart.ts";
import type { Channel } from "./chart-channels.ts";
import { chartError, isRecord, quoted } from "./chart-error.ts";

interface Axes {
  readonly kind: ChartKind;
  /** The mark as it was sent. */
  readonly mark: unknown;
  readonly x: Channel | undefined;
  readonly y: readonly Channel[];
  /** Gets a sentence where something is not drawn as it is asked for. */
  readonly notes: string[];
}

/**
 * The channels with the values on y. Where Vega-Lite would draw horizontal bars, they are exchanged. Throws `invalid_input` for a
 * sum on x beside other values on y.
 */
export function uprightAxes({ kind, mark, x, y, notes }: Axes): {
  readonly isTurned: boolean;
  readonly x: Channel | undefined;
  readonly y: readonly Channel[];
} {
  const [first, ...more] = y;
  if (kind === "bar" && x && first && more.length === 0 && isHorizontal(x, first, mark)) {
    notes.push(
      `The bars are drawn upright, not horizontally: ${quoted(first.field)} is x, and ${quoted(x.field)} is y.`,
    );
    return { isTurned: true, x: first, y: [x] };
  }
  if (x?.isSum)
    throw chartError(
      'x has the aggregate "sum"; only the values of y are added up.',
      "Send the column with the values as y, and the other as x.",
    );
  const part = y.find(({ isCategory }) => isCategory);
  if (part) notes.push(`${quoted(part.field)} is drawn as numbers: y has no categories.`);
  return { isTurned: false, x, y };
}

function isHorizontal(x: Channel, y: Channel, mark: unknown): boolean {
  if (x.isCategory) return false;
  if (y.isCategory) return !x.isTime;
  if (x.isSum) return !y.isSum;
  if (y.isSum) return false;
  return (y.isTime && !x.isTime) || (isRecord(mark) && mark.orient === "horizontal");
}
