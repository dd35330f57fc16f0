import { closeSync, openSync, readSync, writeSync } from "node:fs";
import type { Approve } from "@holdall/tool-core";
import type { Output } from "../io.ts";

/** Where the user reads and answers. */
export interface Terminal extends Disposable {
  write(text: string): void;
  /** A line, without its end; empty when there is none any more. */
  read(): string;
}

/** Lines of a question that are shown at once. */
const pageLines = 40;

/** Ask the person at the terminal, whatever stdin and stdout are; `undefined` where stderr is not on one. */
export function askPerson({ isTTY }: Pick<Output, "isTTY">, open: () => Terminal = openTerminal): Approve | undefined {
  if (!isTTY) return undefined;
  try {
    open()[Symbol.dispose]();
  } catch {
    return undefined; // no terminal, or Windows
  }
  return askAt(open);
}

/** An approval is valid once the whole question has been shown. */
export const askAt =
  (open: () => Terminal): Approve =>
  async (request) => {
    const { question } = await import("./question.ts");
    using terminal = open();
    const lines = question(request);
    for (let at = 0; ; ) {
      const page = lines.slice(at, at + pageLines);
      at += page.length;
      terminal.write(`${page.join("\n")}\n`);
      const left = lines.length - at;
      if (left === 0) break;
      terminal.write(`-- ${left} more lines. Enter shows them, n refuses: `);
      if (terminal.read().trim() !== "") return false;
    }
    terminal.write("Allow it? [y/N] ");
    return /^y(es)?$/i.test(terminal.read().trim());
  };

function openTerminal(): Terminal {
  const descriptor = openSync("/dev/tty", "r+");
  return {
    write: (text) => void writeSync(descriptor, text),
    read() {
      const answer = Buffer.alloc(256);
      return answer.toString("utf8", 0, readSync(descriptor, answer));
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}
