import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { InBrowser } from "../diagram-job.ts";
import { drawInPage, type PageDrawing } from "./draw-in-page.ts";
import { findChromium } from "./find-chromium.ts";
import { openPage } from "./open-page.ts";

const families = "DejaVu Sans, Helvetica, Arial, sans-serif";

/** Draw with mermaid itself in a browser of this machine; undefined where there is none. Throws what mermaid says. */
export const drawInChromium: InBrowser = async ({ code, draw, fonts, chromium = findChromium() }) => {
  if (!chromium) return undefined;
  const mermaid = await readFile(fileURLToPath(import.meta.resolve("mermaid/dist/mermaid.min.js")), "utf8");
  await using page = await openPage(chromium);
  const given = fonts.map((bytes) => Buffer.from(bytes).toString("base64"));
  await page.evaluate(`${mermaid};0`);
  await page.evaluate(`(${loadFonts})(${JSON.stringify(given)})`);
  const names = given.map((_, at) => `given-${at}, `).join("");
  const drawing = `(${drawInPage})(${JSON.stringify(code)}, ${JSON.stringify(names + families)})`;
  const { svg, width, height, hasPictures } = (await page.evaluate(drawing)) as PageDrawing;
  const active =
    /<(?:script|foreignObject|image|a|iframe|style|animate\w*|set)\b|\son\w+\s*=|href\s*=\s*"(?!#)|@import|url\((?!#)/i;
  const found = active.exec(svg.replace(/>[^<]*</g, "><"));
  if (found) throw new Error(`the drawing has a part that is not allowed: ${found[0]}`);
  return {
    svg: names === "" ? svg : svg.split(names).join(""),
    width,
    height,
    ...(draw === "png" && { png: await page.screenshot(width, height) }),
    notes: hasPictures ? ["Pictures in the diagram are not loaded."] : [],
  };
};

/** Runs in the page. */
async function loadFonts(given: readonly string[]): Promise<void> {
  for (const [at, font] of given.entries()) {
    const face = new FontFace(`given-${at}`, `url(data:font/ttf;base64,${font})`);
    document.fonts.add(await face.load());
  }
}
