import { columns } from "../render/text.ts";

/** Lines at the end of a screen that are drawn over. The cursor stays behind the last of them. */
export interface LiveArea {
  draw(lines: readonly string[]): void;
  clear(): void;
  /** Other output was written after it: the next drawing starts below it. */
  forget(): void;
}

interface LiveAreaOptions {
  /** Columns of the terminal as it is now. */
  readonly columns: () => number;
  write(text: string): void;
}

/**
 * Draws and clears in one write each. Terminals rewrap lines when they become narrower, which is taken into account.
 */
export function createLiveArea({ columns: width, write }: LiveAreaOptions): LiveArea {
  let drawn: readonly string[] = [];
  const erase = () => {
    if (drawn.length === 0) return "";
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(columns(line) / width())), 0);
    return `\r${rows > 1 ? `\x1b[${rows - 1}A` : ""}\x1b[J`;
  };
  return {
    draw(lines) {
      write(`${erase()}${lines.join("\n")}`);
      drawn = lines;
    },
    clear() {
      const text = erase();
      if (text !== "") write(text);
      drawn = [];
    },
    forget() {
      drawn = [];
    },
  };
}
