import { plain } from "../../render/plain.ts";
import { styleFor } from "../../render/style.ts";
import { type AnswerText, createAnswerText } from "./answer-text.ts";
import { createStatusLine, type StatusLine, type StatusPlace } from "./status-line.ts";

/** Writes a conversation: what the model says, and lines about its calls between. */
export interface Transcript {
  text(piece: string): void;
  textEnd(): void;
  lines(lines: readonly string[]): void;
  /** What is waited for, on a line that goes away again; nothing where lines stay. */
  status(what: string, detail?: string): void;
  /** Nothing is waited for any more. */
  statusEnd(): void;
  /** Show what is waited for as it is now. */
  redraw: StatusLine["redraw"];
  /** Hold everything back while a question is open, except for its own lines. */
  hold(): HeldLines;
}

export interface HeldLines extends Disposable {
  lines(lines: readonly string[]): void;
}

/** For the user Markdown is drawn block by block, behind a bar; elsewhere it comes out as the model wrote it, without control characters. */
export function createTranscript(place: StatusPlace): Transcript {
  const { screen, isLive, write } = place;
  const style = styleFor(screen);
  const isDrawn = isLive || screen.spoken === true;
  const bar = screen.spoken ? "" : `${style.cyan("▍")} `;
  const waiting: (() => void)[] = [];
  const status = createStatusLine(place);
  let isHeld = false;
  /** What the model says now, once it has said a word. */
  let answer: AnswerText | undefined;
  let hasShown = false;

  const whenReleased = (act: () => void) => (isHeld ? void waiting.push(act) : act());
  const putAnswer = (lines: readonly string[]) => {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${bar}${line}`.trimEnd()).join("\n");
    const before = hasShown ? bar.trimEnd() : screen.spoken ? "\nThe model:" : "";
    status.above(() => write(`${before}\n${text}\n`), "the model");
    hasShown = true;
  };
  const end = () => {
    if (!answer) return;
    if (isDrawn) putAnswer(answer.end());
    else write("\n");
    [answer, hasShown] = [undefined, false];
  };
  const put = (piece: string) => {
    if (!answer && piece.trim() === "") return;
    if (!answer && !isDrawn) write("\n");
    answer ??= createAnswerText({
      ...screen,
      get width() {
        return screen.width - (screen.spoken ? 0 : 4);
      },
    });
    if (!isDrawn) return write(plain(piece));
    putAnswer(answer.add(piece));
    if (isLive && answer.open !== "") status.show(answer.open);
  };
  const putLines = (lines: readonly string[]) => {
    if (lines.length === 0) return;
    end();
    status.above(() => write(`${lines.join("\n")}\n`));
  };

  return {
    text: (piece) => whenReleased(() => put(piece)),
    textEnd: () => whenReleased(end),
    lines: (lines) => whenReleased(() => putLines(lines)),
    status: (what, detail) =>
      whenReleased(() => {
        if (!answer) status.show(what, detail);
      }),
    statusEnd: () => whenReleased(status.end),
    redraw: status.redraw,
    hold() {
      status.pause();
      end();
      isHeld = true;
      return {
        lines: putLines,
        [Symbol.dispose]() {
          isHeld = false;
          status.resume();
          for (const act of waiting.splice(0)) act();
        },
      };
    },
  };
}
