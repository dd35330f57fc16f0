import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { DiffRow, ViewBlock } from "@holdall/call-view";
import { hostPath } from "../backend/editor-files.ts";
import { capped } from "./capped.ts";

/** A file before and after a change, or a part of both. */
export const diffContent = (path: string, before: string | null, after: string): ToolCallContent => ({
  type: "diff",
  path: hostPath(path),
  oldText: before === null ? null : capped(before),
  newText: capped(after),
});

/** The parts of a file that a diff shows, each as it was and as it is. */
export function diffsOf({ rows }: Extract<ViewBlock, { kind: "diff" }>, path: string): ToolCallContent[] {
  const parts: DiffRow[][] = [[]];
  for (const row of rows) {
    if (row.kind === "gap") parts.push([]);
    else parts.at(-1)?.push(row);
  }
  return parts
    .filter((part) => part.some(({ kind }) => kind !== "same"))
    .map((part) => {
      const text = (left: DiffRow["kind"]) => part.flatMap((row) => (row.kind === left ? [] : [row.text])).join("\n");
      return diffContent(path, text("added"), text("removed"));
    });
}
