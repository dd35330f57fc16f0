import { type Access, type Path, toPath } from "@holdall/tool-core";
import { readAndWrite } from "../_define-fs-tool.ts";
import { type FilePatch, parsePatch } from "./patch.ts";

/** What a patch will touch. */
export const patchAccesses = (patch: string, cwd: Path): Access[] =>
  parsePatch(patch).flatMap((part) => accessesOf(part, cwd));

function accessesOf({ kind, path: written, to: target }: FilePatch, cwd: Path): Access[] {
  const path = toPath(written, cwd);
  if (kind === "delete") return [{ action: "delete", target: path }];
  if (target === undefined) return kind === "add" ? [{ action: "write", target: path }] : readAndWrite(path);
  return [
    { action: kind === "copy" ? "read" : "delete", target: path },
    { action: "write", target: toPath(target, cwd) },
  ];
}
