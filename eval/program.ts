import { memoryBackend } from "@holdall/backends-memory";
import { coding } from "@holdall/presets";
import {
  allow,
  buildInstructions,
  contentText,
  createRegistry,
  openSession,
  type Registry,
  type Tool,
  type ToolResult,
  toOpenAI,
} from "@holdall/tool-core";
import { quickJsIsolate, runProgram } from "@holdall/tools-program";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { EvalRow, EvalRows } from "./lib/corpus.ts";
import { type ProgramTask, type ScriptCall, tasks } from "./lib/program-tasks.ts";

export const about =
  "Tokens of tasks made one by one, in parallel and as a program, by scripts that know the data: an upper bound";

/** What a model is billed for one task. */
interface Bill {
  readonly turns: number;
  readonly input: number;
  /** Of the input, what the turn before had sent already. */
  readonly cached: number;
  readonly output: number;
}

type Way = "one by one" | "in parallel" | "as a program" | "as a program, after a failed try";

const isolate = quickJsIsolate();

export async function* rows(): EvalRows {
  for (const task of tasks) {
    const isControl = task.name.startsWith("control");
    const bills = await billsOf(task);
    for (const [way, { turns, input, cached, output }] of bills) {
      yield { what: `${task.name}: ${way}, turns`, value: turns };
      yield { what: `${task.name}: ${way}, input tokens`, value: input };
      yield { what: `${task.name}: ${way}, of them cached`, value: cached };
      yield { what: `${task.name}: ${way}, output tokens`, value: output };
    }
    for (const rival of ["one by one", "in parallel"] as const) {
      const least = !isControl && rival === "in parallel" ? { least: 80 } : {};
      yield saved(task, rival, "as a program", bills, 1, isControl ? {} : least);
      yield saved(task, rival, "as a program", bills, 0.1);
      yield saved(task, rival, "as a program, after a failed try", bills, 1);
    }
    const withPreset = await billsOf(task, presetTools());
    yield saved(task, "in parallel", "as a program", withPreset, 1, {}, ", among the tools of coding");
    yield saved(task, "in parallel", "as a program", withPreset, 0.1, {}, ", among the tools of coding");
  }
}

/** Percent of the input tokens that programs save, with cached ones at a price. */
function saved(
  { name }: ProgramTask,
  rival: Way,
  way: Way,
  bills: ReadonlyMap<Way, Bill>,
  cachePrice: number,
  goal: { readonly least?: number } = {},
  where = "",
): EvalRow {
  const price = (of: Way) => {
    const { input = 0, cached = 0 } = bills.get(of) ?? {};
    return input - cached + cached * cachePrice;
  };
  const priced = cachePrice === 1 ? "" : `, cached at ${cachePrice}`;
  const percent = Math.round((1 - price(way) / price(rival)) * 1000) / 10;
  return { what: `${name}: % saved ${way}, against ${rival}${priced}${where}`, value: percent, ...goal };
}

/** What the rest of a coding agent's tools cost beside those of the task. */
function presetTools(): readonly Tool[] {
  const { registry } = coding({ backend: memoryBackend() });
  return registry.tools();
}

async function billsOf(task: ProgramTask, others: readonly Tool[] = []): Promise<ReadonlyMap<Way, Bill>> {
  const { steps, program } = task;
  const oneByOne = steps.flatMap((step, at) => step([]).map((_, i) => async () => [steps[at]?.([])[i] as ScriptCall]));
  const together = steps.map((step) => async () => step([]));
  const run = async () => [{ tool: "run_program", input: { code: program } }];
  const tryOnce = async () => [{ tool: "run_program", input: { code: `const { data } = undefined;\n${program}` } }];
  return new Map<Way, Bill>([
    ["one by one", await play(task, others, oneByOne, false)],
    ["in parallel", await play(task, others, together, false)],
    ["as a program", await play(task, others, [run], true)],
    ["as a program, after a failed try", await play(task, others, [tryOnce, run], true)],
  ]);
}

/** Play a script in a session of its own, and count. The definition of run_program is paid for only where programs are. */
async function play(
  task: ProgramTask,
  others: readonly Tool[],
  turns: readonly (() => Promise<readonly ScriptCall[]>)[],
  hasPrograms: boolean,
): Promise<Bill> {
  const registry: Registry = createRegistry(task.tools());
  registry.add(...others.filter(({ name }) => !registry.get(name)));
  if (hasPrograms) registry.add(runProgram({ registry, isolate }) as Tool);
  await using session = openSession(registry, { policy: allow() });
  let conversation = `${buildInstructions(registry)}\n${JSON.stringify(toOpenAI(registry))}\n${task.prompt}`;
  const bill = { turns: 0, input: 0, cached: 0, output: 0 };
  let before = 0;
  const answer = (said: string) => {
    const sent = encode(conversation).length;
    const output = encode(said).length;
    bill.turns++;
    bill.input += sent;
    bill.cached += before;
    bill.output += output;
    before = sent;
    conversation += `\n${said}`;
  };
  let last: ToolResult | undefined;
  for (const turn of turns) {
    const calls = await turn();
    answer(calls.map((call) => JSON.stringify(call)).join("\n"));
    const results = await session.callAll(calls);
    for (const result of results) conversation += `\n${contentText(result.content)}`;
    last = results.at(-1);
    const isTry = hasPrograms && turns.length > 1 && turn === turns[0];
    if (!isTry && results.some(({ ok }) => !ok)) throw new Error(`${task.name}: ${contentText(last?.content ?? [])}`);
  }
  if (hasPrograms) {
    const { value } = Object(last?.ok ? last.output : undefined) as { readonly value?: unknown };
    if (JSON.stringify(value) !== JSON.stringify(task.answer))
      throw new Error(
        `${task.name}: the program returned ${JSON.stringify(value)}: ${contentText(last?.content ?? [])}`,
      );
  }
  answer(task.said);
  return bill;
}
