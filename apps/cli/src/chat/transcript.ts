import type { Screen } from "../render/screen.ts";
import { styleFor } from "../render/style.ts";
import { columns, oneLine } from "../render/text.ts";

/** Writes a conversation: what the model says as it comes, and lines about its calls between. */
export interface Transcript {
  text(piece: string): void;
  textEnd(): void;
  lines(lines: readonly string[]): void;
  /** What is waited for, on a line that goes away again; nothing where lines stay. */
  status(text: string): void;
}

interface Place {
  readonly screen: Screen;
  readonly isLive: boolean;
  write(text: string): void;
}

/** On a live screen text is broken between words and stands behind a bar; elsewhere it comes out as the model wrote it. */
export function createTranscript({ screen, isLive, write }: Place): Transcript {
  const style = styleFor(screen);
  const bar = `${style.cyan("▍")} `;
  const width = screen.width - 4;
  let word = "";
  let column = 0;
  let isOpen = false;
  let hasStatus = false;

  const clear = () => {
    if (hasStatus) write("\r\x1b[2K");
    hasStatus = false;
  };
  const begin = () => {
    clear();
    if (!isOpen) write(isLive ? `\n${bar}` : "\n");
    isOpen = true;
  };
  const breakLine = () => {
    write(`\n${bar}`);
    column = 0;
  };
  const putWord = () => {
    for (let rest = word; rest !== ""; ) {
      if (column > 0 && column + columns(rest) > width) breakLine();
      const fits = columns(rest) <= width ? rest.length : width;
      const part = oneLine(rest.slice(0, fits), Number.POSITIVE_INFINITY);
      write(part);
      column += columns(part);
      rest = rest.slice(fits);
    }
    word = "";
  };
  const putBlank = (blank: string) => {
    if (blank === "\n") return breakLine();
    const shown = blank === "\t" ? "  " : blank === "\r" ? "" : blank;
    if (column + shown.length >= width) return;
    write(shown);
    column += shown.length;
  };

  return {
    text(piece) {
      if (!isOpen && piece.trim() === "") return;
      begin();
      if (!isLive) return write(piece);
      for (const char of piece) {
        if (!/\s/.test(char)) {
          word += char;
          continue;
        }
        putWord();
        putBlank(char);
      }
    },
    textEnd() {
      if (!isOpen) return;
      putWord();
      write("\n");
      column = 0;
      isOpen = false;
    },
    lines(lines) {
      if (lines.length === 0) return;
      clear();
      this.textEnd();
      write(`${lines.join("\n")}\n`);
    },
    status(text) {
      if (!isLive || isOpen) return;
      clear();
      write(style.dim(oneLine(`  … ${text}`, screen.width - 1)));
      hasStatus = true;
    },
  };
}
