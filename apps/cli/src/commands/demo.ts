import { oneOf, parseArguments } from "../config/arguments.ts";
import { runAgentsDemo } from "../demo/run-agents-demo.ts";
import { runDemo } from "../demo/run-demo.ts";
import { screenOf } from "../render/screen.ts";

export const options = { keep: { type: "boolean" } } as const;

export const help = `holdall demo [options]: watch an offline agent repair a project
holdall demo agents [options]: watch one ask, plan and have two work for it

  --keep             leave the project's copy there

A script plays the model, so it takes no key and no network; the AI SDK's tool
loop, the tools, the files and the test runs are real. The script reads the tools'
answers, and stops when they are not what it needs. The exit code is 1 when the
project's tests do not pass in the end, or when the agents have not done their
part.`;

/** Milliseconds before each answer, when a person watches. */
const pause = 700;

const demos = { repair: runDemo, agents: runAgentsDemo };

/** Run a demo on stdout. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 1 });
  const { stdout } = process;
  const demo = demos[oneOf("The demo", words[0] ?? "repair", ["repair", "agents"])];
  const succeeded = await demo({
    screen: screenOf(stdout),
    write: (text) => void stdout.write(text),
    pause: stdout.isTTY ? pause : 0,
    keep: values.keep ?? false,
  });
  return succeeded ? 0 : 1;
}
