import { isDeepStrictEqual } from "node:util";
import { allow, contentText, noteUserMessage, openSession, type Policy, type Tool } from "@holdall/tool-core";
import { quickJsIsolate, runProgram } from "@holdall/tools-program";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { addValues, type HandedValues, planPrograms } from "./program-plan.ts";
import { standIns } from "./stand-ins.ts";
import type { Suite, SuiteTask } from "./suite.ts";

const isolate = quickJsIsolate();

export interface ProgramFigures {
  /** Tasks whose programs ended, and whose tools got the right arguments. */
  readonly done: number;
  /** Tokens of code and results, of those without the policy and with plain texts. */
  readonly factor: number;
  readonly values: HandedValues;
}

/** Play the tasks of a suite as programs, and compare the tokens with those of the same programs without the policy. */
export async function programTokens(
  [name, suite]: readonly [string, Suite],
  policy: Policy,
  sealed: boolean,
): Promise<ProgramFigures> {
  let [done, tokens, plain] = [0, 0, 0];
  let values: HandedValues = { passed: 0, read: 0, told: 0 };
  for (const task of suite.tasks) {
    const labeled = await play(name, suite, task, policy, sealed);
    const unlabeled = await play(name, suite, task, allow(), false);
    if (labeled.done) done++;
    else if (process.env.HOLDALL_EVAL_MISSES) console.error(`  not done: ${name} ${task.id} ${labeled.why}`);
    tokens += labeled.tokens;
    plain += unlabeled.tokens;
    values = addValues(values, labeled.values);
  }
  return { done, factor: tokens / plain, values };
}

async function play(name: string, { tools }: Suite, task: SuiteTask, policy: Policy, sealed: boolean) {
  const stand = standIns(
    name,
    tools.map((tool) => tool.name),
  );
  const { registry } = stand;
  registry.add(runProgram({ registry, isolate, sealed }) as Tool);
  await using session = openSession(registry, { policy, approve: () => true });
  noteUserMessage(session, task.prompt);
  const { programs, values } = planPrograms(task);
  let [tokens, why] = [0, ""];
  for (const { code, calls } of programs) {
    stand.answerAll(calls);
    const result = await session.call("run_program", { code });
    const { status, error } = (result.ok ? result.output : {}) as {
      readonly status?: string;
      readonly error?: unknown;
    };
    tokens += encode(code).length + encode(contentText(result.content)).length;
    const wanted = calls.map(({ tool, args }) => ({ tool, args }));
    if (status !== "done") why ||= JSON.stringify(error ?? result);
    else if (!isDeepStrictEqual(stand.got(), wanted)) why ||= `got ${JSON.stringify(stand.got())}`;
  }
  return { done: why === "", why, tokens, values };
}
