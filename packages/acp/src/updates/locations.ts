import type { ToolCallLocation } from "@agentclientprotocol/sdk";
import type { CallView, ViewBlock } from "@holdall/call-view";
import { hostPath } from "../backend/editor-files.ts";
import type { CallPlace } from "./call-content.ts";

/** Places that one call has at most; an editor follows them. */
const maxLocations = 20;

/** The files and lines that a call is about: those of its result, else those that its input names. */
export function locationsOf(view: CallView, { pathOf, input }: CallPlace): ToolCallLocation[] {
  const found = view.blocks.flatMap(placesIn);
  const places = found.length > 0 ? found : placesOfInput(view, input);
  return places.slice(0, maxLocations).map(({ path, line }) => ({
    path: hostPath(pathOf(path)),
    ...(line !== undefined && { line }),
  }));
}

interface FileLocation {
  readonly path: string;
  /** From 1. */
  readonly line?: number | undefined;
}

function placesIn(block: ViewBlock): FileLocation[] {
  switch (block.kind) {
    case "diff": {
      const changed = block.rows.find(({ kind }) => kind === "added" || kind === "removed");
      return block.path === undefined ? [] : [{ path: block.path, line: changed?.after ?? changed?.before }];
    }
    case "code":
      return block.path === undefined ? [] : [{ path: block.path, line: block.lines[0]?.number }];
    case "matches":
      return block.files.map(({ path, rows }) => ({ path, line: rows.find(({ isMatch }) => isMatch)?.line }));
    case "diagnostics":
      return block.items.map(({ path, line }) => ({ path, line }));
    case "file":
      return [{ path: block.path }];
    default:
      return [];
  }
}

function placesOfInput({ category }: CallView, input: unknown): FileLocation[] {
  if (category !== "filesystem" && category !== "code") return [];
  const { path, file_path, notebook_path, from, to, source, destination, offset } = Object(input) as Readonly<
    Record<string, unknown>
  >;
  const line = typeof offset === "number" && offset >= 1 ? Math.floor(offset) : undefined;
  return [path, file_path, notebook_path, from, source, to, destination].flatMap((name) =>
    typeof name === "string" && name !== "" ? [{ path: name, line }] : [],
  );
}
