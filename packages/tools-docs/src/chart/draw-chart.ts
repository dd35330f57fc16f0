import { parse, View } from "vega";
import { compile } from "vega-lite";
import type { Chart, ChartJob, ChartReply } from "./chart.ts";
import { nameTexts, restoreTexts } from "./name-texts.ts";
import { vegaSpec } from "./vega-spec.ts";

/**
 * Draw a chart with Vega: an SVG without scripts, styles and links, with its title and description for screen readers. Where
 * `drawPng` is missing, there is no PNG in the reply.
 */
export async function drawChart(
  { chart, png, fonts }: ChartJob,
  drawPng?: (svg: string, fonts: readonly Uint8Array[]) => Promise<Uint8Array | ChartReply>,
): Promise<ChartReply> {
  const { spec } = compile(vegaSpec(nameTexts(chart)), { logger: quiet });
  const view = new View(parse(spec), { renderer: "none", logger: quiet });
  const drawn = restoreTexts(await view.toSVG());
  view.finalize();
  const svg = described(drawn, chart);
  const { width, height } = chart;
  if (!png || !drawPng) return { kind: "drawn", svg, width, height };
  const made = await drawPng(svg, fonts);
  return "kind" in made ? made : { kind: "drawn", svg, width, height, png: made };
}

/** Vega warns of what it does with missing values, which is wanted here. */
const quiet = {
  level: (() => quiet) as never,
  error: (...parts: readonly unknown[]): never => {
    throw new Error(parts.join(" "));
  },
  warn: () => quiet,
  info: () => quiet,
  debug: () => quiet,
};

const active = /^<(?:script|foreignObject|image|use|a|iframe|style)\b|\son\w+\s*=|(?:href|src)\s*=|url\(/i;

/** The drawing with one name and one description, instead of the roles of its parts. */
function described(drawn: string, { title, description, kind }: Chart): string {
  // Texts have no `<`, and values of attributes no `>`.
  const svg = drawn.replace(/<[^>]*>/g, (tag) => {
    const plain = tag.replace(/ (?:xmlns:xlink|class="marks"|role|aria-[a-z]+)="[^"]*"/g, "");
    const found = active.exec(plain);
    if (found) throw new Error(`the drawing has a part that is not allowed: ${found[0]}`);
    return plain;
  });
  const end = svg.indexOf(">");
  const texts = `<title>${escaped(title || `${kind} chart`)}</title><desc>${escaped(description)}</desc>`;
  return `${svg.slice(0, end)} role="img">${texts}${svg.slice(end + 1)}`;
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
