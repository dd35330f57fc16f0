import { abortedError, ToolError } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import type { Drawing } from "../engine/engines.ts";

/** Draw an SVG at twice its size on a canvas, with the fonts that are given, then those of the machine. */
export async function canvasPng(
  { svg, width, height }: Drawing,
  fonts: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (typeof document === "undefined")
    throw new ToolError("unavailable", "PNG needs a page: a worker cannot draw an SVG.", {
      hint: "Use format svg here.",
    });
  const url = URL.createObjectURL(new Blob([withFonts(svg, fonts)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    if (signal.aborted) throw abortedError(signal.reason);
    const canvas = Object.assign(document.createElement("canvas"), { width: width * 2, height: height * 2 });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob)
      throw new ToolError(
        "too_large",
        `A picture of ${canvas.width} × ${canvas.height} is too large for this browser.`,
        {
          hint: "Use format svg.",
        },
      );
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A picture sees no fonts of its page, so it carries them. */
function withFonts(svg: string, fonts: readonly Uint8Array[]): string {
  if (fonts.length === 0) return svg;
  const faces = fonts.map(
    (bytes, at) => `@font-face{font-family:given-${at};src:url(data:font/ttf;base64,${toBase64(bytes)})}`,
  );
  const names = fonts.map((_, at) => `given-${at}`).join(", ");
  return svg
    .replace(/font-family="/g, `font-family="${names}, `)
    .replace(/<svg [^>]*>/, (start) => `${start}<style>${faces.join("")}</style>`);
}
