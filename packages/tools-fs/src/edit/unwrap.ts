/** A way to read what the model sent: a pattern without its wrapping, and how to unwrap the new text alike. */
export interface Unwrapped {
  readonly old: string;
  readonly new: string;
}

/** A number and a separator in front of a line, as readers print them: `12→`, `  12<tab>`, `12: `, `12 | `, `12  `. */
const NUMBERED = /^[ \t]*(\d{1,9})(\t|→| ?\| ?|: ?| {2})/;

/** Take off the line numbers of a pasted read; undefined when the lines are not numbered one after the other. */
export function withoutLineNumbers(oldText: string, newText: string): Unwrapped | undefined {
  const style = NUMBERED.exec(oldText)?.[2];
  if (style === undefined) return undefined;
  const old = strip(oldText, style, true);
  if (old === undefined) return undefined;
  const fresh = strip(newText, style, false) ?? newText;
  return { old, new: fresh };
}

/** Strip one style of numbers from every line; lines that lack it end the attempt. */
function strip(text: string, style: string, consecutive: boolean): string | undefined {
  let expected: number | undefined;
  const lines = text.split("\n");
  const out: string[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "" && i === lines.length - 1) {
      out.push(line);
      continue;
    }
    const bare = /^[ \t]*(\d{1,9})\s*$/.exec(line);
    const match = NUMBERED.exec(line);
    const found = match?.[2] === style ? match : bare;
    if (!found) return undefined;
    const number = Number(found[1]);
    if (consecutive && expected !== undefined && number !== expected) return undefined;
    expected = number + 1;
    out.push(found === match ? line.slice(match[0].length) : line.endsWith("\r") ? "\r" : "");
  }
  return out.join("\n");
}

/**
 * Take off one level of JSON escapes; undefined unless both texts are escaped throughout, or when a `\n` of the new text
 * may belong into a string of the program rather than between its lines.
 */
export function withoutEscapes(oldText: string, newText: string): Unwrapped | undefined {
  if (!oldText.includes("\\")) return undefined;
  const doubled = oldText.includes("\\\\") || newText.includes("\\\\");
  if (!doubled && newText.split("\\n").slice(0, -1).some(endsInString)) return undefined;
  const old = unescapeJson(oldText);
  const fresh = unescapeJson(newText);
  if (old === undefined || fresh === undefined || old === oldText) return undefined;
  return { old, new: fresh };
}

/** True for a line whose last string is still open. */
function endsInString(line: string): boolean {
  return line.endsWith("'") || line.split('"').length % 2 === 0 || line.split("`").length % 2 === 0;
}

function unescapeJson(text: string): string | undefined {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}
