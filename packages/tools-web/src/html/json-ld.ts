import { isTooDeep } from "@holdall/tool-core/json-depth";

/** Levels that data about a page has at most; it is walked and written anew. */
const mostLevels = 50;

/** The JSON of a data script without the comment or CDATA marks that some pages put around it. */
export function bareJson(source: string): string {
  return source
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|(?:\/\/\s*)?<!\[CDATA\[)/, "")
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|(?:\/\/\s*)?\]\]>)\s*;?\s*$/, "");
}

/** Parse one block of JSON-LD. Trailing commas and raw line breaks in strings are common, and tried away. */
export function readJsonLd(source: string, into: unknown[], problems: string[]): void {
  const bare = bareJson(source);
  if (bare.trim() === "") return;
  const repaired = () => bare.replace(/[\n\r\t]+/g, " ").replace(/,\s*([\]}])/g, "$1");
  for (const attempt of [() => bare, repaired]) {
    try {
      const data: unknown = JSON.parse(attempt());
      if (isTooDeep(data, mostLevels)) problems.push("A script of JSON-LD is nested too deep.");
      else into.push(data);
      return;
    } catch {
      // Without the parser's words, which quote the page: notes stand outside the marks around it.
      if (attempt === repaired) problems.push("A script of JSON-LD is not JSON.");
    }
  }
}
