import type { ViewBlock } from "../call-view.ts";

/** Whether a block of a call that ended well has something that the user should not overlook: a warning, an old price, a mail that was refused. */
export function hasProblem(block: ViewBlock): boolean {
  switch (block.kind) {
    case "text":
      return block.isWarning === true;
    case "terminal":
      return (block.exitCode ?? 0) !== 0;
    case "agent":
      return block.isPartial;
    case "citations":
      return block.dropped.length > 0 || block.gaps.length > 0;
    case "quotes":
      return block.missing.length > 0 || block.quotes.some(({ isOld }) => isOld);
    case "message":
      return (
        /^(bad|caution)$/.test(block.state?.tone ?? "") ||
        block.notes.some(({ isWarning }) => isWarning) ||
        block.recipients.some(({ warnings }) => warnings.length > 0)
      );
    default:
      return false;
  }
}
