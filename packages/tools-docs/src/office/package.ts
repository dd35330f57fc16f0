import { strToU8, zipSync } from "fflate";
import { escapeAttribute, escapeText } from "./xml.ts";

/** A file in an office file. */
export interface PackagePart {
  readonly name: string;
  /** Without it the type follows from the ending. */
  readonly type?: string;
  readonly content: string | Uint8Array;
}

export interface Properties {
  readonly title: string;
  readonly author?: string | undefined;
  readonly lang: string;
}

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const metadata = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";

const endings: Readonly<Record<string, string>> = {
  rels: "application/vnd.openxmlformats-package.relationships+xml",
  xml: "application/xml",
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
};

/** Relations of one part to others. The same target has one id. */
export function relations() {
  const lines: string[] = [];
  const ids = new Map<string, string>();
  return {
    /** The id of a relation, such as `rId3`. A target of another part is relative to the folder of this one. */
    add(type: string, target: string, isExternal = false): string {
      const key = `${type} ${target}`;
      const known = ids.get(key);
      if (known !== undefined) return known;
      const id = `rId${ids.size + 1}`;
      ids.set(key, id);
      const kind = /^https?:/.test(type) ? type : `${office}/${type}`;
      const mode = isExternal ? ' TargetMode="External"' : "";
      lines.push(`<Relationship Id="${id}" Type="${kind}" Target="${escapeAttribute(target)}"${mode}/>`);
      return id;
    },
    /** The part that says so of `name`. */
    part: (name: string): PackagePart[] =>
      lines.length === 0 ? [] : [{ name: relationsName(name), content: relationsXml(lines) }],
  };
}

export type Relations = ReturnType<typeof relations>;

const relationsXml = (lines: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join("")}</Relationships>`;

const relationsName = (name: string): string => {
  const at = name.lastIndexOf("/") + 1;
  return `${name.slice(0, at)}_rels/${name.slice(at)}.rels`;
};

/** An office file of its parts. It has no date, so the same parts give the same bytes. */
export function writePackage(main: string, parts: readonly PackagePart[], properties: Properties): Uint8Array {
  const root = relations();
  root.add("officeDocument", main);
  root.add(metadata, "docProps/core.xml");
  root.add("extended-properties", "docProps/app.xml");
  const all = [...parts, ...propertyParts(properties)];
  const files: Record<string, [Uint8Array, { level: 0 | 6 }]> = {};
  for (const { name, content } of [contentTypes(all), ...root.part(""), ...all]) {
    const isPicture = typeof content !== "string";
    files[name] = [isPicture ? content : strToU8(header + content), { level: isPicture ? 0 : 6 }];
  }
  // The archive holds local time: this is the same anywhere.
  return zipSync(files, { mtime: new Date(1980, 0, 1) });
}

function contentTypes(parts: readonly PackagePart[]): PackagePart {
  const used = new Set(["rels", "xml", ...parts.map(({ name }) => name.slice(name.lastIndexOf(".") + 1))]);
  const defaults = [...used].map((ending) => `<Default Extension="${ending}" ContentType="${endings[ending]}"/>`);
  const overrides = parts.flatMap(({ name, type }) =>
    type ? [`<Override PartName="/${name}" ContentType="${type}"/>`] : [],
  );
  return {
    name: "[Content_Types].xml",
    content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}${overrides.join("")}</Types>`,
  };
}

function propertyParts({ title, author, lang }: Properties): PackagePart[] {
  const creator = author === undefined ? "" : `<dc:creator>${escapeText(author)}</dc:creator>`;
  return [
    {
      name: "docProps/core.xml",
      type: "application/vnd.openxmlformats-package.core-properties+xml",
      content: `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${creator}<dc:language>${lang}</dc:language><dc:title>${escapeText(title)}</dc:title></cp:coreProperties>`,
    },
    {
      name: "docProps/app.xml",
      type: "application/vnd.openxmlformats-officedocument.extended-properties+xml",
      content:
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Holdall</Application></Properties>',
    },
  ];
}
