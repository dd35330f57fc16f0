import type { VisibleSegment } from "./score-chunks.ts";

/** Where the part of paths begins that tells files apart. */
export interface PathStart {
  /** Among the terms of a path. */
  readonly term: number;
  /** In the path, in UTF-16 units. */
  readonly character: number;
}

/**
 * Where the terms of paths begin that tell files apart: behind those of the folder in which all visible files lie, since what
 * is above a workspace says nothing about its files. The same place for all of them.
 */
export function belowCommonFolder(segments: readonly VisibleSegment[]): PathStart {
  let folder: string | undefined;
  let some: Int32Array | undefined;
  for (const { segment, visible } of segments) {
    for (const [f, { path, pathTerms }] of segment.files.entries()) {
      if (visible[f] === 0) continue;
      some ??= pathTerms;
      folder ??= path.slice(0, path.lastIndexOf("/") + 1);
      while (!path.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
    }
  }
  const depth = (folder ?? "").split("/").filter((part) => part !== "").length;
  let from = 0;
  for (let i = 0; i < depth && some; i++) from = some.indexOf(-1, from) + 1;
  return { term: from, character: folder?.length ?? 0 };
}
