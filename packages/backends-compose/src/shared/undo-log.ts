import { type Path, ToolError, toToolError } from "@holdall/tool-core";

/** A path that could not be put back, and why. */
export interface LeftChanged {
  readonly path: Path;
  readonly reason: string;
}

/** Remember how to take back each step of a change, until all of them are done. */
export function createUndoLog() {
  const steps: { readonly path: Path; undo(): Promise<unknown> }[] = [];
  return {
    add(path: Path, undo: () => Promise<unknown>): void {
      steps.push({ path, undo });
    },

    /** Take back every step, the last one first, and say in the error what the storage holds now. */
    async rollBack(what: string, cause: unknown): Promise<ToolError> {
      const left: LeftChanged[] = [];
      for (const { path, undo } of steps.splice(0).reverse()) {
        try {
          await undo();
        } catch (error) {
          left.push({ path, reason: toToolError(error).message });
        }
      }
      return describeOutcome(what, cause, left);
    },
  };
}

export type UndoLog = ReturnType<typeof createUndoLog>;

function describeOutcome(what: string, cause: unknown, left: readonly LeftChanged[]): ToolError {
  const { code, message, hint, data } = toToolError(cause);
  if (left.length === 0) {
    const now = "Everything is as it was before.";
    return new ToolError(code, `${what} failed: ${message} ${now}`, { hint, data: { ...data, left }, cause });
  }
  const reasons = left.map(({ path, reason }) => `${path} (${reason})`).join("; ");
  const now = `It was undone, except for what could not be restored: ${reasons}`;
  return new ToolError(code, `${what} failed: ${message} ${now}`, {
    hint: "Read the paths that were not restored and repair them; everything else is as it was before.",
    data: { ...data, left },
    cause,
  });
}
