/** Text of a page with its box, in points from the upper left corner of the page. */
interface Item {
  readonly text: string;
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Points of an em. */
  readonly size: number;
}

interface Page {
  readonly width: number;
  readonly height: number;
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Texts that are named of all that is lost. */
const maxNamed = 5;
/** Points by which a box may leave its page: it is wider than what is drawn. */
const tolerance = 1;

/**
 * What of a document does not show on its pages, going by the drawing that the compiler makes of them: texts outside of their
 * page or over other text, and characters that are nowhere. Undefined if the drawing cannot be read.
 */
export function lostText(svg: string, doc: string, pages: number): readonly string[] | undefined {
  const drawn = readDrawing(svg);
  if (drawn.pages.length !== pages) return undefined;
  const lost = new Set<string>();
  for (const item of drawn.items) if (isOutside(item, drawn.pages[item.page])) lost.add(named(item.text));
  for (const text of printedOver(drawn.items)) lost.add(named(text));
  const missing = missingCharacters(textsOf(JSON.parse(doc)), drawn.items);
  if (missing !== "") lost.add(named(missing));
  return [...lost].slice(0, maxNamed);
}

const named = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const isOutside = ({ left, right, top, bottom }: Item, page: Page | undefined): boolean =>
  !page || left < -tolerance || top < -tolerance || right > page.width + tolerance || bottom > page.height + tolerance;

/** Pieces of the drawing that matter here. */
const token =
  /<g\b([^>]*)>|<\/g>|<foreignObject x="([-\d.e]+)" y="([-\d.e]+)" width="([-\d.e]+)" height="([-\d.e]+)">\s*<h5:div[^>]*>([^<]*)<\/h5:div>/g;

function readDrawing(svg: string): { readonly items: readonly Item[]; readonly pages: readonly Page[] } {
  const items: Item[] = [];
  const pages: Page[] = [];
  const stack: Matrix[] = [[1, 0, 0, 1, 0, 0]];
  for (const [whole, group, x, y, width, height, text] of svg.matchAll(token)) {
    if (whole === "</g>") stack.pop();
    else if (text !== undefined) {
      const at = stack.at(-1) ?? [1, 0, 0, 1, 0, 0];
      const corners = [
        point(at, Number(x), Number(y)),
        point(at, Number(x) + Number(width), Number(y) + Number(height)),
      ];
      const [xs, ys] = [corners.map(([each]) => each), corners.map(([, each]) => each)];
      const size = Math.hypot(at[2], at[3]) * Number(height);
      items.push({
        ...{ text: unescaped(text), page: pages.length - 1, size },
        ...{ left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) },
      });
    } else if (group !== undefined && !group.endsWith("/")) {
      const [, pageWidth, pageHeight] = /data-page-width="([\d.]+)" data-page-height="([\d.]+)"/.exec(group) ?? [];
      if (pageWidth !== undefined) pages.push({ width: Number(pageWidth), height: Number(pageHeight) });
      // A page has its own corner.
      const own: Matrix = pageWidth !== undefined ? [1, 0, 0, 1, 0, 0] : matrixOf(group);
      stack.push(pageWidth !== undefined ? own : multiply(stack.at(-1) ?? own, own));
    }
  }
  return { items, pages };
}

function matrixOf(attributes: string): Matrix {
  const [, kind, list = ""] = /\btransform="(translate|scale|matrix)\(([^)]*)\)"/.exec(attributes) ?? [];
  const [a = 0, b = a, c = 0, d = 0, e = 0, f = 0] = list.split(/[\s,]+/).map(Number);
  if (kind === "translate") return [1, 0, 0, 1, a, list.includes(",") ? b : 0];
  if (kind === "scale") return [a, 0, 0, b, 0, 0];
  return kind === "matrix" ? [a, b, c, d, e, f] : [1, 0, 0, 1, 0, 0];
}

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  ...([a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j] as const),
  ...([a * k + c * l + e, b * k + d * l + f] as const),
];

const point = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const;

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name !== undefined
      ? (entities[name] ?? whole)
      : String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );

/** Texts that lie over others of their line. */
function printedOver(items: readonly Item[]): string[] {
  const lines = new Map<string, Item[]>();
  for (const item of items) {
    if (item.text.trim() === "") continue;
    const line = `${item.page}:${Math.round((item.top + item.bottom) / 6)}`;
    const known = lines.get(line);
    if (known) known.push(item);
    else lines.set(line, [item]);
  }
  const over: string[] = [];
  for (const line of lines.values()) {
    let last: Item | undefined;
    for (const item of line.sort((a, b) => a.left - b.left)) {
      if (last && last.right - item.left > 0.4 * Math.min(item.size, last.size)) over.push(item.text);
      if (!last || item.right > last.right) last = item;
    }
  }
  return over;
}

/** Characters that leave no ink, or that are set as others. */
const silent = /[\s\p{C}\p{Z}\p{M}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]/gu;

/** Every text of a document, as the template gets it. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key !== "v") return textsOf(value);
    return Array.isArray(value) ? value.map(String) : [String(value)];
  });
}

function missingCharacters(texts: readonly string[], items: readonly Item[]): string {
  const left = new Map<string, number>();
  const count = (text: string, by: number) => {
    for (const char of text.normalize("NFC").replace(silent, "")) left.set(char, (left.get(char) ?? 0) + by);
  };
  for (const { text } of items) count(text, 1);
  for (const text of texts) count(text, -1);
  return [...left].flatMap(([char, number]) => (number < 0 ? char : [])).join("");
}
