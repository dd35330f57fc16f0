import type { FlatSvg } from "./flatten-svg.ts";

export interface SupportedDiagram {
  readonly code: string;
  /** Links that lead to notes. */
  readonly links: number;
  /** Makes boxes of notes look like notes. */
  readonly mark: (svg: string) => string;
}

/** What beautiful-mermaid 1.1.3 leaves out, written as what it draws: notes as boxes, numbers as words of messages. */
export function replaceUnsupported(whole: string): SupportedDiagram {
  const code = whole.replace(/^---\n[\s\S]*?\n---\n\s*/, "").replace(/^\s*%%\{[\s\S]*?\}%%\s*\n/, "");
  const lines = code.split("\n");
  const isKind = (name: RegExp): boolean => lines.some((line) => name.test(line));
  if (isKind(/^\s*sequenceDiagram\b/)) return { code: numbered(lines).join("\n"), links: 0, mark: (svg) => svg };
  if (isKind(/^\s*(?:classDiagram|stateDiagram)\b/)) return withNotes(lines);
  return { code, links: 0, mark: (svg) => svg };
}

const message = /^(\s*(?!note\b|participant\b|actor\b)[^:#]*?(?:--?>>?|--?[x)]|--?\|?[\\/]{1,2})[^:]*:)\s*(.*)$/i;

function numbered(lines: readonly string[]): string[] {
  let [number, step, isOn] = [1, 1, false];
  return lines.flatMap((line) => {
    const [whole, words = ""] = /^\s*autonumber\b(.*)$/.exec(line) ?? [];
    if (whole !== undefined) {
      isOn = !/\boff\b/.test(words);
      const [start, by] = words.match(/\d+(?:\.\d+)?/g) ?? [];
      number = start === undefined ? number : Number(start);
      step = by === undefined ? step : Number(by);
      return [];
    }
    const [, head, text] = isOn ? (message.exec(line) ?? []) : [];
    if (head === undefined) return [line];
    const written = `${head} ${number}. ${text}`;
    number = Math.round((number + step) * 100) / 100;
    return [written];
  });
}

function withNotes(lines: readonly string[]): SupportedDiagram {
  const isState = lines.some((line) => /^\s*stateDiagram\b/.test(line));
  const taken = lines.join("\n");
  const names: string[] = [];
  let links = 0;
  const nameOf = (): string => {
    let name = "Note";
    for (let at = 2; names.includes(name) || new RegExp(`\\b${name}\\b`).test(taken); at++) name = `Note${at}`;
    names.push(name);
    return name;
  };
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const state = isState ? /^\s*note\s+(?:left|right)\s+of\s+([^\s:]+)\s*(?::\s*(.*))?$/i.exec(line) : null;
    const ofClass = isState ? null : /^\s*note\s+(?:for\s+(\S+)\s+)?"([\s\S]*)"\s*$/.exec(line);
    const subject = state?.[1] ?? ofClass?.[1];
    if (!state && !ofClass) {
      written.push(line);
      continue;
    }
    let text = state?.[2] ?? ofClass?.[2];
    if (text === undefined) {
      const end = lines.findIndex((each, index) => index > at && /^\s*end note\s*$/i.test(each));
      if (end < 0) {
        written.push(line);
        continue;
      }
      text = lines.slice(at + 1, end).join("\n");
      at = end;
    }
    const rows = text.split(/\n|\\n|<br\s*\/?>/i).map((row) => coded(row.trim()));
    const name = nameOf();
    if (isState) written.push(`state "${rows.join("<br>")}" as ${name}`);
    else written.push(`class ${name} {`, ...rows, "}");
    if (subject === undefined) continue;
    links++;
    written.push(isState ? `${subject} --> ${name}` : `${name} ..> ${subject}`);
  }
  return { code: written.join("\n"), links, mark: (svg) => names.reduce(markNote, svg) };
}

/** Words that no parser takes for anything else. */
const coded = (text: string): string =>
  text.replace(/#\w+;|[^\p{L}\p{N}]/gu, (sign) => (sign.length > 2 ? sign : `#${sign.codePointAt(0)};`));

const markNote = (svg: string, name: string): string =>
  svg
    .replace(new RegExp(`<g class="(?:node|class-node)" data-id="${name}"[\\s\\S]*?</g>`), (group) =>
      group.replace(/fill="var\(--_(?:node-fill|group-hdr)\)"/g, 'fill="#FFF5AD"'),
    )
    .replace(new RegExp(`<polyline [^>]*data-(?:from|to)="${name}"[^>]*>`, "g"), (link) =>
      link.replace(/ stroke-dasharray="[^"]*"/, "").replace(/ marker-end="[^"]*"/, ' stroke-dasharray="3 3"'),
    );

/** The title of a diagram, as its front matter or mermaid has it. */
export function titleOf(code: string, read: string | undefined): string {
  const [, front = ""] =
    /^---\n(?:[\s\S]*?\n)?title:[ \t]*["']?(.+?)["']?[ \t]*\n(?:[\s\S]*?\n)?---\n/.exec(code) ?? [];
  return read || front;
}

const titleHeight = 40;

/** A drawing with a title over it. */
export function addTitle(drawing: FlatSvg, title: string): FlatSvg {
  if (title === "") return drawing;
  const width = Math.max(drawing.width, Math.ceil(title.length * 10) + 40);
  const height = drawing.height + titleHeight;
  const left = Math.round((drawing.width - width) / 2);
  const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const svg = drawing.svg
    .replace(/ viewBox="[^"]*"/, () => ` viewBox="${left} ${-titleHeight} ${width} ${height}"`)
    .replace(/ width="[\d.]+"/, () => ` width="${width}"`)
    .replace(/ height="[\d.]+"/, () => ` height="${height}"`)
    .replace(
      /<rect width="100%" height="100%" fill="([^"]*)"\/>/,
      (_, fill: string) =>
        `<rect x="${left}" y="${-titleHeight}" width="${width}" height="${height}" fill="${fill}"/>\n<text x="${left + width / 2}" y="-14" text-anchor="middle" font-size="16" font-weight="600" fill="#27272a">${text}</text>`,
    );
  return { svg, width, height };
}
