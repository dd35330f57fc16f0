import { createInterface } from "node:readline";
import { failure, type Session, ToolError, type ToolResult } from "@holdall/tool-core";
import type { Io } from "../../io.ts";
import { resultJson } from "../../render/result/result-json.ts";
import { resultText } from "../../render/result/result-text.ts";
import { depthError } from "../check-depth.ts";

interface Line {
  readonly tool: string;
  readonly input?: unknown;
  readonly id?: string | number;
}

/**
 * Answer every line of calls with a line, or with the text that a model reads, one after the other; resolves to 1 when one was
 * not ok.
 */
export async function callLines(
  session: Session,
  { stdin: input, stdout: output }: Pick<Io, "stdin" | "stdout">,
  asText = false,
): Promise<0 | 1> {
  let code: 0 | 1 = 0;
  let count = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    count++;
    if (text.trim() === "") continue;
    const { result, id, tool } = await answer(session, text, count);
    if (!result.ok) code = 1;
    const line = asText
      ? resultText(result)
      : resultJson(result, id === undefined ? {} : { id }, tool === undefined ? {} : { as: { session, tool } });
    const written = output.write(`${line}\n`);
    if (!written) await new Promise((resolve) => output.once("drain", resolve));
  }
  return code;
}

interface Answer {
  readonly result: ToolResult;
  readonly id?: unknown;
  readonly tool?: string;
}

async function answer(session: Session, text: string, count: number): Promise<Answer> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : "";
    return { result: failure(lineError(count, `is not JSON: ${why}`)) };
  }
  const tooDeep = depthError(value, 1);
  if (tooDeep) return { result: failure(tooDeep), id: plainId(value) };
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  if (!isLine(value)) return { result: failure(lineError(count, 'is not an object with a "tool"')), id };
  return { result: await session.call(value.tool, value.input), id, tool: value.tool };
}

/** The id of a line that is not to be looked at any further. */
function plainId(value: unknown): unknown {
  const { id } = Object(value) as { id?: unknown };
  return typeof id === "object" ? undefined : id;
}

const isLine = (value: unknown): value is Line =>
  typeof value === "object" && value !== null && "tool" in value && typeof value.tool === "string";

const lineError = (count: number, what: string) =>
  new ToolError("parse_error", `Line ${count} ${what}.`, {
    hint: 'Send one JSON object per line: {"tool": "read_file", "input": {"path": "a.txt"}}.',
    data: { line: count },
  });
