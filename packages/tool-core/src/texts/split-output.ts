/** The texts of a result. `values` are whole fields of a structured result that are short enough to be a name or a number. */
export interface SplitOutput {
  readonly prose: readonly string[];
  readonly values: readonly string[];
}

const maxValue = 80;
const maxWords = 6;
const maxDepth = 40;

/**
 * Split a result into running text and the values of fields. Text that is JSON is split as well; bytes are left out. What the
 * call itself has said (`own`) is removed, because a result that repeats it does not make it a text of others.
 */
export function splitOutput(output: unknown, own: readonly string[] = []): SplitOutput {
  const prose: string[] = [];
  const values: string[] = [];
  const addText = (written: string, isField: boolean, depth: number) => {
    const text = own.reduce((left, each) => left.replaceAll(each, " "), written);
    const parsed = text.length > 1 && /^\s*[[{]/.test(text) ? parse(text) : undefined;
    if (parsed !== undefined) walk(parsed, depth + 1);
    else if (isField && isValue(text)) values.push(text);
    else prose.push(text);
  };
  const walk = (value: unknown, depth: number) => {
    if (typeof value === "string") addText(value, depth > 0, depth);
    else if (typeof value === "number" || typeof value === "bigint") values.push(String(value));
    else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) walkFields(value, depth);
  };
  const walkFields = (value: object, depth: number) => {
    if (depth > maxDepth) prose.push(JSON.stringify(value) ?? "");
    else if (Array.isArray(value)) for (const each of value) walk(each, depth + 1);
    else
      for (const [key, each] of Object.entries(value)) {
        addText(key, true, depth + 1);
        walk(each, depth + 1);
      }
  };
  walk(output, 0);
  return { prose, values };
}

const isValue = (text: string): boolean =>
  text.length <= maxValue && !text.includes("\n") && text.split(/\s+/).length <= maxWords;

/** The texts in the input of a call that are long enough to be told from words that anyone uses. */
export function textsOf(input: unknown, depth = 0): string[] {
  if (typeof input === "string") return input.length >= 8 && input.length <= 2_000 ? [input] : [];
  if (typeof input !== "object" || input === null || depth > maxDepth) return [];
  return Object.values(input).flatMap((each) => textsOf(each, depth + 1));
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
