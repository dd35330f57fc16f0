import { parseHTML } from "linkedom";
import { openDesk } from "../_docs.fixture.ts";

export const sales = [
  { month: "2026-01", city: "Berlin", sum: 12 },
  { month: "2026-01", city: "Riga", sum: 6 },
  { month: "2026-02", city: "Berlin", sum: -3 },
  { month: "2026-02", city: "Riga", sum: 9 },
];

export interface Drawn {
  readonly text: string;
  readonly description: string;
  readonly notes: readonly string[];
}

export async function draw(chart: object): Promise<Drawn> {
  const made = await openDesk().session.call("generate_diagram", { chart });
  if (!made.ok) throw made.error;
  return made.output as Drawn;
}

/** The code, message and hint of a chart that is refused. */
export const refusal = async (chart: object, input: object = {}): Promise<string> => {
  const made = await openDesk().session.call("generate_diagram", { chart, ...input });
  if (made.ok) throw new Error("it was drawn");
  return `${made.error.code}: ${made.error.message} ${made.error.hint}`;
};

/** Bars of the drawing: their color, and their signed height over the baseline, in pixels. */
export const barsOf = (svg: string): { fill: string; height: number }[] =>
  [...svg.matchAll(/<path d="M[^"]*?h[\d.]+v(-?[\d.]+)h-[\d.]+Z" fill="(#\w+)"/g)].map(
    ([, height = "", fill = ""]) => ({
      height: Number(height),
      fill,
    }),
  );

/** Bars by series: the order of rows is that of their drawing. */
export const sorted = (svg: string): { fill: string; height: number }[] =>
  barsOf(svg).toSorted((a, b) => a.fill.localeCompare(b.fill));

/** The paths of marks, such as `line`. */
export const pathsOf = (svg: string, name: string): string[] => {
  const { document } = parseHTML(svg);
  return [...document.querySelectorAll(`.mark-${name} path`)].map((path) => path.getAttribute("d") ?? "");
};
