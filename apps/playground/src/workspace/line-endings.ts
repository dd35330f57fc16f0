/**
 * What the user made of a text in a text area, which knows only LF: lines that were not touched keep their bytes, new
 * ones end like the line before them.
 */
export function restoreLineEndings(before: string, edited: string): string {
  const old = linesOf(before);
  const lines = edited.split("\n");
  const isSame = (at: number, from: number) => old[from]?.text === lines[at];
  const most = Math.min(old.length, lines.length);
  let head = 0;
  while (head < most && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(lines.length - 1 - tail, old.length - 1 - tail)) tail += 1;
  const usual = old[0]?.ending || "\n";
  return lines
    .map((text, at) => {
      if (at === lines.length - 1) return text;
      const from = at < head ? at : at - lines.length + old.length;
      const untouched =
        at < head || at >= lines.length - tail ? old[from]?.ending : old[Math.min(at, old.length - 1)]?.ending;
      return text + (untouched || old[head - 1]?.ending || usual);
    })
    .join("");
}

/** The lines of a text with what ends them; the last one may be empty. */
function linesOf(text: string): { text: string; ending: string }[] {
  const parts = text.split(/(\r\n|\r|\n)/);
  return parts.flatMap((part, at) => (at % 2 === 0 ? [{ text: part, ending: parts[at + 1] ?? "" }] : []));
}

/** A text as a text area holds it. */
export const asTyped = (text: string): string => text.replace(/\r\n?/g, "\n");
