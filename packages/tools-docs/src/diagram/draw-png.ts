import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@holdall/tool-kit/node";
import { Resvg } from "@resvg/resvg-js";

const letter = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9" font-size="9">M</text></svg>';

/** Draw an SVG at twice its size, with the fonts that are given, or with those of the machine. Undefined where there is none: labels would be missing. */
export function drawPng(svg: string, fonts: readonly Uint8Array[]): Uint8Array | undefined {
  using folder = temporaryFolder("fonts");
  // The library reads fonts from files only.
  const fontFiles = fonts.map((bytes, at) => {
    const file = join(folder.path, `${at}.ttf`);
    writeFileSync(file, bytes);
    return file;
  });
  const font = { fontFiles, loadSystemFonts: fonts.length === 0, defaultFontFamily: "DejaVu Sans" };
  if (new Resvg(letter, { font }).getBBox() === undefined) return undefined;
  return new Uint8Array(new Resvg(svg, { font, fitTo: { mode: "zoom", value: 2 } }).render().asPng());
}
