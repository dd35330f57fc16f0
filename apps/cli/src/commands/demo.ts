import { parseArguments } from "../config/arguments.ts";
import { runDemo } from "../demo/run-demo.ts";
import { screenOf } from "../render/screen.ts";

export const options = { keep: { type: "boolean" } } as const;

export const help = `holdall demo [options]: watch an offline agent repair a project

  --keep             leave the project's copy there

A script plays the model, so it takes no key and no network; the AI SDK's tool
loop, the tools, the files and the test runs are real. The script reads the tools'
answers, and stops when they are not what it needs. The exit code is 1 when the
project's tests do not pass in the end.`;

/** Milliseconds before each answer, when a person watches. */
const pause = 700;

/** Run the demo on stdout. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArguments(argv, options, { most: 0 });
  const { stdout } = process;
  const repaired = await runDemo({
    screen: screenOf(stdout),
    write: (text) => void stdout.write(text),
    pause: stdout.isTTY ? pause : 0,
    keep: values.keep ?? false,
  });
  return repaired ? 0 : 1;
}
