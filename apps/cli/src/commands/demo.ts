import { oneOf, parseArguments } from "../config/arguments.ts";
import { runAgentsDemo } from "../demo/run-agents-demo.ts";
import { runDataDemo } from "../demo/run-data-demo.ts";
import { runDemo } from "../demo/run-demo.ts";
import { runDurableDemo } from "../demo/run-durable-demo.ts";
import { runMergeDemo } from "../demo/run-merge-demo.ts";
import { runOfficeDemo } from "../demo/run-office-demo.ts";
import type { Io } from "../io.ts";
import { screenOf } from "../render/screen.ts";

export const options = { keep: { type: "boolean" } } as const;

export const help = `holdall demo [options]: watch an offline agent repair a project
holdall demo agents [options]: watch one ask, plan, have two work for it, and go
back to a checkpoint
holdall demo merge [options]: watch four change one project at once
holdall demo data [options]: watch one clean a messy table, draw it and report it
holdall demo office [options]: watch one find out, write a PDF and mail it, once
holdall demo durable [options]: watch a workflow outlive its process, killed twice

  --keep             leave the project's copy there

A script plays the model, so it takes no key and no network; the AI SDK's tool
loop, the tools, the files and the test runs are real. The script reads the tools'
answers, and stops when they are not what it needs. The exit code is 1 when the
project's tests do not pass in the end, when the agents have not done their part,
when a report or a mail is not what it must be, or when the workflow has not ended
once. Some need more beside holdall, and say so: npm install @electric-sql/pglite
pg for the workflow, nodemailer and @myriaddreamin/typst-ts-node-compiler for the
office.`;

/** Milliseconds before each answer, when the user watches. */
const pause = 700;

const demos = {
  repair: runDemo,
  agents: runAgentsDemo,
  merge: runMergeDemo,
  data: runDataDemo,
  durable: runDurableDemo,
  office: runOfficeDemo,
};

/** Run a demo on stdout. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 2 });
  const { stdin, stdout, env } = io;
  const [name, folder] = words;
  // The process that is killed: the demo starts it with a folder.
  if (name === "durable" && folder !== undefined) {
    await (await import("../demo/durable-worker.ts")).workOnDemo(folder, { stdin, stdout });
    return 0;
  }
  const demo = demos[oneOf("The demo", name ?? "repair", ["repair", "agents", "merge", "data", "durable", "office"])];
  const succeeded = await demo({
    screen: screenOf(stdout, env),
    self: io.self,
    write: (text) => void stdout.write(text),
    pause: stdout.isTTY ? pause : 0,
    keep: values.keep ?? false,
  });
  return succeeded ? 0 : 1;
}
