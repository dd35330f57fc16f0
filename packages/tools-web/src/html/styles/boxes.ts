import { viewport } from "./conditions.ts";
import { partsOf } from "./shorthands.ts";
import { lengthOf, type Measures, numberOf } from "./values.ts";

export type Get = (name: string) => string | undefined;
export type Length = (name: string, whole?: number) => number | undefined;

/** Opacity below which nothing is made out. */
export const leastOpacity = 0.05;
/** Pixels off the edge of everything. */
const farAway = 900;
const farAhead = 9_000;
const mostBlur = 10;

/** Whether nothing of a box is seen: it is not drawn, cut away, shrunk to nothing, or out of sight. */
export function hidesBox(get: Get, length: Length): boolean {
  if (get("display") === "none" || get("content-visibility") === "hidden") return true;
  const cuts = (axis: string) => /^(hidden|clip)$/.test(get(`overflow-${axis}`) ?? "");
  const isTiny = (side: string, least: string) => {
    const own = [length(side), length(`max-${side}`)];
    return own.some((each) => each !== undefined && each <= 1) && (length(least) ?? 0) <= 1;
  };
  const padded = ["padding-top", "padding-bottom"].some((name) => (length(name, viewport.width) ?? 0) > 1);
  if (cuts("y") && isTiny("height", "min-height") && !padded) return true;
  if (cuts("x") && isTiny("width", "min-width")) return true;
  const isPlaced = /^(absolute|fixed)$/.test(get("position") ?? "");
  if (isCutAway(get("clip"), get("clip-path"))) return true;
  if (
    get("transform")
      ?.split(/(?<=\))\s*/)
      .some((part) => isFlat(part)) ||
    numberOf(get("scale")?.split(" ")[0] ?? "1") === 0
  )
    return true;
  if (get("zoom") !== undefined && numberOf(get("zoom")!) === 0) return true;
  const indent = length("text-indent", viewport.width);
  if (
    indent !== undefined &&
    (indent <= -farAway || (indent >= viewport.width && cuts("x") && get("white-space") === "nowrap"))
  )
    return true;
  const isOut = (name: string) => {
    const place = length(name, viewport.width);
    return place !== undefined && (place <= -farAway || place >= farAhead);
  };
  if (isPlaced && ["left", "right", "top", "bottom"].some(isOut)) return true;
  if (get("position") === "relative" && ["left", "right", "top", "bottom"].some(isOut)) return true;
  return isOut("margin-left") || isOut("margin-top");
}

function isCutAway(clip: string | undefined, path: string | undefined): boolean {
  const [, sides] = /^rect\((.*)\)$/.exec(clip ?? "") ?? [];
  if (sides !== undefined) {
    const [top, right, bottom, left] = sides
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((side) => lengthOf(side, { em: 16, rem: 16 }));
    if (top !== undefined && bottom !== undefined && bottom - top <= 1) return true;
    if (left !== undefined && right !== undefined && right - left <= 1) return true;
  }
  const [, shape, inner = ""] = /^(inset|circle|ellipse|polygon)\((.*)\)/.exec(path ?? "") ?? [];
  const share = (part: string | undefined) => lengthOf(part ?? "", { em: 0.16, rem: 0.16, whole: 1 });
  if (shape === "inset") {
    const [top = "", right = top, bottom = top, left = right] = partsOf(inner.split("round")[0]!);
    const sums = [
      [top, bottom],
      [left, right],
    ].map((pair) => (pair.every((part) => part.includes("%")) ? (share(pair[0]) ?? 0) + (share(pair[1]) ?? 0) : 0));
    return sums.some((sum) => sum >= 0.99);
  }
  if (shape === "circle" || shape === "ellipse")
    return partsOf(inner.split(" at ")[0]!).some((part) => share(part) === 0);
  if (shape === "polygon") {
    const points = inner.split(",").map((point) => partsOf(point).slice(-2).map(share));
    return [0, 1].some((axis) =>
      points.every((point) => point[axis] !== undefined && point[axis] === points[0]![axis]),
    );
  }
  return false;
}

/** A transformation that leaves no width or no height, or takes everything far away. */
function isFlat(part: string): boolean {
  const [, name = "", inner = ""] = /^([\w-]+)\((.*)\)$/.exec(part.trim()) ?? [];
  const values = inner.split(/[\s,]+/).filter(Boolean);
  const at = (index: number) => lengthOf(values[index] ?? "", { em: 16, rem: 16, whole: 100 });
  if (/^scale([xy]|3d)?$/i.test(name))
    return values.slice(0, name === "scale3d" ? 2 : undefined).some((_, index) => Math.abs(at(index) ?? 1) <= 0.01);
  if (name === "matrix") return (at(0) === 0 && at(1) === 0) || (at(2) === 0 && at(3) === 0);
  if (/^rotate[xy]$/i.test(name)) return Math.abs(Math.abs(at(0) ?? 0) % 180) === 90;
  if (/^translate(x|y|3d)?$/i.test(name)) return values.some((_, index) => Math.abs(at(index) ?? 0) >= farAway);
  return false;
}

export function isFiltered(filter: string | undefined, measures: Measures): boolean {
  if (filter === undefined) return false;
  for (const [, name, inner = ""] of filter.matchAll(/(opacity|blur)\(([^()]*)\)/g)) {
    if (name === "opacity" && (numberOf(inner.trim()) ?? 1) <= leastOpacity) return true;
    if (name === "blur" && (lengthOf(inner.trim(), measures) ?? 0) >= mostBlur) return true;
  }
  return false;
}
