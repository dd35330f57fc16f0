import { pathToFileURL } from "node:url";

export interface ProgramReport {
  readonly file: string;
  /** `running`, `ended`, or what was wrong with it. */
  readonly outcome: string;
}

// Runs the programs named on the command line one after another in one process, so that what they share loads once.
// A program has ended when nothing keeps the process alive: `beforeExit` then reports it and starts the next.
const folder = process.cwd();
const [limit, ...files] = process.argv.slice(2);
let running: { readonly file: string; problem?: string; awaits: boolean } | undefined;
let timer: NodeJS.Timeout | undefined;

process.on("beforeExit", () => {
  clearTimeout(timer);
  if (running) report(running.problem ?? (running.awaits ? "It awaits what never comes." : exitProblem()));
  process.exitCode = undefined;
  process.chdir(folder);
  const file = files.shift();
  running = file === undefined ? undefined : { file, awaits: true };
  if (file !== undefined) setImmediate(start, file);
});
process.on("uncaughtException", fail);
process.channel?.unref();

function start(file: string): void {
  const program = running;
  report("running");
  timer = setTimeout(giveUp, Number(limit)).unref();
  import(pathToFileURL(file).href).catch(fail).finally(() => {
    if (program) program.awaits = false;
  });
}

function fail(error: unknown): void {
  if (running) running.problem ??= error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function exitProblem(): string {
  return process.exitCode ? `Its exit code is ${process.exitCode}.` : "ended";
}

/** What a program leaves open would disturb the next, which gets a new process. */
function giveUp(): void {
  const open = process.getActiveResourcesInfo().join(", ");
  report(running?.problem ?? `It goes on after ${limit} ms; open: ${open}.`, () => process.exit());
}

function report(outcome: string, sent = () => {}): void {
  const message: ProgramReport = { file: running?.file ?? "", outcome };
  process.send?.(message, undefined, {}, sent);
}
