import type { RunDetails, RunInfo, RunStep, RunWait } from "@holdall/durable/port";
import type { PersonAsked } from "@holdall/tools-agents/port";

const time = (ms: number) => new Date(ms).toISOString();

/** A run in a list. */
export const runLine = ({ id, name, version, state, attempt, losses, created, error }: RunInfo): string =>
  `${id}  ${state.padEnd(9)}  ${name} ${version}  ${time(created)}${losses > 0 ? `  ${losses} workers lost` : ""}${
    attempt > 0 || state !== "queued" ? "" : "  not begun"
  }${error ? `  ${error.code}` : ""}`;

/** A run with its steps and what it waits for. */
export function runText(run: RunDetails): string {
  const { input, steps, waits, failures, ended } = run;
  return [
    runLine(run),
    `  input   ${short(input)}`,
    ...steps.map(stepLine),
    ...waits.flatMap((wait) => [waitLine(wait), ...askedText(run, wait.event)]),
    ...outcomeLines(run),
    ...(failures > 0 ? [`  failed ${failures} times`] : []),
    ...(ended ? [`  ended   ${time(ended)}`] : []),
  ].join("\n");
}

/** A step that is done, or what it failed with. */
export function stepLine({ position, name, output, error, failures }: RunStep): string {
  const isAsked = (output as { asked?: PersonAsked } | null | undefined)?.asked !== undefined;
  const outcome = error ? `failed: ${error.message}` : isAsked ? "asks the user" : short(output);
  const tried = failures > 0 ? `  (failed ${failures} times)` : "";
  return `  ${error ? "✗" : "✓"} ${position.padEnd(6)} ${name}  ${outcome}${tried}`;
}

export const waitLine = ({ position, event, until }: RunWait): string =>
  `  … ${position.padEnd(6)} waits${event ? ` for "${event}"` : ""}${until ? ` until ${time(until)}` : ""}`;

/** What a run has ended with. */
export const outcomeLines = ({ output, error }: RunInfo): string[] => [
  ...(output === undefined ? [] : [`  output  ${short(output)}`]),
  ...(error ? [`  error   ${error.code}: ${error.message}`, ...(error.hint ? [`          ${error.hint}`] : [])] : []),
];

/** What a run asks the user with this event, where its code has said it. */
export const askedWith = ({ steps }: RunDetails, event: string): PersonAsked | undefined =>
  steps
    .map(({ output }) => (output as { asked?: PersonAsked } | null | undefined)?.asked)
    .find((asked) => asked?.event === event);

/** The events with which a run waits for users. */
export const awaitedEvents = ({ waits }: RunDetails): string[] =>
  waits.flatMap(({ event }) => (event === undefined || event.startsWith("child/") ? [] : event));

/** As one word of a shell: a workflow names its events. */
const quoted = (word: string): string => `'${word.split("'").join("'\\''")}'`;

/** What the user is asked, and how to answer. */
function askedText(run: RunDetails, event = "child/"): string[] {
  if (event.startsWith("child/")) return [];
  const { id } = run;
  const asked = askedWith(run, event);
  const answer = (how: string) => `    holdall runs answer ${id} ${quoted(event)} ${how}`;
  if (asked && "question" in asked) {
    const { questions } = asked.question;
    const answers = questions.map(({ question }) => ({ question, chosen: [], other: "…" }));
    return [
      ...questions.map(
        ({ question, options = [] }) => `    asks: ${[question, ...options.map(({ label }) => label)].join("  | ")}`,
      ),
      answer(quoted(JSON.stringify({ outcome: "answered", answers }))),
    ];
  }
  if (asked && "plan" in asked) {
    const { plan, planId } = asked.plan;
    const approved = quoted(JSON.stringify({ outcome: "approved", planId }));
    return [...plan.split("\n").map((line) => `    plan: ${line}`), answer(approved)];
  }
  return [...(asked ? [`    asks: ${asked.approval.prompt}`] : []), answer("yes")];
}

const longest = 300;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longest
    ? `${text.slice(0, longest).toWellFormed()} [cut; ${text.length} characters, --json has all]`
    : text;
}
