export const chartKinds = ["bar", "line", "area", "scatter", "pie"] as const;
export type ChartKind = (typeof chartKinds)[number];

/** How the values of an axis are read: numbers and dates have a scale, categories stand in the order of the rows. */
export type XType = "number" | "date" | "category";

/** A point of a chart. Dates are milliseconds since 1970 in UTC; `y` is null where there is no value. */
export interface ChartPoint {
  readonly x: string | number;
  readonly y: number | null;
  readonly s?: string;
}

/** A chart whose input is checked: what is drawn, and all of its texts. */
export interface Chart {
  readonly kind: ChartKind;
  readonly points: readonly ChartPoint[];
  readonly xType: XType;
  readonly categories: readonly string[];
  readonly series: readonly string[];
  readonly title: string;
  readonly subtitle: string;
  /** The picture in words, for those who do not see it. */
  readonly description: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly seriesLabel: string;
  readonly stacked: boolean;
  /** The axes with a logarithmic scale. */
  readonly logX: boolean;
  readonly logY: boolean;
  readonly width: number;
  readonly height: number;
  readonly notes: readonly string[];
}

/** What the thread draws. */
export interface ChartJob {
  readonly chart: Chart;
  readonly png: boolean;
  readonly fonts: readonly Uint8Array[];
}

export type ChartReply =
  | { readonly kind: "unavailable"; readonly why: string; readonly fix: string }
  | {
      readonly kind: "drawn";
      readonly svg: string;
      readonly width: number;
      readonly height: number;
      readonly png?: Uint8Array;
    };
