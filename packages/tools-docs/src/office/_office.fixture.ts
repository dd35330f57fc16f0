import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";

/** The parts of an office file as texts. Every part that is XML is parsed strictly: one that is not well-formed throws. */
export function partsOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    if (!/\.(?:xml|rels)$/.test(name)) {
      parts.set(name, "");
      continue;
    }
    const text = strFromU8(content);
    parseXml(text, name);
    parts.set(name, text);
  }
  return parts;
}

function parseXml(text: string, name: string, onText: (tag: string, text: string) => void = () => {}): void {
  const parser = new SaxesParser({ xmlns: true });
  const open: string[] = [];
  parser.on("error", (error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  parser.on("opentag", (tag) => void open.push(tag.name));
  parser.on("closetag", () => void open.pop());
  parser.on("text", (value) => onText(open.at(-1) ?? "", value));
  parser.write(text).close();
}

/** All that is written in a part, in its order and without spaces. */
export function wordsOf(part: string): string {
  let words = "";
  parseXml(part, "a part", (tag, text) => {
    if (tag === "w:t" || tag === "a:t") words += text;
  });
  return words.replace(/\s+/g, "");
}

/** The slides in their order. */
export const slidesOf = (parts: ReadonlyMap<string, string>): string[] =>
  Array.from(
    { length: [...parts.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length },
    (_, at) => parts.get(`ppt/slides/slide${at + 1}.xml`) ?? "",
  );

/** Every relation of every part leads to a part that is there, and every part has a type. */
export function brokenRelations(parts: ReadonlyMap<string, string>): string[] {
  const types = parts.get("[Content_Types].xml") ?? "";
  const untyped = [...parts.keys()].filter(
    (name) =>
      name !== "[Content_Types].xml" &&
      !types.includes(`PartName="/${name}"`) &&
      !types.includes(`Extension="${name.slice(name.lastIndexOf(".") + 1)}"`),
  );
  const missing = [...parts].flatMap(([name, text]) => {
    if (!name.endsWith(".rels")) return [];
    const folder = name.replace(/_rels\/[^/]*$/, "");
    return [...text.matchAll(/Target="([^"]*)"( TargetMode="External")?/g)].flatMap(([, target = "", isExternal]) => {
      const path = new URL(target, `file:///${folder}`).pathname.slice(1);
      return isExternal || parts.has(path) ? [] : [`${name}: ${target}`];
    });
  });
  const unknown = [...parts].flatMap(([name, text]) => {
    const ids = [...text.matchAll(/\br:(?:id|embed)="([^"]*)"/g)].map(([, id]) => id);
    const own = parts.get(name.replace(/([^/]*)$/, "_rels/$1.rels")) ?? "";
    return ids.filter((id) => !own.includes(`Id="${id}"`)).map((id) => `${name}: ${id}`);
  });
  return [...untyped, ...missing, ...unknown];
}
