import type { ToolEvent } from "@holdall/tool-core";
import { counted } from "../../render/text.ts";

export interface TestRun {
  readonly passed: number;
  readonly failed: number;
}

/** What a session did, in numbers. */
export interface Tally {
  count(event: ToolEvent): void;
  /** What the tests said, each time that they ran. */
  readonly testRuns: readonly TestRun[];
  /** Paths that a call wrote. */
  readonly changed: ReadonlySet<string>;
  text(): string;
}

const writers = new Set(["append_file", "delete_file", "edit_file", "move_file", "write_file"]);

/** Count calls, those that were refused, and the files that changed. */
export function createTally(): Tally {
  const changed = new Set<string>();
  const testRuns: TestRun[] = [];
  let calls = 0;
  let failed = 0;
  return {
    changed,
    testRuns,
    count(event) {
      if (event.type !== "call-end") return;
      calls++;
      if (!event.result.ok) failed++;
      if (!event.result.ok) return;
      const { path, output } = event.result.output as { readonly path?: unknown; readonly output?: unknown };
      if (event.tool === "bash" && typeof output === "string") {
        const sum = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
        testRuns.push({ passed: sum("pass"), failed: sum("fail") });
      }
      if (!writers.has(event.tool)) return;
      if (typeof path === "string") changed.add(path);
    },
    text: () => `${counted(calls, "call")}, ${failed} of them refused with a hint`,
  };
}
