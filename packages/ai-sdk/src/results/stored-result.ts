import {
  type ContentPart,
  contentText,
  failure,
  type Schema,
  type Tool,
  ToolError,
  type ToolErrorCode,
  text,
} from "@holdall/tool-core";

interface Stored {
  readonly ok: boolean;
  readonly content: readonly ContentPart[];
}

/**
 * The text of an output from storage, such as a chat history: a failure as it was reported, a valid output rendered
 * again, anything else as JSON.
 */
export async function readStored(tool: Tool, input: unknown, output: unknown): Promise<Stored> {
  const error = storedError(output);
  if (error) return failure(error);
  if (typeof output === "string") return { ok: true, content: [text(output)] };
  const written = JSON.stringify(output);
  if (written === undefined) return failure(lost());
  const json: Stored = { ok: true, content: [text(written)] };
  if (!tool.render || !tool.output) return json;
  const [validInput, validOutput] = [await validate(tool.input, input), await validate(tool.output, output)];
  if (!validInput || !validOutput) return json;
  const rendered = tool.render(validOutput.value, validInput.value);
  const content = typeof rendered === "string" ? [text(rendered)] : rendered;
  return content.every(isWhole) ? { ok: true, content } : { ok: true, content: [text(contentText(content))] };
}

const lost = () =>
  new ToolError("internal", "The output of this call was not returned, so its outcome is unknown.", {
    hint: "Check what has happened before you call it again.",
  });

async function validate(schema: Schema, value: unknown): Promise<{ value: unknown } | undefined> {
  const checked = await schema["~standard"].validate(value);
  return checked.issues ? undefined : checked;
}

/** Bytes do not survive JSON. */
const isWhole = (part: ContentPart): boolean =>
  part.type === "text" || part.data instanceof Uint8Array || part.data instanceof URL;

function storedError(output: unknown): ToolError | undefined {
  const told = field(output, "error");
  const isText = field(output, "success") === false && typeof told === "string";
  const error = isText ? { ...(output as object), message: told } : told;
  const [code, message, hint] = ["code", "message", "hint"].map((key) => field(error, key));
  const keys = Object.keys(output ?? {}).filter((key) => key !== "success");
  if ((!isText && keys.join() !== "error") || typeof code !== "string" || typeof message !== "string") return undefined;
  return new ToolError(code as ToolErrorCode, message, { hint: typeof hint === "string" ? hint : undefined });
}

const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
