import type { Element } from "../tree.ts";
import type { Cascade, Variables } from "./cascade.ts";
import { viewport } from "./conditions.ts";
import {
  black,
  type Color,
  colorOf,
  fontSizes,
  isLike,
  isValid,
  lengthOf,
  type Measures,
  numberOf,
  over,
  partsOf,
  white,
} from "./values.ts";

/** Values that an element's children inherit. */
export interface Look {
  readonly variables: Variables;
  /** Pixels. */
  readonly size: number;
  readonly rem: number;
  readonly isVisible: boolean;
  readonly opacity: number;
  /** By a filter of its own, or of an element around it. */
  readonly isBlurred: boolean;
  /** Undefined where it is not known. */
  readonly color: Color | undefined;
  readonly fill: Color | undefined;
  /** What its text is drawn on, undefined where that is not known, and how many elements up it was set. */
  readonly behind: Color | undefined;
  readonly behindFrom: number;
  /** Something else than its color makes text stand out. */
  readonly isOutlined: boolean;
}

export interface Concealment {
  readonly look: Look;
  /** Nothing in the element is seen. */
  readonly hidesAll: boolean;
  /** Its style makes it a block. */
  readonly isBlock: boolean;
  /** Its own text is too small to be seen, or has the color of its background; elements in it may be seen. */
  readonly isSmall: boolean;
  readonly byColor: boolean;
}

/** Size in pixels of letters that are unreadable. */
const minSize = 2;

/** The same look with everything in it to be seen. */
export const revealed = (look: Look): Look => ({ ...look, isVisible: true, opacity: 1, isBlurred: false });

/** Nothing can be made out, though something may be there for the eye, as a picture that is still to come. */
export const isVeiled = ({ opacity, isBlurred }: Look): boolean => opacity <= minOpacity || isBlurred;

/** How everything looks before the page says anything. What sheets that are not read set is not known. */
export const plainLook = ({ hasOthers }: Cascade, isDark: boolean): Look => ({
  variables: {},
  size: 16,
  rem: 16,
  isVisible: true,
  opacity: 1,
  isBlurred: false,
  color: hasOthers || isDark ? undefined : black,
  fill: undefined,
  behind: hasOthers || isDark ? undefined : white,
  behindFrom: 0,
  isOutlined: false,
});

/** Whether an element and its text can be seen, by everything that the page itself says of how it looks. */
export function concealmentOf(
  element: Element,
  around: Look,
  cascade: Cascade,
  isBesidePicture: () => boolean,
): Concealment {
  const declared = cascade.declared(element, around.variables, isValid);
  const own = ownLook(element, around, cascade);
  if (!declared) return { look: own, hidesAll: false, isBlock: false, ...textOf(own, cascade) };
  const { values, variables } = declared;
  const get = (name: string) => values.get(name);
  const size = sizeOf(get("font-size"), around);
  const measures: Measures = { em: size, rem: around.rem };
  const length = (name: string, whole?: number) => {
    const value = get(name);
    return value === undefined ? undefined : lengthOf(value, { ...measures, ...(whole !== undefined && { whole }) });
  };
  const opacity = around.opacity * Math.min(1, Math.max(0, numberOf(get("opacity") ?? "1") ?? 1));
  const visibility = get("visibility");
  const color = inherited(get("color"), own.color, around.color, around.color);
  const look: Look = {
    variables,
    size,
    rem: element.tag === "html" ? size : around.rem,
    isVisible:
      visibility === undefined || /^(inherit|unset)$/.test(visibility)
        ? around.isVisible
        : !/^(hidden|collapse)$/.test(visibility),
    opacity,
    isBlurred: around.isBlurred || isFiltered(get("filter"), measures),
    color,
    fill:
      get("-webkit-text-fill-color") === undefined
        ? around.fill
        : inherited(get("-webkit-text-fill-color"), around.fill, around.fill, color),
    ...ground(element, own, color, get, isBesidePicture),
    isOutlined: isOutlined(get, around, length),
  };
  const isBlock = /^(?:block|flow-root|flex|grid|list-item|table|table-row)\b/.test(get("display") ?? "");
  return { look, hidesAll: hidesBox(get, length), isBlock, ...textOf(look, cascade) };
}

/** What an element hands down that says nothing of itself. */
function ownLook({ tag, attributes }: Element, around: Look, { hasOthers }: Cascade): Look {
  const aged = hasOthers && around.behind ? { ...around, behindFrom: around.behindFrom + 1 } : around;
  // Browsers draw these in colors of their own.
  if (tag === "a" && attributes.href !== undefined) return { ...aged, color: hasOthers ? undefined : [0, 0, 238, 1] };
  if (tag === "mark") return { ...aged, color: black, behind: [255, 255, 0, 1], behindFrom: 0 };
  if (tag === "button") return { ...aged, color: black, behind: [239, 239, 239, 1], behindFrom: 0 };
  return aged;
}

const textOf = (look: Look, { hasOthers }: Cascade): Pick<Concealment, "isSmall" | "byColor"> => ({
  isSmall: look.size <= minSize,
  byColor: !look.isOutlined && isDrawnAlike(look, hasOthers),
});

