import { ToolError } from "@holdall/tool-core";
import { isTooDeep } from "@holdall/tool-kit";
import { parseExact } from "../table/exact-number.ts";
import { cannotParse, type DocumentFormat } from "./document-format.ts";

export const jsonDocument: DocumentFormat = {
  parse(text, name, losses) {
    try {
      const value = parseExact(text);
      for (const key of repeatedKeys(text))
        losses.add("keys that an object has twice; the last one counts", { example: key });
      if (isTooDeep(value, 200)) throw new ToolError("too_large", `${name} is nested more than 200 levels deep.`);
      return value;
    } catch (error) {
      throw ToolError.is(error) ? error : cannotParse(name, "JSON", error);
    }
  },
  write: (value) => `${JSON.stringify(value, null, 2)}\n`,
};

/** The keys that an object of valid JSON has already had. */
function* repeatedKeys(text: string): Generator<string> {
  const open: (Set<string> | undefined)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      const key = JSON.parse(token.slice(0, -1)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) yield key;
      keys?.add(key);
    }
  }
}
