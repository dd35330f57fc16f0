import { abortedError, type Io, type Path, ToolError } from "@holdall/tool-core";

export * from "@holdall/tool-kit/backends";

export function begin({ signal }: Io = {}): void {
  if (signal?.aborted) throw abortedError(signal.reason);
}

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
