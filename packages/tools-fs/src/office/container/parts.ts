import { brokenDocument } from "./document-error.ts";
import {
  attribute,
  elements,
  parseXml,
  scanXml,
  type TokenizerClass,
  type XmlElement,
  type XmlVisitor,
} from "./xml.ts";
import type { Zip } from "./zip.ts";

/** A target of a relationship of a part. */
export interface Relationship {
  /** The last word of its type, such as `slide` or `hyperlink`. */
  readonly type: string;
  /** A part's name, or an address outside of the document. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The parts of a document, parsed as they are asked for. */
export interface Parts {
  readonly zip: Zip;
  has(name: string): boolean;
  /** A part as text. Undefined where there is none. */
  source(name: string): Promise<string | undefined>;
  /** The tree of a part. Undefined where there is none. */
  xml(name: string, isHtml?: boolean): Promise<XmlElement | undefined>;
  /** Visit a part, where it is there. */
  scan(name: string, visitor: XmlVisitor): Promise<void>;
  /** The relationships of a part of an Office Open XML document, by id. */
  relations(name: string): Promise<ReadonlyMap<string, Relationship>>;
}

export function openParts(zip: Zip, TokenizerOf: TokenizerClass): Parts {
  const source = async (name: string) => {
    const bytes = await zip.read(name);
    return bytes && decodeXml(bytes, name);
  };
  const xml = async (name: string, isHtml = false) => {
    const text = await source(name);
    return text === undefined ? undefined : parseXml(TokenizerOf, text, isHtml);
  };
  return {
    zip,
    source,
    xml,
    has: (name) => zip.entries.has(name),
    async scan(name, visitor) {
      const text = await source(name);
      if (text !== undefined) scanXml(TokenizerOf, text, visitor);
    },
    async relations(name) {
      const cut = name.lastIndexOf("/") + 1;
      const root = await xml(`${name.slice(0, cut)}_rels/${name.slice(cut)}.rels`);
      const found = new Map<string, Relationship>();
      for (const list of root ? elements(root) : [])
        for (const each of elements(list)) {
          const isExternal = attribute(each, "TargetMode") === "External";
          const target = attribute(each, "Target") ?? "";
          found.set(attribute(each, "Id") ?? "", {
            type: (attribute(each, "Type") ?? "").split("/").at(-1)!,
            target: isExternal ? target : resolvePart(name, target),
            isExternal,
          });
        }
      return found;
    },
  };
}

/** The name of a part that another one names. */
export function resolvePart(from: string, target: string): string {
  const steps = target.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** XML is UTF-8, or UTF-16 where a byte order mark or a zero byte says so. A byte order mark stays in the text. */
function decodeXml(bytes: Uint8Array, name: string): string {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : undefined;
  const declared = /^<\?xml[^>]{0,80}encoding=["']([\w.-]+)["']/.exec(
    String.fromCharCode(...bytes.subarray(0, 160)),
  )?.[1];
  const encoding = wide ?? (second === 0 ? "utf-16le" : (declared ?? "utf-8"));
  try {
    return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw brokenDocument(`its part ${name} is in the encoding ${encoding}, which is not known`, cause);
  }
}
