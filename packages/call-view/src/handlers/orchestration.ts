import type { ViewBlock } from "../call-view.ts";
import { counted, fieldOf, fieldsOf, listOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const texts = (value: unknown, name: string): string[] =>
  listOf(value, name).filter((each) => typeof each === "string");

const when = (input: unknown): string => {
  const [at, every, cron] = ["at", "every", "cron"].map((name) => textOf(input, name));
  const written = at ?? (every === undefined ? cron : `every ${every}`) ?? "";
  return [written, textOf(input, "timezone")].filter(Boolean).join(" ");
};

const text = (...lines: readonly (string | undefined)[]): ViewBlock[] => {
  const said = lines.filter(Boolean).join("\n");
  return said === "" ? [] : [{ kind: "text", text: said }];
};

const warning = (said: string | undefined): ViewBlock[] =>
  said ? [{ kind: "text", text: said, isWarning: true }] : [];

/** One schedule: what it does, when next, with what, and which times were left out. */
function schedule(value: unknown): ViewBlock[] {
  const next = texts(value, "next_runs");
  const tools = texts(value, "tools");
  const left = listOf(value, "slots").flatMap((slot) => {
    const outcome = textOf(slot, "outcome");
    return outcome === "overlap" || outcome === "missed" ? `${textOf(slot, "at") ?? ""}: ${outcome}` : [];
  });
  return [
    ...text(
      [textOf(value, "name"), textOf(value, "reads")].filter(Boolean).join(": "),
      textOf(value, "prompt"),
      next.length > 0 ? `Next: ${next.join(", ")}` : undefined,
      tools.length > 0 ? `With: ${tools.join(", ")}` : undefined,
      textOf(value, "expires") && `Until ${textOf(value, "expires")}`,
    ),
    ...warning(textOf(value, "why")),
    ...warning(left.join("\n")),
  ];
}

const stepLine = (step: unknown): string =>
  `${textOf(step, "id") ?? ""}: ${textOf(step, "tool") ?? ""} ${JSON.stringify(fieldsOf(fieldOf(step, "input")))}`;

/** How each step of a workflow ended, and why. */
function stepsBlock(steps: readonly unknown[]): ViewBlock[] {
  if (steps.length === 0) return [];
  const shown = steps.map((step) => {
    const detail = textOf(fieldOf(step, "error"), "message") ?? textOf(step, "why");
    return {
      id: textOf(step, "id") ?? "",
      tool: textOf(step, "tool") ?? "",
      status: textOf(step, "status") ?? "",
      ...(detail !== undefined && { detail }),
    };
  });
  return [{ kind: "steps", steps: shown }];
}

/** How schedules and workflows are shown. */
export const orchestrationHandlers: Readonly<Record<string, Handler>> = {
  schedule_task: {
    title: "Schedule task",
    category: "orchestration",
    subject: (input) => textOf(input, "name") ?? when(input),
    outcome: (output) => textOf(output, "reads") ?? "",
    preview: (input) => text(when(input), textOf(input, "prompt"), texts(input, "tools").join(", ")),
    blocks: schedule,
  },
  schedule_list: {
    title: "List schedules",
    category: "orchestration",
    outcome: (output) => counted(listOf(output, "schedules").length, "schedule"),
    blocks: (output) => listOf(output, "schedules").flatMap(schedule),
  },
  schedule_cancel: {
    title: "Cancel schedule",
    category: "orchestration",
    subject: (input) => textOf(input, "schedule_id"),
    outcome: (output) => textOf(output, "state") ?? "",
    blocks: schedule,
  },
  workflow_execute: {
    title: "Run workflow",
    category: "orchestration",
    subject: (input) => counted(listOf(input, "steps").length, "step"),
    outcome: (output) => textOf(output, "status") ?? "",
    preview: (input) => text(...listOf(input, "steps").map(stepLine)),
    blocks: (output) => stepsBlock(listOf(output, "steps")),
  },
};
