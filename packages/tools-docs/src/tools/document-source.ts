import { type Access, type Path, toPath } from "@holdall/tool-core";
import { documentAccess } from "./generate-markdown.ts";

/** Parameters of other tool sets that make a file of Markdown. */
export const sourceParams = {
  file_path: "path",
  input_path: "path",
  text: "markdown",
  content: "markdown",
  output: "output_path",
  output_file: "output_path",
  language: "lang",
  paper_size: "paper",
  force: "overwrite",
} as const;

interface SourceCall {
  readonly path?: string | undefined;
  readonly blocks?: readonly object[] | undefined;
  readonly output_path: string;
}

/** The files that are read for a document, and the one that is written. */
export const sourceAccess = async (call: SourceCall, { cwd }: { readonly cwd: Path }): Promise<Access[]> => [
  ...(call.path === undefined ? [] : [{ action: "read" as const, target: toPath(call.path, cwd) }]),
  ...(await documentAccess(call, cwd)),
];

/** The outcome of each picture of a document. */
export const imageResults = (images: readonly { readonly src: string; readonly why?: string | undefined }[]) =>
  images.map(({ src, why }) => ({ src, ok: why === undefined, ...(why !== undefined && { why }) }));
