import type { Parts } from "../container/parts.ts";
import { attribute, below, child, type XmlElement } from "../container/xml.ts";

/** How paragraphs of a document look, by their style. */
export interface WordStyles {
  /** 1 to 9 for a heading. */
  heading(paragraph: XmlElement | undefined): number | undefined;
  /** The marker of a list item, such as `- ` or `2. `, with its indentation. Counts on with every call. */
  marker(paragraph: XmlElement | undefined): string | undefined;
}

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly level: number | undefined;
  readonly list: XmlElement | undefined;
}

interface Level {
  readonly format: string;
  readonly text: string;
  readonly start: number;
}

const value = (element: XmlElement | undefined): string | undefined => element && attribute(element, "val");

export async function readStyles(parts: Parts, names: { styles?: string; numbering?: string }): Promise<WordStyles> {
  const styles = stylesOf(names.styles === undefined ? undefined : await parts.xml(names.styles));
  const lists = listsOf(names.numbering === undefined ? undefined : await parts.xml(names.numbering));
  const counts = new Map<string, number[]>();
  function* chain(id: string | undefined): Generator<Style, void, void> {
    for (let i = 0, at = id; at !== undefined && i < 20; i++) {
      const style = styles.get(at);
      if (!style) return;
      yield style;
      at = style.basedOn;
    }
  }
  return {
    heading(paragraph) {
      const own = value(child(paragraph, "outlineLvl"));
      if (own !== undefined) return level(own);
      for (const style of chain(value(child(paragraph, "pStyle")))) {
        if (style.level !== undefined) return style.level > 9 ? undefined : style.level;
        if (/^title$/i.test(style.name)) return 1;
      }
      return undefined;
    },
    marker(paragraph) {
      let list = child(paragraph, "numPr");
      if (!list) for (const style of chain(value(child(paragraph, "pStyle")))) list ??= style.list;
      const id = value(child(list, "numId"));
      const levels = id === undefined || id === "0" ? undefined : lists.get(id);
      if (id === undefined || !levels) return undefined;
      const depth = Math.min(8, Math.max(0, Number(value(child(list, "ilvl")) ?? 0) || 0));
      const at = levels.get(depth);
      if (!at || at.format === "none") return undefined;
      const indent = "  ".repeat(depth);
      if (at.format === "bullet") return `${indent}- `;
      const counted = counts.get(id) ?? [];
      counts.set(id, counted);
      counted[depth] = (counted[depth] ?? at.start - 1) + 1;
      counted.length = depth + 1;
      const text = at.text.replace(/%([1-9])/g, (_, number: string) => {
        const i = Number(number) - 1;
        return ordinal(counted[i] ?? levels.get(i)?.start ?? 1, levels.get(i)?.format ?? "decimal");
      });
      return text.trim() === "" ? undefined : `${indent}${text.trim()} `;
    },
  };
}

const level = (text: string): number | undefined => {
  const number = Number(text) + 1;
  return number >= 1 && number <= 9 ? number : undefined;
};

function stylesOf(root: XmlElement | undefined): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>();
  for (const each of root ? below(root, "style") : []) {
    const name = value(child(each, "name")) ?? "";
    const properties = child(each, "pPr");
    const outline = value(child(properties, "outlineLvl"));
    const named = /^heading ([1-9])$/i.exec(name)?.[1];
    styles.set(attribute(each, "styleId") ?? "", {
      name,
      basedOn: value(child(each, "basedOn")),
      level: outline !== undefined ? Number(outline) + 1 : named === undefined ? undefined : Number(named),
      list: child(properties, "numPr"),
    });
  }
  return styles;
}

function listsOf(root: XmlElement | undefined): ReadonlyMap<string, ReadonlyMap<number, Level>> {
  const abstract = new Map<string, Map<number, Level>>();
  const lists = new Map<string, ReadonlyMap<number, Level>>();
  for (const each of root ? below(root, "abstractNum") : [])
    abstract.set(attribute(each, "abstractNumId") ?? "", levelsOf(each));
  for (const each of root ? below(root, "num") : []) {
    const levels = new Map(abstract.get(value(child(each, "abstractNumId")) ?? ""));
    for (const override of below(each, "lvlOverride")) {
      const depth = Number(attribute(override, "ilvl") ?? 0);
      for (const [at, found] of levelsOf(override)) levels.set(at, found);
      const start = value(child(override, "startOverride"));
      const old = levels.get(depth);
      if (start !== undefined && old) levels.set(depth, { ...old, start: Number(start) || 0 });
    }
    lists.set(attribute(each, "numId") ?? "", levels);
  }
  return lists;
}

function levelsOf(element: XmlElement): Map<number, Level> {
  const levels = new Map<number, Level>();
  for (const each of below(element, "lvl"))
    levels.set(Number(attribute(each, "ilvl") ?? 0), {
      format: value(child(each, "numFmt")) ?? "decimal",
      text: value(child(each, "lvlText")) ?? "",
      start: Number(value(child(each, "start")) ?? 1),
    });
  return levels;
}

const romans: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** A number as a list writes it. Formats of other scripts are written in digits. */
function ordinal(number: number, format: string): string {
  if (format === "lowerLetter" || format === "upperLetter") {
    const letter = String.fromCharCode(97 + ((((number - 1) % 26) + 26) % 26)).repeat(
      Math.min(10, Math.floor((number - 1) / 26) + 1),
    );
    return format === "upperLetter" ? letter.toUpperCase() : letter;
  }
  if (format === "lowerRoman" || format === "upperRoman") {
    let [rest, out] = [Math.min(number, 3_999), ""];
    for (const [size, digits] of romans) for (; rest >= size; rest -= size) out += digits;
    return format === "upperRoman" ? out.toUpperCase() : out;
  }
  return format === "decimalZero" ? String(number).padStart(2, "0") : String(number);
}
