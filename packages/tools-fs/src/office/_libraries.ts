import { ToolError } from "@holdall/tool-core";
import type { TokenizerClass } from "./container/xml.ts";
import type { FormatValue } from "./sheets/number-format.ts";

/** What finds the tags of XML. Throws `unavailable` where it is not installed. */
export async function loadTokenizer(): Promise<TokenizerClass> {
  try {
    return (await import("./_tokenizer.ts")).Tokenizer;
  } catch (cause) {
    throw missing("Reading office documents", "htmlparser2", cause);
  }
}

/** What shows numbers as cells do. */
export async function loadFormatValue(): Promise<FormatValue> {
  try {
    return (await import("./_format-value.ts")).formatValue;
  } catch (cause) {
    throw missing("Reading spreadsheets", "hucre", cause);
  }
}

const missing = (what: string, name: string, cause: unknown): ToolError =>
  new ToolError("unavailable", `${what} needs the package ${name}, which is not installed.`, {
    hint: "Tell the user to install it (npm install htmlparser2 hucre), or read the document in another format.",
    data: { packages: ["htmlparser2", "hucre"] },
    cause,
  });
