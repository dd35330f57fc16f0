import type { ToolEvent } from "@holdall/tool-core";
import { counted } from "../render/text.ts";

/** What a session did, in numbers. */
export interface Tally {
  count(event: ToolEvent): void;
  /** Paths that a call wrote. */
  readonly changed: ReadonlySet<string>;
  text(): string;
}

const writers = new Set(["append_file", "delete_file", "edit_file", "move_file", "write_file"]);

/** Count calls, those that were refused, and the files that changed. */
export function createTally(): Tally {
  const changed = new Set<string>();
  let calls = 0;
  let failed = 0;
  return {
    changed,
    count(event) {
      if (event.type !== "call-end") return;
      calls++;
      if (!event.result.ok) failed++;
      if (!event.result.ok || !writers.has(event.tool)) return;
      const { path } = event.result.output as { readonly path?: unknown };
      if (typeof path === "string") changed.add(path);
    },
    text: () => `${counted(calls, "call")}, ${failed} of them refused with a hint`,
  };
}
