/** A drawing that any program can show. */
export interface FlatSvg {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const color = /^#[\da-f]{6}$/i;

/**
 * An SVG that needs no style engine: variables and mixed colors become plain ones, and what could load or run anything is
 * taken out. Throws for an SVG that still has such parts.
 */
export function flattenSvg(svg: string): FlatSvg {
  const variables = new Map<string, string>();
  for (const [, name = "", value = ""] of svg.matchAll(/(--[\w-]+)\s*:\s*([^;"]+)[;"]/g))
    if (!variables.has(name)) variables.set(name, value.trim());
  const background = resolve("var(--bg)", variables);
  const flat = svg
    .replace(/<style>[\s\S]*?<\/style>/g, "")
    .replace(/ style="[^"]*--bg[^"]*"/, "")
    .replace(/ class="mono"/g, ' font-family="DejaVu Sans Mono, monospace"')
    .replace(/"((?:var|color-mix)\([^"]*\))"/g, (_, value: string) => `"${resolve(value, variables)}"`)
    .replace(/<svg ([^>]*)>/, (_, attributes: string) =>
      [
        `<svg ${attributes} font-family="DejaVu Sans, Helvetica, Arial, sans-serif">`,
        `<rect width="100%" height="100%" fill="${background}"/>`,
      ].join("\n"),
    );
  const active =
    /<(?:script|foreignObject|image|use|a|iframe|style)\b|\son\w+\s*=|(?:href|src)\s*=|@import|url\((?!#)|var\(/i;
  const found = active.exec(flat.replace(/>[^<]*</g, "><").replace(/ data-[\w-]+="[^"]*"/g, ""));
  if (found) throw new Error(`the drawing has a part that is not allowed: ${found[0]}`);
  const [, width = "0"] = /\swidth="([\d.]+)"/.exec(flat) ?? [];
  const [, height = "0"] = /\sheight="([\d.]+)"/.exec(flat) ?? [];
  return { svg: flat, width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
}

/** The color of an expression: a number of hexadecimal digits, `var(--x, other)` or `color-mix(in srgb, a 60%, b)`. */
function resolve(expression: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  const text = expression.trim();
  if (depth > 8) throw new Error(`a color of the drawing refers to itself: ${text.slice(0, 60)}`);
  const inner = /^([\w-]+)\(([\s\S]*)\)$/.exec(text);
  if (!inner) return text;
  const [, name, body = ""] = inner;
  const parts = splitArguments(body);
  if (name === "var") {
    const value = variables.get(parts[0]?.trim() ?? "");
    return resolve(value ?? parts[1] ?? "#000000", variables, depth + 1);
  }
  if (name !== "color-mix") return text;
  const [, first = "", share = "50"] = /^([\s\S]*?)\s+([\d.]+)%$/.exec(parts[1]?.trim() ?? "") ?? [];
  return mix(resolve(first, variables, depth + 1), resolve(parts[2] ?? "", variables, depth + 1), Number(share) / 100);
}

function splitArguments(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function mix(first: string, second: string, share: number): string {
  if (!color.test(first) || !color.test(second)) return first;
  const channel = (at: number): string => {
    const value =
      Number.parseInt(first.slice(at, at + 2), 16) * share +
      Number.parseInt(second.slice(at, at + 2), 16) * (1 - share);
    return Math.round(value).toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