function isDrawnAlike({ color, fill, behind, behindFrom }: Look, hasOthers: boolean): boolean {
  const drawn = fill ?? color;
  if (!drawn) return false;
  if (drawn[3] <= minOpacity) return true;
  // Where other sheets are not read, what lies between may have a background of its own.
  if (!behind || (hasOthers && behindFrom > 1)) return false;
  return isLike(over(drawn, behind), behind);
}

function inherited(
  value: string | undefined,
  unset: Color | undefined,
  around: Color | undefined,
  current: Color | undefined,
): Color | undefined {
  if (value === undefined) return unset;
  if (value === "initial") return black;
  if (/^(inherit|unset|revert|revert-layer)$/.test(value)) return around;
  if (value === "currentcolor") return current;
  const found = colorOf(value);
  return found === "unknown" ? undefined : found;
}

/** What the text of an element is drawn on. */
function ground(
  element: Element,
  own: Look,
  color: Color | undefined,
  get: Get,
  isBesidePicture: () => boolean,
): Pick<Look, "behind" | "behindFrom"> {
  const image = get("background-image");
  const said = get("background-color");
  const set =
    said === "currentcolor"
      ? color
      : said === undefined || /^(initial|unset|revert)/.test(said)
        ? ([0, 0, 0, 0] as const)
        : colorOf(said);
  // What stands apart from the flow is drawn over whatever is there.
  const isApart = /^(absolute|fixed|sticky|relative|-webkit-sticky)$/.test(get("position") ?? "");
  const isOverPicture = isApart && (get("position") === "fixed" || isBesidePicture());
  const under = isOverPicture ? undefined : own.behind;
  const from = own.behindFrom;
  if (get("background-clip")?.includes("text")) return { behind: undefined, behindFrom: 0 };
  if (image !== undefined && image !== "none" && !/^(initial|unset|revert)/.test(image)) {
    return { behind: plainGradient(image), behindFrom: 0 };
  }
  if (element.tag === "html" && get("color-scheme")?.includes("dark")) return { behind: undefined, behindFrom: 0 };
  if (set === "unknown" || set === undefined) return { behind: undefined, behindFrom: 0 };
  if (set[3] === 0) return { behind: under, behindFrom: from };
  if (set[3] === 1) return { behind: set, behindFrom: 0 };
  return { behind: under && over(set, under), behindFrom: from };
}

/** The one color that a gradient is made of. */
function plainGradient(image: string): Color | undefined {
  if (!image.includes("gradient(") || image.includes("url(")) return undefined;
  const parts = image.match(/#[\da-f]+|\b(?:rgb|hsl)a?\([^()]*\)|\b[a-z]+\b(?![-(])/g) ?? [];
  const found = parts.map(colorOf).filter((each) => each !== undefined);
  const isPlain = (each: Color | "unknown" | undefined): each is Color =>
    each !== undefined && each !== "unknown" && each[3] === 1;
  const [first] = found;
  return isPlain(first) && found.every((each) => isPlain(each) && isLike(each, first)) ? first : undefined;
}

function isOutlined(get: Get, around: Look, length: Length): boolean {
  const shadow = get("text-shadow");
  if (shadow !== undefined && !/^(none|initial|unset)$/.test(shadow)) return true;
  if ((length("-webkit-text-stroke-width") ?? 0) > 0) return true;
  const blend = get("mix-blend-mode");
  if (blend !== undefined && blend !== "normal") return true;
  // Text is drawn with the background, which is what one wants to see then.
  if (get("background-clip")?.includes("text")) return true;
  return around.isOutlined && !(shadow === "none");
}

function sizeOf(value: string | undefined, { size, rem }: Look): number {
  if (value === undefined || /^(inherit|unset)$/.test(value)) return size;
  const named = Object.hasOwn(fontSizes, value) ? fontSizes[value] : undefined;
  if (named !== undefined) return named;
  if (value === "smaller") return size / 1.2;
  if (value === "larger") return size * 1.2;
  return lengthOf(value, { em: size, rem, whole: size }) ?? size;
}

export type Get = (name: string) => string | undefined;
export type Length = (name: string, whole?: number) => number | undefined;

/** Opacity below which nothing is made out. */
export const minOpacity = 0.05;
/** Pixels off the edge of everything. */
const farAway = 900;
const farAhead = 9_000;
const maxBlur = 10;

/** Whether nothing of a box is seen: it is not drawn, cut away, shrunk to nothing, or out of sight. */
export function hidesBox(get: Get, length: Length): boolean {
  if (get("display") === "none" || get("content-visibility") === "hidden") return true;
  const cuts = (axis: string) => /^(hidden|clip)$/.test(get(`overflow-${axis}`) ?? "");
  const isTiny = (side: string, min: string) => {
    const own = [length(side), length(`max-${side}`)];
    return own.some((each) => each !== undefined && each <= 1) && (length(min) ?? 0) <= 1;
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
    if (name === "opacity" && (numberOf(inner.trim()) ?? 1) <= minOpacity) return true;
    if (name === "blur" && (lengthOf(inner.trim(), measures) ?? 0) >= maxBlur) return true;
  }
  return false;
}
