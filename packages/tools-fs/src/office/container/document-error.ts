import { ToolError } from "@holdall/tool-core";

/** A document that cannot be parsed. */
export const brokenDocument = (why: string, cause?: unknown): ToolError =>
  new ToolError("parse_error", `The document is broken: ${why}.`, {
    hint: "Get the file again from its source, or in another format.",
    cause,
  });

/** A document that is refused as it is: encrypted, built to exhaust memory, or of a kind that is not read. */
export const refusedDocument = (why: string, hint: string): ToolError => new ToolError("unsupported", why, { hint });

/** A document, or a part of one, beyond what is read. */
export const largeDocument = (why: string): ToolError =>
  new ToolError("too_large", why, { hint: "Ask for a smaller copy, or convert it to text with a program." });
