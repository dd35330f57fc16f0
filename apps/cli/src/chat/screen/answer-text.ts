import { finishedLength, renderMarkdown } from "../../render/markdown/markdown.ts";
import type { Screen } from "../../render/screen.ts";

/** What a model is writing, as lines: a block of Markdown when it is whole. */
export interface AnswerText {
  /** Lines of the blocks that are whole with this piece. */
  add(piece: string): string[];
  /** Lines of what is left. */
  end(): string[];
  /** The last line of what is not shown yet. */
  readonly open: string;
}

export function createAnswerText(screen: Screen): AnswerText {
  let source = "";
  const take = (length: number) => {
    const lines = renderMarkdown(source.slice(0, length), screen);
    source = source.slice(length);
    return lines;
  };
  return {
    add(piece) {
      source += piece;
      // No block ends within a line.
      const length = piece.includes("\n") ? finishedLength(source) : 0;
      return length === 0 ? [] : take(length);
    },
    end: () => (source.trim() === "" ? [] : take(source.length)),
    get open() {
      return source.trimEnd().split("\n").at(-1) ?? "";
    },
  };
}
