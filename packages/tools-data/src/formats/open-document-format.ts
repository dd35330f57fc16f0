import { ToolError } from "@holdall/tool-core";
import type { DocumentFormat } from "./document-format.ts";
import type { Format } from "./formats.ts";

/** The formats of whole documents; each loads its library when it is used. */
const loaders: Partial<Record<Format, () => Promise<DocumentFormat>>> = {
  json: async () => (await import("./json-document.ts")).jsonDocument,
  yaml: async () => (await import("./yaml-document.ts")).yamlDocument,
  toml: async () => (await import("./toml-document.ts")).tomlDocument,
  xml: async () => (await import("./xml-document.ts")).xmlDocument,
};

export const isDocumentFormat = (format: Format): boolean => loaders[format] !== undefined;

export async function documentFormat(format: Format): Promise<DocumentFormat> {
  const load = loaders[format];
  if (!load) throw new ToolError("internal", `${format} cannot hold documents.`);
  return load();
}
