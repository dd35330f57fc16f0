import { type FileKind, type Path, relativePath } from "@holdall/tool-core";
import { showPath } from "@holdall/tool-kit/file-tools";
import * as z from "zod";
import { sizeText } from "../text/lines.ts";
import { continuation, leftOutLines, walkLeftOut } from "./page.ts";

const entry = z.object({
  path: z.string(),
  kind: z.enum(["file", "directory", "symlink", "other"]),
  bytes: z.number().optional(),
  mode: z.string().optional(),
  target: z.string().optional(),
  ignored: z.boolean().optional(),
});
export const directoryListing = z.object({
  path: z.string(),
  entries: z.array(entry),
  total: z.number(),
  offset: z.number(),
  next_offset: z.number().optional(),
  left_out: walkLeftOut.omit({ ignored: true }).extend({ hidden: z.number().optional() }).optional(),
});

export type DirectoryListing = z.infer<typeof directoryListing>;

/** The listing as the model reads it: an indented tree, folders with a `/`, then what was left out. */
export function renderDirectory({
  path,
  entries,
  total,
  offset,
  next_offset,
  left_out = {},
}: DirectoryListing): string {
  const page = { items: entries, total, ...(next_offset !== undefined && { next: next_offset }) };
  const rows = entries.map((each) => {
    const { kind, bytes: size, target, ignored } = each;
    const relative = relativePath(each.path as Path, path as Path);
    const name = showPath(relative.slice(relative.lastIndexOf("/") + 1));
    const link = kind === "symlink" || target !== undefined ? ` -> ${showPath(target ?? "?")}` : "";
    const facts = size === undefined ? (ignored ? " (ignored, not entered)" : "") : ` (${sizeText(size)})`;
    return `${"  ".repeat(relative.split("/").length - 1)}${name}${suffix[kind]}${link}${facts}`;
  });
  return [
    `${showPath(path === "/" ? "/" : `${path}/`)}${total === 0 ? " is empty." : ""}`,
    ...rows,
    ...continuation(page, offset, "entry", "entries"),
    ...(left_out.hidden ? [`${left_out.hidden} hidden (hidden: true shows them).`] : []),
    ...leftOutLines(left_out),
  ].join("\n");
}

const suffix: Readonly<Record<FileKind, string>> = { file: "", directory: "/", symlink: "", other: " (special)" };
