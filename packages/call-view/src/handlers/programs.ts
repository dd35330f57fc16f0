import type { ViewBlock } from "../call-view.ts";
import { counted, fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const firstLine = (code: string): string =>
  code
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "" && !line.startsWith("//")) ?? "";

const maxCodeLines = 200;

function programCode(input: unknown): ViewBlock {
  const lines = (textOf(input, "code") ?? "").split("\n");
  return {
    kind: "code",
    language: "javascript",
    lines: lines.slice(0, maxCodeLines).map((text, i) => ({ number: i + 1, text })),
    more: Math.max(0, lines.length - maxCodeLines),
  };
}

const programOutcome = (output: unknown): string => {
  const calls = counted(listOf(output, "calls").length, "call");
  const status = textOf(output, "status") ?? "";
  return status === "done" || status === "" ? calls : `${status}, ${calls}`;
};

/** The program, what it said, and why it ended early. Its calls are calls of their own, below it. */
function programBlocks(output: unknown, input: unknown): ViewBlock[] {
  const error = fieldOf(output, "error");
  const value = fieldOf(output, "value");
  const logs = listOf(output, "logs").filter((line) => typeof line === "string");
  const where = [numberOf(error, "line") && `line ${numberOf(error, "line")}`, textOf(error, "message")];
  return [
    programCode(input),
    ...(logs.length > 0 ? [{ kind: "text", text: logs.join("\n") } as const] : []),
    ...(typeof value === "string" ? [{ kind: "text", text: value } as const] : []),
    ...(value !== undefined && typeof value !== "string"
      ? [{ kind: "fields", label: "Returned", value } as const]
      : []),
    ...(error ? [{ kind: "text", text: where.filter(Boolean).join(": "), isWarning: true } as const] : []),
  ];
}

/** How programs over tools are shown. */
export const programHandlers: Readonly<Record<string, Handler>> = {
  run_program: {
    title: "Run program",
    category: "programs",
    subject: (input) => firstLine(textOf(input, "code") ?? ""),
    outcome: programOutcome,
    preview: (input) => [programCode(input)],
    blocks: programBlocks,
  },
};
