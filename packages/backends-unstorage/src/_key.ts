import { type Path, ToolError, toPath } from "@holdall/tool-core";

/**
 * The key of a path: segments joined by `:`, each free of the signs that a driver or unstorage itself might change.
 * Those become `~` and the hex digits of their code. Other letters beyond ASCII stay, for file systems count their bytes.
 */
export function keyOf(path: Path, foldsCase: boolean): string {
  if (!path.isWellFormed()) {
    throw new ToolError("invalid_input", `The path ${path} contains an unpaired surrogate, so it is not valid text.`, {
      hint: "Write the name in whole Unicode characters.",
      data: { path },
    });
  }
  return path
    .slice(1)
    .split("/")
    .map((segment) => encode(segment, foldsCase))
    .join(":");
}

/** The path of a key; undefined for a key that is not a path and belongs to another program. */
export function pathOf(key: string, foldsCase: boolean): Path | undefined {
  const segments = key.split(":").map(fromCodes);
  if (segments.some((segment) => !segment || segment.includes("/") || segment.includes("\0"))) return undefined;
  const path = toPath(`/${segments.join("/")}`);
  return path.isWellFormed() && keyOf(path, foldsCase) === key ? path : undefined;
}

/** A dot stays only between other signs, so that no segment is hidden, `..`, or shortened by Windows. */
const changeable = /[^A-Za-z0-9_.\u0080-\u{10ffff}-]|^\.|\.$|\.(?=\.)/gu;

function encode(segment: string, foldsCase: boolean): string {
  // The driver `fs` leaves folders of this name out of its listings.
  if (segment === "node_modules") return "node~5fmodules";
  const plain = segment.replace(changeable, toCode);
  return foldsCase ? plain.replace(/\p{L}/gu, (letter) => (staysFolded(letter) ? letter : toCode(letter))) : plain;
}

/** False for a letter that might meet another one when its case is folded: capitals, `ß`, `ς`. */
const staysFolded = (letter: string): boolean =>
  letter === letter.toLowerCase() && letter === letter.toUpperCase().toLowerCase();

const toCode = (sign: string): string =>
  Array.from({ length: sign.length }, (_, at) => {
    const hex = sign.charCodeAt(at).toString(16);
    return hex.length > 2 ? `~u${hex.padStart(4, "0")}` : `~${hex.padStart(2, "0")}`;
  }).join("");

const fromCodes = (segment: string): string =>
  segment.replace(/~(?:u([0-9a-f]{4})|([0-9a-f]{2}))/g, (_, long?: string, short?: string) =>
    String.fromCharCode(Number.parseInt(long ?? short ?? "", 16)),
  );
