import { counted } from "./text.ts";

/** Calls of agents, counted with the call that they work for. */
export interface Fold {
  add(callId: string, tool: string, isOk: boolean): void;
  /** `7 calls: read_file ×5, grep_files ×2; 1 failed`, once; undefined where there was none. */
  take(callId: string): string | undefined;
}

export function createFold(): Fold {
  const folded = new Map<string, { readonly tools: Map<string, number>; failed: number }>();
  return {
    add(callId, tool, isOk) {
      const known = folded.get(callId) ?? { tools: new Map<string, number>(), failed: 0 };
      folded.set(callId, known);
      known.tools.set(tool, (known.tools.get(tool) ?? 0) + 1);
      if (!isOk) known.failed++;
    },
    take(callId) {
      const known = folded.get(callId);
      folded.delete(callId);
      if (!known) return undefined;
      const { tools, failed } = known;
      const total = [...tools.values()].reduce((sum, count) => sum + count, 0);
      const each = [...tools].map(([tool, count]) => (count > 1 ? `${tool} ×${count}` : tool)).join(", ");
      return `${counted(total, "call")}: ${each}${failed > 0 ? `; ${failed} failed` : ""}`;
    },
  };
}
