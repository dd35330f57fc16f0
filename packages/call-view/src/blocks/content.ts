import type { ViewBlock } from "../call-view.ts";
import { fieldOf, listOf, textOf } from "../view/fields.ts";

/** Bytes in base64, where they stand for an image. */
export function imageBlock(picture: unknown, name?: string): ViewBlock[] {
  const data = fieldOf(picture, "base64", "data", "blob");
  const mediaType = textOf(picture, "media_type", "mime_type");
  if (mediaType === undefined || !/^image\/(png|jpe?g|gif|webp|avif|bmp)$/i.test(mediaType)) return [];
  if (data instanceof Uint8Array) return [{ kind: "image", mediaType, source: data, name }];
  if (typeof data !== "string" || !/^[A-Za-z0-9+/=\s]+$/.test(data)) return [];
  return [{ kind: "image", mediaType, source: `data:${mediaType};base64,${data}`, name }];
}

const shownTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/** A file that can be displayed or saved. Undefined if an output names none, or one of another kind. */
export function fileBlock(output: unknown, facts: readonly string[]): ViewBlock[] {
  const path = textOf(output, "path");
  const mediaType = shownTypes[path?.slice(path.lastIndexOf(".") + 1).toLowerCase() ?? ""];
  if (path === undefined || mediaType === undefined) return [];
  return [{ kind: "file", path, name: path, mediaType, facts: facts.filter((fact) => fact !== "") }];
}

/** Content of an MCP result: texts, images, resources; anything else unchanged. */
export function contentBlocks(output: unknown): ViewBlock[] {
  const blocks = listOf(output, "content").flatMap((part): ViewBlock[] => {
    const text = textOf(part, "text") ?? textOf(fieldOf(part, "resource"), "text");
    if (text !== undefined) return [{ kind: "text", text }];
    const images = imageBlock(part);
    if (images.length > 0) return images;
    const uri = textOf(part, "uri") ?? textOf(fieldOf(part, "resource"), "uri");
    return [uri === undefined ? { kind: "fields", value: part } : { kind: "text", text: uri }];
  });
  const data = fieldOf(output, "structured_content", "structured");
  return data === undefined || blocks.length > 0 ? blocks : [{ kind: "fields", value: data }];
}

/** Cells of a notebook as read_file shows them: a head `[1] code id=x`, the source, outputs indented. */
export function cellsBlock(content: string, more: number): ViewBlock {
  const cells: { type: string; source: string[]; output: string[] }[] = [];
  let inOutput = false;
  for (const line of content.split("\n")) {
    const head = /^\[\d+\] (\w+)/.exec(line);
    if (head) {
      cells.push({ type: head[1] ?? "code", source: [], output: [] });
      inOutput = false;
      continue;
    }
    const cell = cells.at(-1);
    if (!cell) continue;
    if (/^ {2}(stdout|stderr|result|display|error)\b.*:/.test(line)) inOutput = true;
    (inOutput ? cell.output : cell.source).push(line);
  }
  return {
    kind: "cells",
    more,
    cells: cells.map(({ type, source, output }) => ({
      type,
      source: source.join("\n").replace(/\n+$/, ""),
      ...(output.length > 0 && { output: output.join("\n").replace(/\n+$/, "") }),
    })),
  };
}
