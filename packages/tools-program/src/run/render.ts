import { wrapUntrusted } from "@holdall/tool-kit/text";
import type { ProgramOutput } from "./output.ts";

/** The text of a program for the model: its return value and output, then its calls. */
export function renderProgram(output: ProgramOutput): string {
  const { value, logs, left_out, notes = [], saved_as, status, untrusted } = output;
  const said = [
    ...(value === undefined ? [] : [typeof value === "string" ? value : JSON.stringify(value)]),
    ...(logs.length > 0 ? [...(value === undefined ? [] : ["Printed:"]), ...logs] : []),
  ].join("\n");
  const shortened = notes.map((note) => `${note}${saved_as ? ` The whole is in ${saved_as}.` : " Return less."}`);
  return [
    ...(said === "" ? [] : [untrusted ? wrapUntrusted(said, { source: "results in a program" }) : said]),
    ...shortened,
    ...(left_out?.logs ? [`${left_out.logs} more printed lines are omitted.`] : []),
    ...(status === "done" ? [] : failureLines(output)),
    ...unfinishedLines(output),
    summary(output),
  ].join("\n");
}

function failureLines({ status, error, changed }: ProgramOutput): string[] {
  if (!error) return [];
  const { message, kind, line, call, hint, source } = error;
  const where = [line && `line ${line}`, call && `call ${call}`].filter(Boolean).join(", ");
  return [
    `The program ${status === "failed" ? "failed" : `was ${status}`} (${kind})${where && ` at ${where}`}: ${message}`,
    ...(source ? [source] : []),
    ...(hint ? [hint] : []),
    changed.length > 0 ? `Done before, and not undone: ${list(changed)}.` : "Nothing had been changed before.",
  ];
}

const unfinishedLines = ({ unfinished, status }: ProgramOutput): string[] =>
  unfinished.length === 0
    ? []
    : [
        `${status === "done" ? "Not awaited, so cancelled" : "Cancelled while running or waiting"}: ${list(unfinished)}.`,
      ];

function summary({ calls, status, value, logs }: ProgramOutput): string {
  const counts = Map.groupBy(calls, ({ tool }) => tool);
  const each = [...counts].map(([tool, of]) => (of.length > 1 ? `${tool} ×${of.length}` : tool));
  const failed = calls.filter(({ ok }) => !ok).length;
  const quiet =
    status === "done" && value === undefined && logs.length === 0 ? " Nothing was returned or printed." : "";
  return `[${calls.length === 1 ? "1 call" : `${calls.length} calls`}${each[0] ? `: ${list(each)}` : ""}${failed ? `, ${failed} failed` : ""}]${quiet}`;
}

const maxNamed = 20;

const list = (names: readonly string[]): string =>
  names.length > maxNamed
    ? `${names.slice(0, maxNamed).join(", ")} and ${names.length - maxNamed} more`
    : names.join(", ");
