import type { Element } from "../tree.ts";
import type { Cascade, Variables } from "./cascade.ts";
import { fontSizes, isValid, lengthOf, type Measures, numberOf, partsOf, viewport } from "./values.ts";

/** Values that an element's children inherit. */
export interface InheritedStyle {
  readonly variables: Variables;
  /** Pixels. */
  readonly size: number;
  readonly rem: number;
  readonly isVisible: boolean;
  readonly opacity: number;
}

export interface Concealment {
  readonly look: InheritedStyle;
  /** Nothing in the element is seen. */
  readonly hidesAll: boolean;
  /** Its style makes it a block. */
  readonly isBlock: boolean;
  /** Its own text is too small to be seen; elements in it may be seen. */
  readonly isSmall: boolean;
}

/** How everything looks before the page says anything. */
export const plainLook: InheritedStyle = { variables: {}, size: 16, rem: 16, isVisible: true, opacity: 1 };

/** The same look with everything in it to be seen. */
export const revealed = (look: InheritedStyle): InheritedStyle => ({ ...look, isVisible: true, opacity: 1 });

/** Opacity below which nothing is made out. */
const minOpacity = 0.05;
/** Size in pixels of letters that are unreadable. */
const minSize = 2;
/** Pixels off the edge of everything. */
const farAway = 900;
const farAhead = 9_000;

/** Nothing can be made out, though something may be there for the eye, as a picture that is still to come. */
export const isVeiled = ({ opacity }: InheritedStyle): boolean => opacity <= minOpacity;

/** Whether an element and its text can be seen, by what the page itself says of display, visibility, opacity, size, position and clip. */
export function concealmentOf(element: Element, around: InheritedStyle, cascade: Cascade): Concealment {
  const declared = cascade.declared(element, around.variables, isValid);
  if (!declared) return { look: around, hidesAll: false, isBlock: false, isSmall: around.size <= minSize };
  const { values, variables } = declared;
  const get = (name: string) => values.get(name);
  const size = sizeOf(get("font-size"), around);
  const measures: Measures = { em: size, rem: around.rem };
  const length = (name: string, whole?: number) => {
    const value = get(name);
    return value === undefined ? undefined : lengthOf(value, { ...measures, ...(whole !== undefined && { whole }) });
  };
  const visibility = get("visibility");
  const look: InheritedStyle = {
    variables,
    size,
    rem: element.tag === "html" ? size : around.rem,
    isVisible:
      visibility === undefined || /^(inherit|unset)$/.test(visibility)
        ? around.isVisible
        : !/^(hidden|collapse)$/.test(visibility),
    // What an animation comes to is not worked out: text that fades in is kept.
    opacity: around.opacity * (isAnimated(get) ? 1 : Math.min(1, Math.max(0, numberOf(get("opacity") ?? "1") ?? 1))),
  };
  const isBlock = /^(?:block|flow-root|flex|grid|list-item|table|table-row)\b/.test(get("display") ?? "");
  return { look, hidesAll: hidesBox(get, length), isBlock, isSmall: size <= minSize };
}

const isAnimated = (get: Get): boolean =>
  [get("animation"), get("animation-name")].some(
    (value) => value !== undefined && !/^(none|initial|unset)\b/.test(value),
  );

function sizeOf(value: string | undefined, { size, rem }: InheritedStyle): number {
  if (value === undefined || /^(inherit|unset)$/.test(value)) return size;
  const named = Object.hasOwn(fontSizes, value) ? fontSizes[value] : undefined;
  if (named !== undefined) return named;
  if (value === "smaller") return size / 1.2;
  if (value === "larger") return size * 1.2;
  return lengthOf(value, { em: size, rem, whole: size }) ?? size;
}

type Get = (name: string) => string | undefined;
type Length = (name: string, whole?: number) => number | undefined;

/** Whether nothing of a box is seen: it is not drawn, cut away, shrunk to nothing, or out of sight. */
function hidesBox(get: Get, length: Length): boolean {
  if (get("display") === "none" || get("content-visibility") === "hidden") return true;
  if (isCutAway(get("clip"), get("clip-path"))) return true;
  const cuts = (axis: string) => /^(hidden|clip)$/.test(get(`overflow-${axis}`) ?? "");
  const isTiny = (side: string) => {
    const own = [length(side), length(`max-${side}`)];
    return own.some((each) => each !== undefined && each <= 1) && (length(`min-${side}`) ?? 0) <= 1;
  };
  const padded = ["padding-top", "padding-bottom"].some((name) => (length(name, viewport.width) ?? 0) > 1);
  if ((cuts("y") && isTiny("height") && !padded) || (cuts("x") && isTiny("width"))) return true;
  const indent = length("text-indent", viewport.width);
  if (indent !== undefined && (indent <= -farAway || (indent >= viewport.width && cuts("x")))) return true;
  const isOut = (name: string) => {
    const at = length(name, viewport.width);
    return at !== undefined && (at <= -farAway || at >= farAhead);
  };
  const isPlaced = /^(absolute|fixed|relative)$/.test(get("position") ?? "");
  if (isPlaced && ["left", "right", "top", "bottom"].some(isOut)) return true;
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
  const [, inset, circle] = /^(?:inset\((.*)\)|(?:circle|ellipse)\((.*)\))/.exec(path ?? "") ?? [];
  const share = (part: string) => lengthOf(part, { em: 0.16, rem: 0.16, whole: 1 });
  if (circle !== undefined) return partsOf(circle.split(" at ")[0]!).some((part) => share(part) === 0);
  if (inset === undefined) return false;
  const [top = "", right = top, bottom = top, left = right] = partsOf(inset.split("round")[0]!);
  return [
    [top, bottom],
    [left, right],
  ].some(
    (pair) =>
      pair.every((part) => part.includes("%")) && pair.reduce((sum, part) => sum + (share(part) ?? 0), 0) >= 0.99,
  );
}
