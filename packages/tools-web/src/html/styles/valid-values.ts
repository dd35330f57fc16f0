import { colorOf, fontSizes, lengthOf, numberOf } from "./values.ts";

const display =
  /^(none|block|inline|inline-block|flex|inline-flex|grid|inline-grid|flow-root|contents|list-item|run-in|ruby[\w-]*|table[\w-]*|inline-table|-webkit-(inline-)?(box|flex)|-ms-\w+|math|(inline|block) \w[\w-]*|\w[\w-]* (inline|block|list-item)|flow|-moz-\w+)$/;

/** What a browser would take for this property; what it would not leaves what was set before. */
export function isValid(name: string, value: string): boolean {
  const isLength = () =>
    value === "auto" ||
    value === "none" ||
    /^(min|max|fit)-content|^fit-content\(|^-webkit-/.test(value) ||
    isMeasure(value);
  switch (name) {
    case "display":
      return display.test(value);
    case "visibility":
      return /^(visible|hidden|collapse)$/.test(value);
    case "content-visibility":
      return /^(visible|auto|hidden)$/.test(value);
    case "opacity":
    case "zoom":
      return numberOf(value) !== undefined || value === "normal";
    case "font-size":
      return (
        Object.hasOwn(fontSizes, value) ||
        value === "smaller" ||
        value === "larger" ||
        (isMeasure(value) && !value.startsWith("-"))
      );
    case "color":
    case "background-color":
    case "-webkit-text-fill-color":
      return value === "currentcolor" || colorOf(value) !== undefined;
    case "position":
      return /^(static|relative|absolute|fixed|sticky|-webkit-sticky)$/.test(value);
    case "overflow-x":
    case "overflow-y":
      return /^(visible|hidden|clip|scroll|auto|overlay)$/.test(value);
    case "clip":
      return value === "auto" || /^rect\(/.test(value);
    case "clip-path":
      return /^(none|url\(|inset\(|circle\(|ellipse\(|polygon\(|path\(|shape\(|rect\(|xywh\(|[\w-]+-box)/.test(value);
    case "transform":
    case "filter":
      return value === "none" || /^[\w-]+\(.*\)$/.test(value) || value === "url()";
    case "left":
    case "right":
    case "top":
    case "bottom":
    case "margin-left":
    case "margin-top":
    case "width":
    case "height":
    case "max-width":
    case "max-height":
    case "min-width":
    case "min-height":
    case "padding-top":
    case "padding-bottom":
    case "text-indent":
      return isLength();
    default:
      return value !== "";
  }
}

/** A length in any unit, or a share; what cannot be worked out here may be one. */
const isMeasure = (value: string): boolean =>
  lengthOf(value, { em: 16, rem: 16, whole: 100 }) !== undefined ||
  /^(calc|min|max|clamp|env|attr|anchor)\(/.test(value);
