import { ToolError } from "@holdall/tool-core";
import { isTooDeep } from "@holdall/tool-kit";
import { parseExact } from "../table/exact-number.ts";
import { cannotParse, type DocumentFormat } from "./document-format.ts";

export const jsonDocument: DocumentFormat = {
  parse(text, name) {
    try {
      const value = parseExact(text);
      if (isTooDeep(value, 200)) throw new ToolError("too_large", `${name} is nested more than 200 levels deep.`);
      return value;
    } catch (error) {
      throw ToolError.is(error) ? error : cannotParse(name, "JSON", error);
    }
  },
  write: (value) => `${JSON.stringify(value, null, 2)}\n`,
};
