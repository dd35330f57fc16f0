import { canvasPng } from "../diagram/canvas-png.ts";
import type { PictureJob, PictureReply } from "./picture-job.ts";

/** Stands in for draw-svg.ts in bundles for browsers: a canvas draws it at twice its size. */
export function drawSvg({ svg, fonts }: PictureJob, signal: AbortSignal): Promise<PictureReply> {
  const [tag = ""] = /<svg[^>]*>/.exec(svg) ?? [];
  const length = (name: string): number => Number.parseFloat(new RegExp(`\\s${name}="([\\d.]+)`).exec(tag)?.[1] ?? "");
  const [, , boxWidth = 300, boxHeight = 150] =
    /\sviewBox="([^"]*)"/
      .exec(tag)?.[1]
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const size = { width: length("width") || boxWidth, height: length("height") || boxHeight };
  return canvasPng({ svg, ...size }, fonts, signal);
}
