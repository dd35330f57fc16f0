const sides = ["top", "right", "bottom", "left"] as const;

/** What a property sets: itself, or the parts that it stands for. Values are in lower case, with variables put in. */
export function longhandsOf(name: string, value: string): readonly (readonly [name: string, value: string])[] {
  switch (name) {
    case "inset":
    case "margin":
    case "padding": {
      const parts = partsOf(value);
      const [top = "", right = top, bottom = top, left = right] = parts;
      const values = [top, right, bottom, left];
      if (parts.length > 4) return [];
      return sides.map((side, index) => [name === "inset" ? side : `${name}-${side}`, values[index]!]);
    }
    case "overflow": {
      const [x = "", y = x] = partsOf(value);
      return [
        ["overflow-x", x],
        ["overflow-y", y],
      ];
    }
    case "font": {
      // A number without a unit is a weight, unless it is 0.
      const size =
        /(?:^|\s)(0|(?:\d+\.?\d*|\.\d+)(?:[a-z]+|%)|calc\(.*?\)|(?:xx?-)?small|medium|(?:x{1,3}-)?large|smaller|larger)(?=\s*\/|\s)/.exec(
          value,
        );
      return [["font-size", size?.[1] ?? (isWide(value) ? value : "")]];
    }
    case "background":
      return background(value);
    case "-webkit-background-clip":
      return [["background-clip", value]];
    case "-webkit-text-stroke": {
      return [["-webkit-text-stroke-width", partsOf(value).find((part) => /^[\d.]/.test(part)) ?? ""]];
    }
    case "-webkit-animation":
    case "animation":
      return [["animation", value]];
    default:
      return [[name, value]];
  }
}

/** Values that every property takes. */
export const isWide = (value: string): boolean => /^(inherit|initial|unset|revert|revert-layer)$/.test(value);

function background(value: string): readonly (readonly [string, string])[] {
  if (isWide(value))
    return [
      ["background-color", value],
      ["background-image", value],
    ];
  const layers = splitOutside(value, ",");
  const last = partsOf(layers.at(-1) ?? "");
  const image = /(^|[\s,])(url|image|image-set|-webkit-image-set|cross-fade|element|[\w-]*gradient)\(/.test(value);
  const color = last.find(
    (part) => part !== "none" && /^(#|[a-z-]+\(|[a-z]+$)/.test(part) && !words.test(part) && !imageLike.test(part),
  );
  return [
    ["background-color", color ?? "transparent"],
    ["background-image", image ? value : "none"],
    ...(/(^|\s)text(\s|,|$)/.test(value) ? [["background-clip", "text"] as const] : []),
  ];
}

const imageLike = /^(url|image|image-set|-webkit-image-set|cross-fade|element|[\w-]*gradient)\(/;
const words =
  /^(repeat|repeat-x|repeat-y|no-repeat|space|round|scroll|fixed|local|left|right|top|bottom|center|cover|contain|auto|border-box|padding-box|content-box|text)$/;

/** Parts between spaces and slashes that stand in no brackets. */
export const partsOf = (value: string): string[] =>
  splitOutside(value.replace(/\s*\/\s*/g, " "), " ").filter((part) => part !== "");

export function splitOutside(value: string, mark: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === "(") depth++;
    else if (value[at] === ")") depth--;
    else if (value[at] === mark && depth === 0) {
      parts.push(value.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, value.slice(from)];
}
