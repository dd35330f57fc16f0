import type { Chart } from "./chart.ts";

/**
 * Vega looks texts up in plain objects, so `valueOf` as a title or a category would be a method of theirs. Such texts are drawn
 * with a word joiner (U+2060) in them, which `restoreTexts` takes out of the drawing.
 */
export function nameTexts(chart: Chart): Chart {
  const { title, subtitle, xLabel, yLabel, seriesLabel, categories, series, points } = chart;
  return {
    ...chart,
    title: named(title),
    subtitle: named(subtitle),
    xLabel: named(xLabel),
    yLabel: named(yLabel),
    seriesLabel: named(seriesLabel),
    categories: categories.map(named),
    series: series.map(named),
    points: points.map((point) => ({
      ...point,
      x: typeof point.x === "string" ? named(point.x) : point.x,
      ...(point.s !== undefined && { s: named(point.s) }),
    })),
  };
}

const methods = Object.getOwnPropertyNames(Object.prototype);
const joined = (text: string) => `${text.slice(0, 1)}\u2060${text.slice(1)}`;
const named = (text: string): string => (methods.includes(text) ? joined(text) : text);

/** The drawing with the texts as they were given. */
export const restoreTexts = (svg: string): string =>
  methods.reduce((drawn, text) => drawn.replaceAll(joined(text), text), svg);
