import type { Tool } from "@holdall/tool-core";

/**
 * When a call becomes a task, for clients that take tasks: `never`; after so many milliseconds without a result; or
 * `required`, where clients that take none get an error.
 */
export type TaskTiming = "never" | "required" | number;

/** Milliseconds after which any call becomes a task. */
const late = 5000;
/** The same for a call that is known to take long: time enough for what is refused at once. */
export const early = 100;

const longTools: readonly string[] = ["task", "workflow_execute", "research_topic"];
/** Characters of an input that make many pages. */
const manyPages = 50_000;

/**
 * The default: agents, workflows, research, documents of many pages and work in the background become tasks at once, every
 * other call after five seconds.
 */
export function taskTiming({ name }: Tool, input: unknown): TaskTiming {
  if (longTools.includes(name) || isBackground(input)) return early;
  if (/^generate_(?:pdf|document)$/.test(name) && (JSON.stringify(input) ?? "").length > manyPages) return early;
  return late;
}

/** True for arguments that ask for work in the background, as models of any tool set spell it. */
export const isBackground = (input: unknown): boolean =>
  Object.entries(Object(input)).some(
    ([key, value]) =>
      value === true && /^(?:run|is)?inbackground$|^(?:is)?background$/.test(key.replace(/[_-]/g, "").toLowerCase()),
  );
