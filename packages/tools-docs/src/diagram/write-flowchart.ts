import { decodeRead, replaceWritten } from "./entity-codes.ts";

interface Vertex {
  readonly id: string;
  readonly text?: string;
  readonly type?: string;
  readonly img?: string;
  readonly icon?: string;
  readonly styles?: readonly string[];
  readonly classes?: readonly string[];
}

/** What mermaid has read of a flowchart. */
export interface FlowchartDb {
  getVertices(): ReadonlyMap<string, Vertex>;
  getEdges(): readonly {
    readonly start: string;
    readonly end: string;
    readonly text?: string;
    readonly type?: string;
    readonly stroke?: string;
  }[];
  getSubGraphs(): readonly { readonly id: string; readonly title?: string; readonly nodes: readonly string[] }[];
  getDirection(): string | undefined;
  getClasses(): ReadonlyMap<string, { readonly styles?: readonly string[] }>;
}

export interface WrittenFlowchart {
  readonly code: string;
  readonly notes: readonly string[];
  /** Puts the characters of labels back into a drawing. */
  readonly restore: (drawing: string, write: (character: string) => string) => string;
}

const shapes: Readonly<Record<string, readonly [string, string]>> = {
  square: ["[", "]"],
  rect: ["[", "]"],
  round: ["(", ")"],
  rounded: ["(", ")"],
  diamond: ["{", "}"],
  circle: ["((", "))"],
  doublecircle: ["(((", ")))"],
  stadium: ["([", "])"],
  subroutine: ["[[", "]]"],
  cylinder: ["[(", ")]"],
  hexagon: ["{{", "}}"],
  odd: [">", "]"],
  trapezoid: ["[/", "\\]"],
  inv_trapezoid: ["[\\", "/]"],
};

const arrows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  arrow_point: { normal: "-->", thick: "==>", dotted: "-.->" },
  arrow_open: { normal: "---", thick: "===", dotted: "-.-" },
  double_arrow_point: { normal: "<-->", thick: "<==>", dotted: "<-.->" },
};

/** Ends of links that are not drawn as they are. */
const plainEnds: Readonly<Record<string, string>> = {
  arrow_circle: "circle",
  arrow_cross: "cross",
  double_arrow_circle: "circle",
  double_arrow_cross: "cross",
};

/** Signs that have a meaning in the code stand as characters for private use while it is drawn. */
const firstPrivate = 0xe000;
const special = /[^\p{L}\p{M}\p{N} ,.:!?'_-]/gu;

/**
 * A flowchart that mermaid has read, written again in the subset that beautiful-mermaid reads without mistakes: plain names,
 * one link a line, spaces around arrows. Throws for a link that it cannot draw.
 */
export function writeFlowchart(db: FlowchartDb): WrittenFlowchart {
  const characters: string[] = [];
  const notes: string[] = [];
  const label = (text: string): string =>
    decodeRead(text)
      .split(/<br\s*\/?>|\n|\\n/i)
      .map((line) => line.replace(/<\/?[a-z][^>]*>/gi, "").replace(special, (character) => hide(character, characters)))
      .join("<br>") || " ";
  const names = new Map<string, string>();
  for (const id of db.getVertices().keys()) names.set(id, `n${names.size}`);
  const groups = db.getSubGraphs();
  for (const { id } of groups) names.set(id, `s${names.size}`);
  const nameOf = (id: string): string => names.get(id) ?? "";

  const declare = ({ id, text, type = "square", img, icon }: Vertex): string => {
    const shape = shapes[type];
    if (img !== undefined || icon !== undefined) notes.push(`The picture of ${id} is not drawn.`);
    else if (!shape) notes.push(`The shape of ${id} is drawn as a rectangle.`);
    const [open, close] = shape ?? ["[", "]"];
    return `${nameOf(id)}${open}${label(text ?? id)}${close}`;
  };
  const vertices = db.getVertices();
  const inside = new Set(groups.flatMap(({ nodes }) => nodes));
  const group = ({ id, title, nodes }: (typeof groups)[number]): string[] => [
    `subgraph ${nameOf(id)} [${label(title ?? id)}]`,
    ...nodes.flatMap((node) => {
      const child = groups.find((each) => each.id === node);
      const vertex = vertices.get(node);
      return child ? group(child) : vertex ? [declare(vertex)] : [];
    }),
    "end",
  ];
  const lines = [
    `flowchart ${db.getDirection() ?? "TD"}`,
    ...groups.filter(({ id }) => !inside.has(id)).flatMap(group),
    ...[...vertices.values()]
      .filter(({ id }) => !inside.has(id) && !groups.some((each) => each.id === id))
      .map(declare),
    ...db.getEdges().map(({ start, end: to, text, type = "arrow_point", stroke = "normal" }) => {
      const end = plainEnds[type];
      if (end !== undefined) notes.push(`The link from ${start} to ${to} ends in an arrow instead of a ${end}.`);
      const arrow =
        arrows[end === undefined ? type : type.startsWith("double") ? "double_arrow_point" : "arrow_point"]?.[stroke];
      if (arrow === undefined) throw new Error(`a link from ${start} to ${to} of this kind cannot be drawn`);
      return `${nameOf(start)} ${arrow}${text ? `|${label(text)}|` : ""} ${nameOf(to)}`;
    }),
    ...[...vertices.values()].flatMap((vertex) => styleOf(vertex, nameOf(vertex.id), db)),
  ];
  const restore = (drawing: string, write: (character: string) => string): string =>
    drawing.replace(/[\ue000-\uf8ff]/g, (char) => write(characters[char.charCodeAt(0) - firstPrivate] ?? char));
  return { code: lines.join("\n"), notes, restore };
}

function hide(character: string, characters: string[]): string {
  const known = characters.indexOf(character);
  return String.fromCharCode(firstPrivate + (known >= 0 ? known : characters.push(character) - 1));
}

/** Colors and widths, and nothing that could load something. */
function styleOf({ styles = [], classes = [] }: Vertex, name: string, db: FlowchartDb): string[] {
  const all = [...classes.flatMap((each) => db.getClasses().get(each)?.styles ?? []), ...styles];
  const safe = all
    .map((each) => each.trim())
    .filter((each) => /^(?:fill|stroke|color|stroke-width)\s*:\s*#?[\w.]+$/.test(each));
  return safe.length > 0 ? [`style ${name} ${safe.join(",")}`] : [];
}

/** Code as it is, with its entity codes for characters; quoted names of entities become one word. */
export function keepCode(code: string, entities: Iterable<string> = []): WrittenFlowchart {
  const characters: string[] = [];
  let written = replaceWritten(code, (character) => hide(character, characters));
  const words = new Map<string, string>();
  for (const name of entities) {
    if (!written.includes(`"${name}"`)) continue;
    let word = name.replace(/\W/g, "_");
    while (written.includes(word)) word += "_";
    words.set(word, name);
    written = written.split(`"${name}"`).join(word);
  }
  const restore: WrittenFlowchart["restore"] = (drawing, write) => {
    let text = drawing;
    for (const [word, name] of words) text = text.split(word).join(Array.from(name, write).join(""));
    return text.replace(/[\ue000-\uf8ff]/g, (char) => write(characters[char.charCodeAt(0) - firstPrivate] ?? char));
  };
  return { code: written, notes: [], restore };
}
