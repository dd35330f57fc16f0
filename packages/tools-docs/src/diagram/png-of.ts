interface NoPng {
  readonly kind: "unavailable";
  readonly why: string;
  readonly fix: string;
}

/** A PNG of an SVG, or why there is none. */
export async function pngOf(svg: string, fonts: readonly Uint8Array[]): Promise<Uint8Array | NoPng> {
  const loaded = await import("./draw-png.ts").catch(() => undefined);
  if (!loaded)
    return {
      kind: "unavailable",
      why: "needs a library that is not installed",
      fix: "run npm install @resvg/resvg-js",
    };
  const png = loaded.drawPng(svg, fonts);
  return png ?? { kind: "unavailable", why: "needs a font for its labels, and there is none", fix: "install one" };
}
