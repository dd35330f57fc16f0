import type { ApprovalQuestion, AskApproval } from "@holdall/chat";
import { describeGrant } from "@holdall/permissions";
import { paintChange } from "../../approval/paint-change.ts";
import { question } from "../../approval/question.ts";
import { visible } from "../../approval/visible.ts";
import { styleFor } from "../../render/style.ts";
import { interrupted, type Terminal } from "../screen/terminal.ts";
import type { HeldLines, Transcript } from "../screen/transcript.ts";
import { allowByForm } from "./allow-by-form.ts";
import { allowByLine } from "./allow-by-line.ts";

/** Lines of a question that are shown at once. */
const pageLines = 40;

interface Asking {
  readonly terminal: Pick<Terminal, "read" | "keys" | "screen">;
  readonly transcript: Pick<Transcript, "hold">;
}

/** Ask the person at the terminal: once, for this session, from now on here, or no and why. */
export function askAtTerminal({ terminal, transcript }: Asking): AskApproval {
  /** True when all of the question was on the screen. */
  const wasShown = async (lines: readonly string[], screen: HeldLines, signal: AbortSignal): Promise<boolean> => {
    for (let at = 0; ; ) {
      screen.lines(at === 0 ? ["", ...lines.slice(0, pageLines)] : lines.slice(at, at + pageLines));
      at += pageLines;
      if (at >= lines.length) return true;
      const more = `${lines.length - at} more lines`;
      if (terminal.keys) {
        const items = [{ label: `Show ${more}` }, { label: "No", key: "n" }];
        const end = await terminal.keys.choose({ items }, signal);
        if (end.end !== "chosen" || end.items[0] !== 0) return false;
        continue;
      }
      const typed = await terminal.read(`-- ${more}. Enter shows them, n refuses: `, signal);
      if (typed === undefined || typed === interrupted || typed.trim() !== "") return false;
    }
  };

  return async ({ request, grants, ofProgram }: ApprovalQuestion, signal) => {
    const { keys } = terminal;
    await keys?.typeAhead.whenQuiet(signal);
    using screen = transcript.hold();
    const lines = paintChange(question(request), styleFor(terminal.screen));
    if (!(await wasShown(lines, screen, signal))) return {};
    const asked = { rules: grants.map((grant) => visible(describeGrant(grant))), ofProgram, show: screen.lines };
    return keys
      ? await allowByForm({ ...asked, choose: (choice) => keys.choose(choice, signal) })
      : await allowByLine({ ...asked, read: (prompt) => terminal.read(prompt, signal) });
  };
}
