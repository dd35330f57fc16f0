import { closeSync, openSync, readSync, writeSync } from "node:fs";
import type { Approve } from "@holdall/tool-core";

/** Ask the person at the terminal, whatever stdin and stdout are; `undefined` where there is no terminal. */
export function askPerson(): Approve | undefined {
  if (!process.stderr.isTTY) return undefined;
  let terminal: number;
  try {
    terminal = openSync("/dev/tty", "r+");
    closeSync(terminal);
  } catch {
    return undefined; // no terminal, or Windows
  }
  return ({ tool, access }) => {
    terminal = openSync("/dev/tty", "r+");
    try {
      const wanted = access.map(({ action, target }) => `  ${action} ${printable(target)}\n`).join("");
      writeSync(terminal, `${printable(tool)} wants to\n${wanted}Allow it? [y/N] `);
      const answer = Buffer.alloc(256);
      const length = readSync(terminal, answer);
      return /^y(es)?$/i.test(answer.toString("utf8", 0, length).trim());
    } finally {
      closeSync(terminal);
    }
  };
}

/** A name must not draw over the question it is part of. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (char) => JSON.stringify(char).slice(1, -1));
