import { type ContentPart, text } from "@holdall/tool-core";
import { neutralLine, neutralText } from "@holdall/tool-kit/text";
import type { ContentBlock, ReadResourceResult } from "@modelcontextprotocol/client";
import { decodeBase64 } from "../bounds/bytes.ts";

export interface ContentBounds {
  /** Characters of all texts of a result. */
  readonly maxText: number;
  /** Bytes of all files of a result. */
  readonly maxFiles: number;
}

type Contents = ReadResourceResult["contents"][number];

/** Makes parts for a model of what a server sends: neutralized, within bounds, with a word for everything left out. */
export interface ContentReader {
  block(block: ContentBlock): ContentPart[];
  resource(contents: Contents): ContentPart[];
  text(value: string): ContentPart[];
}

export function createContentReader({ maxText, maxFiles }: ContentBounds): ContentReader {
  let textLeft = maxText;
  let filesLeft = maxFiles;

  const takeText = (raw: string, label = ""): ContentPart[] => {
    if (textLeft <= 0)
      return raw === "" ? [] : [text(`[${label}${raw.length} characters left out: the answer is too long.]`)];
    const fitting = cutAt(raw, textLeft);
    textLeft -= fitting.length;
    const cut = raw.length - fitting.length;
    const note =
      cut > 0 ? `\n[${cut} of ${raw.length} characters left out: the answer is too long. Ask for less at once.]` : "";
    return [text(label + neutralText(fitting) + note)];
  };
  const takeFile = (base64: string, mediaType: string, name?: string): ContentPart[] => {
    const size = Math.floor((base64.length * 3) / 4);
    const type = neutralLine(mediaType, 100);
    const label = name === undefined ? type : `${type} ${name}`;
    if (size > filesLeft) return [text(`[${label}: ${size} bytes left out: the answer is too long.]`)];
    const data = decodeBase64(base64);
    if (!data) return [text(`[${label}: its data is not base64, and is left out.]`)];
    filesLeft -= size;
    return [
      {
        type: "file",
        mediaType: type,
        data,
        ...(name !== undefined && { name }),
      },
    ];
  };

  const reader: ContentReader = {
    text: (value) => takeText(value),
    block(block) {
      switch (block.type) {
        case "text":
          return takeText(block.text);
        case "image":
        case "audio":
          return takeFile(block.data, block.mimeType);
        case "resource":
          return reader.resource(block.resource);
        case "resource_link": {
          const { uri, name, title, description, mimeType } = block;
          const about = [title ?? name, mimeType, description].flatMap((part) => (part ? neutralLine(part) : []));
          return takeText(`[resource ${neutralLine(uri, 2000)}: ${about.join(", ")}]`);
        }
        default:
          return [text(`[Content of an unknown type: ${neutralLine(String(Object(block).type), 40)}.]`)];
      }
    },
    resource(contents) {
      const { uri, mimeType } = contents;
      if ("text" in contents) return takeText(contents.text, `[resource ${neutralLine(uri, 2000)}]\n`);
      return takeFile(contents.blob, mimeType ?? "application/octet-stream", neutralLine(uri, 2000));
    },
  };
  return reader;
}

/** The first characters of a text; no character is cut in two. */
function cutAt(value: string, length: number): string {
  if (value.length <= length) return value;
  const last = value.charCodeAt(length - 1);
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
