import { allow, contentText, noteUserMessage, openSession, type Policy, type Tool } from "@holdall/tool-core";
import { quickJsIsolate, runProgram } from "@holdall/tools-program";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { standIns } from "./stand-ins.ts";
import type { Suite, SuiteTask } from "./suite.ts";

const isolate = quickJsIsolate();

/** Play the tasks of a suite as programs, and compare the tokens of code and results with those without the policy. */
export async function programTokens(
  [name, suite]: readonly [string, Suite],
  policy: Policy,
  sealed: boolean,
): Promise<{ readonly done: number; readonly factor: number }> {
  let [done, tokens, plain] = [0, 0, 0];
  for (const task of suite.tasks) {
    const labeled = await play(name, suite, task, policy, sealed);
    const unlabeled = await play(name, suite, task, allow(), false);
    if (labeled.done) done++;
    tokens += labeled.tokens;
    plain += unlabeled.tokens;
  }
  return { done, factor: tokens / plain };
}

async function play(name: string, { tools }: Suite, { prompt, calls }: SuiteTask, policy: Policy, sealed: boolean) {
  const stand = standIns(
    name,
    tools.map((tool) => tool.name),
  );
  stand.answerAll(calls);
  const { registry } = stand;
  registry.add(runProgram({ registry, isolate, sealed }) as Tool);
  await using session = openSession(registry, { policy, approve: () => true });
  noteUserMessage(session, prompt);
  const code = [
    "const seen = [];",
    ...calls.map(({ tool, args }) => `seen.push(await tools.${tool}(${JSON.stringify(args)}));`),
    "return seen.slice(-2);",
  ].join("\n");
  const result = await session.call("run_program", { code });
  const { status } = (result.ok ? result.output : {}) as { readonly status?: string };
  return { done: status === "done", tokens: encode(code).length + encode(contentText(result.content)).length };
}
