import { type Backend, type Path, ToolError } from "@holdall/tool-core";
import { viewOf } from "./shared/view-of.ts";

/** Make a backend read-only: every write throws `permission_denied`. */
export function readOnly(backend: Backend): Backend {
  const refuse = async (path: Path): Promise<never> => {
    throw new ToolError("permission_denied", `${path} cannot be changed: it is read-only.`, {
      hint: "Write to a writable location, or tell the user what you would change.",
      data: { path },
    });
  };
  return {
    ...viewOf(backend),
    can: { ...backend.can, write: false },
    write: refuse,
    ...(backend.writeFrom && { writeFrom: refuse }),
    remove: refuse,
    ...(backend.createDirectory && { createDirectory: refuse }),
    ...(backend.move && { move: refuse }),
    ...(backend.entries && {
      entries: { stat: backend.entries.stat, createLink: refuse, setFolderMode: refuse, removeFolder: refuse },
    }),
  };
}
