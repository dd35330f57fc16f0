import type { RunDetails, RunInfo } from "@holdall/tool-core/durable";
import type { PersonAsked } from "@holdall/tool-core/durable-calls";

const time = (ms: number) => new Date(ms).toISOString();

/** A run in a list. */
export const runLine = ({ id, name, version, state, attempt, losses, created, error }: RunInfo): string =>
  `${id}  ${state.padEnd(9)}  ${name} ${version}  ${time(created)}${losses > 0 ? `  ${losses} workers lost` : ""}${
    attempt > 0 || state !== "queued" ? "" : "  not begun"
  }${error ? `  ${error.code}` : ""}`;

/** A run with its steps and what it waits for. */
export function runText(run: RunDetails): string {
  const { input, output, error, steps, waits, failures, ended } = run;
  return [
    runLine(run),
    `  input   ${short(input)}`,
    ...steps.map(({ position, name, output: value, error: failed, failures: tried }) => {
      const outcome = failed ? `failed: ${failed.message}` : short(value);
      return `  ${failed ? "✗" : "✓"} ${position.padEnd(6)} ${name}  ${outcome}${tried > 0 ? `  (failed ${tried} times)` : ""}`;
    }),
    ...waits.flatMap(({ position, event, until }) => [
      `  … ${position.padEnd(6)} waits${event ? ` for "${event}"` : ""}${until ? ` until ${time(until)}` : ""}`,
      ...askedText(run, event),
    ]),
    ...(output === undefined ? [] : [`  output  ${short(output)}`]),
    ...(error ? [`  error   ${error.code}: ${error.message}`, ...(error.hint ? [`          ${error.hint}`] : [])] : []),
    ...(failures > 0 ? [`  failed ${failures} times`] : []),
    ...(ended ? [`  ended   ${time(ended)}`] : []),
  ].join("\n");
}

/** As one word of a shell: a workflow names its events. */
const quoted = (word: string): string => `'${word.split("'").join("'\\''")}'`;

/** What a person is asked, and how to answer. */
function askedText({ id, steps }: RunDetails, event = "child/"): string[] {
  if (event.startsWith("child/")) return [];
  const outputs = steps.map(({ output }) => (output as { asked?: PersonAsked } | null | undefined)?.asked);
  const asked = outputs.find((each) => each?.event === event);
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
