import { type ContentPart, text } from "@holdall/tool-core";
import { fromBase64 } from "@holdall/tool-kit";
import type { ReadFileOutput } from "./schema.ts";

type Picture = NonNullable<ReadFileOutput["image"]>;

/** What the model reads of a file: content, notes, metadata, version, and how to continue. */
export function renderRead(output: ReadFileOutput): string | readonly ContentPart[] {
  const { kind, path, version, content, facts, notes, image, images = image ? [image] : [] } = output;
  if (kind === "directory") return [...notes, content].join("\n");
  if (kind === "image") return withPictures([`${path}: ${facts}, version ${version}`, ...notes], images);
  if (kind === "text") return textLines(output).join("\n");
  return withPictures([content, "", ...notes, `[${partRange(output)}${facts}]`, ...nextCall(output)], images);
}

function withPictures(lines: readonly string[], pictures: readonly Picture[]): readonly ContentPart[] {
  const files = pictures.map(
    ({ media_type, base64 }): ContentPart => ({ type: "file", mediaType: media_type, data: fromBase64(base64) }),
  );
  return [text(lines.join("\n")), ...files];
}

function textLines(output: ReadFileOutput): string[] {
  const { content, line, end_line, total, next_offset, facts, notes } = output;
  const whole = line === 1 && next_offset === undefined && end_line === total;
  const range = whole || total === 0 ? "" : `lines ${line}-${end_line} · `;
  return [...(total === 0 ? ["File is empty."] : [content, ""]), ...notes, `[${range}${facts}]`, ...nextCall(output)];
}

function partRange({ part }: ReadFileOutput): string {
  if (!part || part.total === 0 || (part.first === 1 && part.last === part.total)) return "";
  return part.first === part.last ? `${part.unit} ${part.first} · ` : `${part.unit}s ${part.first}-${part.last} · `;
}

function nextCall({ next_offset, next_column, next_pages }: ReadFileOutput): string[] {
  const place =
    next_pages === undefined ? next_offset !== undefined && `offset=${next_offset}` : `pages="${next_pages}"`;
  return place ? [`Next: ${place}${next_column === undefined ? "" : `, column=${next_column}`}`] : [];
}
