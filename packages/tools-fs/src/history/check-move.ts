import { type Backend, basename, isWithin, type Path, type Stat, ToolError } from "@holdall/tool-core";

interface Move {
  readonly from: Path;
  readonly to: Path;
  readonly overwrite: boolean;
  readonly signal: AbortSignal;
}

interface Checked {
  /** What is at the target now. */
  readonly there: Stat | null;
  readonly isFolder: boolean;
}

/** Refuse a move that cannot be meant. */
export async function checkMove(backend: Backend, { from, to, overwrite, signal }: Move): Promise<Checked> {
  const [source, target] = await Promise.all([backend.stat(from, { signal }), backend.stat(to, { signal })]);
  if (!source)
    throw new ToolError("not_found", `There is nothing at ${from}.`, {
      hint: "Look with {list_directory} or {glob_files}.",
    });
  if (from === to) throw new ToolError("no_op", `${from} is already there.`, { hint: "Send another path in `to`." });
  if (source.kind === "directory" && isWithin(to, from)) {
    throw new ToolError("invalid_input", `${to} is inside ${from}; a folder cannot be moved into itself.`, {
      hint: "Choose a target outside it.",
    });
  }
  const isFolder = source.kind === "directory";
  if (!target || isSameFile(backend, from, to)) return { there: null, isFolder };
  if (target.kind === "directory") {
    throw new ToolError("already_exists", `${to} is an existing folder.`, {
      hint: `To move it into that folder, set \`to\` to ${JSON.stringify(`${to === "/" ? "" : to}/${basename(from)}`)}.`,
    });
  }
  if (source.kind === "directory") {
    throw new ToolError(
      overwrite ? "wrong_kind" : "already_exists",
      `${to} is a file, and a folder cannot replace it.`,
      {
        hint: "Choose another target, or delete that file first with {delete_file}.",
      },
    );
  }
  if (!overwrite) {
    throw new ToolError("already_exists", `${to} exists.`, {
      hint: "Choose another target, or set overwrite: true to replace it.",
    });
  }
  return { there: target, isFolder };
}

/** Renaming only the case of a name, where case makes no other file. */
const isSameFile = ({ can }: Backend, a: Path, b: Path): boolean =>
  !can.caseSensitive && a.toLowerCase() === b.toLowerCase();
