import { type Tool, ToolError, type ToolResult, text } from "@holdall/tool-core";

/**
 * A result with a note if the call passed placeholders to the outside: a page, a server or another program gets the
 * placeholders and not the values. Tools that stay within the session report themselves what they do with them.
 */
export function notePlaceholders(
  result: ToolResult,
  { hints }: Tool,
  input: unknown,
  placeholders: (text: string) => readonly string[],
): ToolResult {
  const found = hints.openWorld === false ? [] : [...new Set(placeholdersIn(input, placeholders))];
  if (found.length === 0) return result;
  const [were, stands] =
    found.length === 1 ? ["was", "It stands for a value that is"] : ["were", "They stand for values that are"];
  const note = `Note: ${found.join(", ")} ${were} passed on literally. ${stands} hidden from you.`;
  if (result.ok) return { ...result, content: [...result.content, text(note)] };
  const { code, message, hint, data, cause } = result.error;
  if (found.some((placeholder) => message.includes(placeholder))) return result;
  const error = new ToolError(code, message, { hint: hint ? `${hint} ${note}` : note, data, cause });
  return { ok: false, error, content: [...result.content, text(note)] };
}

function placeholdersIn(value: unknown, placeholders: (text: string) => readonly string[]): readonly string[] {
  if (typeof value === "string") return placeholders(value);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => placeholdersIn(inner, placeholders));
}
