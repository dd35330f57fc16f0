import { placeholdersIn, type SecretFilter } from "@holdall/tool-core/hidden-secrets";
import { lineEnd, lineStart } from "../text/lines.ts";

/** A placeholder in a text as it is shown. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
  /** Its line as shown, and the last word in front of it there: the name of a setting, mostly. */
  readonly line: string;
  readonly name: string;
}

/** A placeholder of a file's text, and the text that is really there: itself, where the file has it as text. */
export interface ShownPart extends Placeholder {
  readonly value: string;
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** The parts of a real text that are hidden, or look like placeholders of what is, in order and without overlaps. */
export function findParts(text: string, filters: ReadonlySet<SecretFilter>): Part[] {
  const hidden = [...filters].flatMap((filter) => filter.hidden(text));
  const words = findAll(text, placeholdersIn(filters, text));
  const parts: Part[] = [];
  for (const part of [...hidden, ...words].sort((a, b) => a.start - b.start || b.end - a.end))
    if (part.start >= (parts.at(-1)?.end ?? 0)) parts.push(part);
  return parts;
}

/** Where placeholders stand in a text, word for word. */
function findAll(text: string, placeholders: readonly string[]): Part[] {
  return placeholders.flatMap((placeholder) => {
    const found: Part[] = [];
    for (let at = text.indexOf(placeholder); at !== -1; at = text.indexOf(placeholder, at + placeholder.length))
      found.push({ start: at, end: at + placeholder.length, placeholder });
    return found;
  });
}

/** The placeholders of a text as it is shown, in order. */
export function placeholdersOf(text: string, placeholders: readonly string[]): Placeholder[] {
  return findAll(text, placeholders)
    .sort((a, b) => a.start - b.start)
    .map((part) => ({ ...part, ...contextOf(text, part) }));
}

/** A real text with placeholders in place of its parts, and where those are. */
export function showParts(text: string, parts: readonly Part[]): { text: string; parts: ShownPart[] } {
  let shown = "";
  let at = 0;
  const placed = parts.map(({ start, end, placeholder }) => {
    shown += text.slice(at, start) + placeholder;
    at = end;
    return { start: shown.length - placeholder.length, end: shown.length, placeholder, value: text.slice(start, end) };
  });
  shown += text.slice(at);
  return { text: shown, parts: placed.map((part) => ({ ...part, ...contextOf(shown, part) })) };
}

function contextOf(text: string, { start }: Part): Pick<Placeholder, "line" | "name"> {
  const from = lineStart(text, start);
  return {
    line: text.slice(from, lineEnd(text, start)).trim(),
    name: /([\w.$-]+)[^\w.$-]*$/.exec(text.slice(from, start).slice(-200))?.[1] ?? "",
  };
}
