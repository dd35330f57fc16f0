/** Texts of several lines that were pasted, each of which stands as a short mark in the line that is typed. */
export interface Pastes {
  /** What to put into the line for a text. */
  mark(text: string): string;
  /** A line with its marks replaced by their texts. */
  expand(line: string): string;
}

export function createPastes(): Pastes {
  const kept = new Map<string, string>();
  return {
    mark(text) {
      const lines = text.replace(/\n$/, "").split("\n").length;
      if (!text.includes("\n")) return text.replace(/\p{Cc}/gu, " ");
      const mark = `[pasted text ${kept.size + 1}: ${lines} lines]`;
      kept.set(mark, text);
      return mark;
    },
    expand: (line) => line.replace(/\[pasted text \d+: \d+ lines\]/g, (mark) => kept.get(mark) ?? mark),
  };
}
