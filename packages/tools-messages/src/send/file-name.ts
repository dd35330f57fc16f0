import { basename, type Path } from "@holdall/tool-core";

const types: Readonly<Record<string, string>> = {
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  gif: "image/gif",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  md: "text/markdown",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
};

/** The name of a file as others see it: no control or invisible characters, quotes, slashes or half characters; 120 at most. */
export function fileName(path: Path): string {
  const name = basename(path)
    .normalize("NFC")
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}"'\\/:*?<>|;%]+/gu, "_")
    .trim();
  const ending = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? "";
  return (name.length > 120 ? `${name.slice(0, 110).toWellFormed()}${ending}` : name) || "file";
}

/** The type of a file, by its extension. */
export const mediaTypeOf = (name: string): string =>
  types[/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
