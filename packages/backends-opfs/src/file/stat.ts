import { type Path, type Stat, ToolError } from "@holdall/tool-core";
import { type Folder, find } from "../shared/tree.ts";
import { versionOf } from "./version.ts";

/** The entry at a path; nothing exists below a file. */
export async function stat(root: Folder, path: Path, version: boolean): Promise<Stat | null> {
  try {
    const { handle } = await find(root, path);
    if (!handle) return null;
    if (handle.kind === "directory") return { kind: "directory", size: 0 };
    const file = await handle.getFile();
    const { size, lastModified: modified } = file;
    return { kind: "file", size, modified, ...(version && { version: await versionOf(file) }) };
  } catch (thrown) {
    if (ToolError.is(thrown) && thrown.code === "wrong_kind") return null;
    throw thrown;
  }
}
