import { type Path, toPath } from "@holdall/tool-core";

/** `name` in `folder`. */
export const childPath = (folder: Path, name: string): Path =>
  toPath(folder === "/" ? `/${name}` : `${folder}/${name}`);
