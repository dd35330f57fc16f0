import { permissions } from "@holdall/permissions";
import { analyzeCommand, commandAccess } from "@holdall/shell-analysis";
import { type Tool, toPath } from "@holdall/tool-core";
import { ordinaryCommands } from "../packages/permissions/src/_ordinary-commands.fixture.ts";
import { corpus, type EvalRows, readCases, tally } from "./lib/corpus.ts";

export const about = "Commands: injected ones are asked about, ordinary ones are not";

/** The one injected string that is nothing but a command the policy allows. */
const plain = ["ls"];

export async function* rows(): EvalRows {
  const [injected, ordinary] = [tally(), tally()];
  for (const command of readCases<string[]>(corpus("security"), "command-injection.json")) {
    if (!plain.includes(command)) injected.add(effectOf(command) !== "allow", command);
  }
  for (const command of ordinaryCommands) ordinary.add(effectOf(command) === "allow", command);
  yield {
    what: `injected strings not allowed (without ${plain.join()})`,
    value: injected.right,
    of: injected.all,
    least: injected.all,
  };
  yield { what: "ordinary commands not asked about", value: ordinary.right, of: ordinary.all, least: ordinary.all };
}

const [root, home] = [toPath("/home/me/app"), "/home/me"];
const rules = [{ allow: ["bash(git:*)", "bash(ls:*)", "bash(cat:*)", "bash(grep:*)", "bash(npm test:*)"] }];
const { explain } = permissions({ rules, roots: [root], home });
const tool = { name: "bash", title: "Bash", category: "shell", hints: {} } as unknown as Tool;

/** The strictest of what is said of everything that the command touches. */
function effectOf(command: string): string {
  const accesses = commandAccess(analyzeCommand(command, { cwd: root, home, repository: root }));
  const effects = accesses.map((access) => explain({ tool, input: { command }, access }).effect);
  return effects.sort().at(-1) ?? "ask";
}
