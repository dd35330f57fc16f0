import { type Path, ToolError } from "@holdall/tool-core";

export * from "@holdall/tool-kit/backends";
export { throwIfAborted as begin } from "@holdall/tool-kit/backends";

export const holdsLink = (path: Path): ToolError =>
  new ToolError("unsupported", `${path} is a symbolic link, and a link cannot be created at the target.`, {
    hint: "Move the files it leads to, or leave the link out.",
    data: { path },
  });

export const isOutside = (path: Path, root: Path): ToolError =>
  new ToolError("permission_denied", `${path} leads outside ${root}.`, {
    hint: root === "/" ? "Choose a path without a link that leads elsewhere." : `Work at or below ${root}.`,
    data: { path, root },
  });

export const isKept = (copy: Path): ToolError =>
  new ToolError("stale", `${copy} is kept, since it could not be put back where it came from.`, {
    hint: "Read it, and move it to where it belongs.",
    data: { path: copy },
  });
