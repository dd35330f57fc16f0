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
  /** Keep everything back while a person is asked, but for the question's own lines. */
  hold(): Held;
}

export interface Held extends Disposable {
  lines(lines: readonly string[]): void;
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
  const waiting: (() => void)[] = [];
  let isHeld = false;
  let hasStatus = false;
  let isOpen = false;
  let column = 0;
  let word = "";
  let space = "";

  const whenReleased = (act: () => void) => (isHeld ? void waiting.push(act) : act());
  const clear = () => {
    if (hasStatus) write("\r\x1b[2K");
    hasStatus = false;
  };
  const breakLine = () => {
    write(`\n${bar}`);
    column = 0;
    space = "";
  };
  const putWord = () => {
    for (let rest = oneLine(word, Number.POSITIVE_INFINITY); rest !== ""; ) {
      if (column > 0 && column + space.length + columns(rest) > width) breakLine();
      const part = columns(rest) <= width ? rest : [...rest].slice(0, Math.floor(width / 2)).join("");
      write(space + part);
      column += space.length + columns(part);
      space = "";
      rest = rest.slice(part.length);
    }
    word = "";
  };
  const put = (piece: string) => {
    for (const char of piece) {
      if (!/\s/.test(char)) word += char;
      else {
        putWord();
        if (char === "\n") breakLine();
        else space += char === "\t" ? "  " : char === "\r" ? "" : " ";
      }
    }
  };
  const end = () => {
    if (!isOpen) return;
    putWord();
    write("\n");
    [column, space, isOpen] = [0, "", false];
  };
  const putLines = (lines: readonly string[]) => {
    if (lines.length === 0) return;
    clear();
    end();
    write(`${lines.join("\n")}\n`);
  };

  return {
    text: (piece) =>
      whenReleased(() => {
        if (!isOpen && piece.trim() === "") return;
        clear();
        if (!isOpen) write(isLive ? `\n${bar}` : "\n");
        isOpen = true;
        if (isLive) put(piece);
        else write(piece);
      }),
    textEnd: () => whenReleased(end),
    lines: (lines) => whenReleased(() => putLines(lines)),
    status: (text) =>
      whenReleased(() => {
        if (!isLive || isOpen) return;
        clear();
        write(style.dim(oneLine(`  … ${text}`, screen.width - 1)));
        hasStatus = true;
      }),
    hold() {
      clear();
      end();
      isHeld = true;
      return {
        lines: putLines,
        [Symbol.dispose]() {
          isHeld = false;
          for (const act of waiting.splice(0)) act();
        },
      };
    },
  };
}
