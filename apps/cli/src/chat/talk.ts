import type { Screen } from "../render/screen.ts";
import { styleFor } from "../render/style.ts";
import { wrap } from "../render/text.ts";
import type { Typing } from "../terminal/edit-line.ts";
import { readMessage } from "./read-message.ts";
import { interrupted, type Terminal } from "./screen/terminal.ts";

interface Talking {
  readonly terminal: Terminal;
  readonly typing: Typing;
  /** Stands before the sign at which the user types: the mode, where it is not the usual one. */
  readonly mode: () => string;
  readonly show: (lines: readonly string[]) => void;
  /** What is said first, before the person is asked. */
  readonly first: string | undefined;
  /** Do what a message says. Resolves to an exit code to leave with, or undefined to continue. */
  readonly hear: (said: string) => Promise<number | undefined>;
}

/** Read message after message: what is said first, what was typed ahead, what the person types. Resolves to an exit code, undefined when nothing comes any more. */
export async function talk({ terminal, typing, mode, show, first, hear }: Talking): Promise<number | undefined> {
  const { screen, keys, hasPerson } = terminal;
  const { dim, bold } = styleFor(screen);
  const prompt = () => (screen.spoken ? `${mode()}You: ` : `${mode()}${bold("› ")}`);
  let warned = false;
  for (let next = first ?? keys?.typeAhead.take(); ; next = keys?.typeAhead.take()) {
    if (next !== undefined && terminal.isLive) show(["", ...saidLines(next, screen)]);
    if (next === undefined && hasPerson) terminal.write("\n");
    const said = next ?? (await readMessage(terminal, prompt(), typing));
    if (said === undefined) return undefined;
    if (said === interrupted) {
      if (warned) return 130;
      warned = true;
      show([dim("  Press Ctrl-C again to exit.")]);
      continue;
    }
    warned = false;
    if (said.trim() === "") continue;
    const code = await hear(said);
    if (code !== undefined) return code;
  }
}

const saidLines = (said: string, screen: Screen): string[] =>
  wrap(said, screen.width - 4).map((line, at) => styleFor(screen).bold(`${at === 0 ? "›" : " "} ${line}`));
