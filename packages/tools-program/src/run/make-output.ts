import { leftOut } from "@holdall/tool-kit";
import type { CallRecord } from "../calls/call-record.ts";
import type { Halt } from "../calls/program-calls.ts";
import type { IsolateEnd, IsolateStop } from "../isolate/isolate.ts";
import { unwrapCode } from "../isolate/read-code.ts";
import type { ProgramLimits } from "../options.ts";
import type { ProgramOutput } from "./output.ts";
import { shorten } from "./shorten.ts";

export interface Ended {
  readonly code: string;
  readonly end: IsolateEnd;
  readonly halt: Halt | undefined;
  readonly logs: readonly string[];
  readonly records: readonly CallRecord[];
  readonly untrusted: boolean;
  readonly limits: ProgramLimits;
}

/** The result of a program that has ended. A value that is too long is shortened between its items. */
export function makeOutput({ code, end, halt, logs, records, untrusted, limits }: Ended): ProgramOutput {
  const value = end.end === "returned" && !halt && end.json !== undefined ? end.json : undefined;
  const isLong = value !== undefined && value.length > limits.answerChars;
  const short = value === undefined ? undefined : shorten(JSON.parse(value), value.length, limits.answerChars);
  const error = errorOf({ code, end, halt, records, limits, hasLogs: logs.length > 0 });
  return {
    status: statusOf(end, halt, error),
    ...(short && { value: short.value }),
    logs: [...logs],
    calls: records
      .filter(({ state }) => state === "done" || state === "failed")
      .map(({ n, tool, state, ms, code: failure }) => ({
        n,
        tool,
        ok: state === "done",
        duration_ms: ms,
        ...(failure && { code: failure }),
      })),
    ...(error && { error }),
    changed: records.filter(({ changes, state }) => changes && state === "done").map(named),
    unfinished: [
      ...records.filter(({ state }) => state === "waiting" || state === "running").map(named),
      ...(end.dropped ?? []).map(({ tool, input }) => named({ tool, input: JSON.parse(input) })),
    ],
    ...leftOut({ value: isLong, logs: end.lostLogs }),
    ...(isLong && short && { notes: [`The value was shortened: ${short.kept}.`] }),
    untrusted,
  };
}

type ProgramError = NonNullable<ProgramOutput["error"]>;

function statusOf(
  { end }: IsolateEnd,
  halt: Halt | undefined,
  error: ProgramError | undefined,
): ProgramOutput["status"] {
  if (halt) return halt.status;
  if (end === "stopped") return "stopped";
  return error ? "failed" : "done";
}

function errorOf({
  code,
  end,
  halt,
  records,
  limits,
  hasLogs,
}: Pick<Ended, "code" | "end" | "halt" | "records" | "limits"> & { hasLogs: boolean }): ProgramError | undefined {
  if (halt) return { message: halt.message, kind: halt.kind, ...(halt.call !== undefined && { call: halt.call }) };
  if (end.end === "returned") {
    if (end.json !== undefined || hasLogs || records.length > 0 || (end.dropped?.length ?? 0) > 0) return undefined;
    return {
      message: "The program has no result.",
      kind: "empty",
      hint: "Return a value, or print with console.log.",
    };
  }
  if (end.end === "stopped") {
    const [message, next] = stops[end.reason](limits);
    const { line } = end.error ?? {};
    const why = end.reason === "crashed" && end.error ? ` ${end.error.message}` : "";
    return {
      message: `${message}${why}`,
      kind: end.reason,
      hint: next,
      ...(line && { line, source: quote(code, line) }),
    };
  }
  const { name, message, line, column, call, next } = end.error;
  const record = call === undefined ? undefined : records.find(({ n }) => n === call);
  return {
    message: name === "Error" || name === "ToolError" ? message : `${name}: ${message}`,
    kind: end.error.code ?? name,
    ...(line !== undefined && { line, source: quote(code, line) }),
    ...(column !== undefined && { column }),
    ...(record && { call: record.n }),
    ...((next ?? typesHint(name, records)) !== undefined && { hint: next ?? typesHint(name, records) }),
  };
}

/** Who reads a property that is not there may not know what results have. */
function typesHint(name: string, records: readonly CallRecord[]): string | undefined {
  const tools = new Set(records.filter(({ state }) => state === "done").map(({ tool }) => tool));
  if (name !== "TypeError" || tools.size === 0) return undefined;
  const names = [...tools].slice(0, 5).map((tool) => `'${tool}'`);
  return `What results have: return await tools.$types(${names.join(", ")}).`;
}

const stops: Readonly<Record<IsolateStop, (limits: ProgramLimits) => readonly [message: string, next: string]>> = {
  cpu: ({ cpuMs }) => [
    `The program computed for more than ${cpuMs / 1000} s.`,
    "Look for a loop that does not end, or do less at once.",
  ],
  memory: ({ memoryBytes }) => [
    `The program used more than ${Math.round(memoryBytes / 1024 / 1024)} MB of memory.`,
    "Keep only what you need from each result.",
  ],
  stack: () => ["The program ran out of stack.", "Look for recursion that does not end, or nests too deep."],
  deadlock: () => [
    "The program waits for something that never happens: no call is running.",
    "Await calls of tools only; there are no timers.",
  ],
  too_large: ({ textBytes }) => [
    `The returned value has more than ${textBytes.toLocaleString("en")} characters.`,
    "Return what you need of it, or write it to a file with a tool.",
  ],
  aborted: () => ["The program was cancelled.", "Ask the user before you run it again."],
  crashed: () => ["The engine that runs programs has failed.", "Do less at once, or call the tools directly."],
};

/** The line of an error between its neighbors, numbered. */
function quote(code: string, line: number): string {
  const lines = unwrapCode(code).split("\n");
  const from = Math.max(1, line - 1);
  return lines
    .slice(from - 1, line + 1)
    .map((text, i) => `${from + i === line ? ">" : " "} ${from + i} | ${text.slice(0, 160)}`)
    .join("\n");
}

const subjects = ["path", "file_path", "source", "from", "command", "url", "query", "name", "id"];

/** A call as users know it: its tool, and what it is about. */
function named({ tool, input }: Pick<CallRecord, "tool" | "input">): string {
  const given = Object(input) as Record<string, unknown>;
  const about = subjects.map((key) => given[key]).find((value) => typeof value === "string");
  return about === undefined ? tool : `${tool} ${String(about).replace(/\s+/g, " ").slice(0, 80)}`;
}
