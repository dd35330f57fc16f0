import type { SandboxReport } from "@holdall/sandbox/port";
import type { ReclaimedFiles } from "../access/reclaim-protected.ts";
import type { Overuse } from "../process/watch-usage.ts";
import type { RunEnd } from "../shell/shell.ts";
import { excerpt } from "../text/excerpt.ts";
import { findPrompt } from "../text/find-prompt.ts";
import { toPlainText } from "../text/plain-text.ts";
import { sizeText } from "../text/size-text.ts";
import { timeText } from "../text/time-text.ts";
import type { BashOutput } from "./bash-output.ts";
import { denialNotes } from "./denial-notes.ts";
import { overuseText } from "./overuse-text.ts";
import type { LimitedRun, Stop } from "./run-limited.ts";
import { signalOf } from "./status.ts";

export interface RunFacts {
  readonly command: string;
  readonly run: Pick<LimitedRun, "output" | "errors">;
  readonly end: Extract<RunEnd, { kind: "done" | "ended" }>;
  readonly stop: Stop | undefined;
  /** Processes that could not be killed. */
  readonly left: readonly number[];
  readonly duration: number;
  readonly timeout: number;
  readonly maxTimeout: number;
  readonly maxChars: number;
  /** Where the next command starts. */
  readonly cwd: string;
  /** The shell had something running in the background. */
  readonly hadBackground: boolean;
  /** It had a shell of its own. */
  readonly isOwn: boolean;
  readonly overuse: Overuse | undefined;
  readonly report: SandboxReport | undefined;
  /** The result for protected files that were made or changed. */
  readonly settled: ReclaimedFiles;
  /** Said before what is said of the run itself. */
  readonly news: readonly string[];
}

/** The result of a command that has run, with everything that its reader must know. */
export function describeRun(facts: RunFacts): BashOutput {
  const { run, end, stop, duration, cwd, report, settled } = facts;
  const around = aroundScreen(run.output);
  const output =
    around !== undefined
      ? { text: around.slice(0, facts.maxChars), notes: [fullScreenNote] }
      : showCapture(run.output, facts.maxChars, "output");
  const errors = run.errors.bytes > 0 ? showCapture(run.errors, facts.maxChars, "stderr") : undefined;
  const signal = signalOf(end.status);
  return {
    command: facts.command,
    output: output.text,
    ...(errors && { errors: errors.text }),
    status: stop === "time" ? "timed_out" : stop ? "stopped" : "exited",
    ...(end.status !== undefined && { exit_code: end.status }),
    ...(signal && { signal }),
    duration_ms: Math.round(duration),
    cwd,
    total_bytes: run.output.bytes + run.errors.bytes,
    ...(run.output.file !== undefined && { output_path: run.output.file }),
    ...(report && {
      denied: {
        write: [...report.needed.write],
        network: [...report.needed.network],
        tampered: [...settled.tampered],
        ...(settled.taken.length > 0 && { taken_back: [...settled.taken] }),
      },
    }),
    notes: [
      ...facts.news,
      ...output.notes,
      ...(errors?.notes ?? []),
      ...stopNotes(facts),
      ...promptNotes(facts, `${output.text}\n${errors?.text ?? ""}`),
      ...lostPathNotes(end.status, `${output.text}\n${errors?.text ?? ""}`),
      ...denialNotes(report),
      ...settled.notes,
    ],
  };
}

/** Programs that every system has: one that is not found means that PATH leads nowhere. */
function lostPathNotes(status: number | undefined, text: string): string[] {
  const [, name] =
    /(?:^|[\s:])(ls|cat|cp|mv|rm|mkdir|grep|sed|head|tail|sort|wc|find|env|uname|date|touch|chmod|sleep): (?:command not found|No such file or directory)\s*$/m.exec(
      text,
    ) ?? [];
  if (status !== 127 || name === undefined) return [];
  return [
    `The shell does not find ${name}: its PATH is unset or changed. Set it again for the commands that follow: export PATH=/usr/local/bin:/usr/bin:/bin`,
  ];
}

/** What a full-screen program printed before and after its screen, which is a picture and not a text; undefined for others. */
function aroundScreen({ start, end }: LimitedRun["output"]): string | undefined {
  const printed = new TextDecoder().decode(start) + new TextDecoder().decode(end);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told by them
  const pieces = printed.split(/\u001b\[\?(?:1049|1047|47)([hl])/);
  const entered = pieces.indexOf("h");
  if (entered < 0) return undefined;
  const left = pieces.lastIndexOf("l");
  return toPlainText(`${pieces[entered - 1]}${left > entered ? pieces[left + 1] : ""}`).text.trim();
}

const fullScreenNote =
  "It drew a full screen, which is left out: commands have no terminal here. Use options that print plain text (such as git --no-pager, top -b, less as cat), and change files with the tools for files or with sed.";

function showCapture(capture: LimitedRun["output"], maxChars: number, what: string) {
  const { text, isCut, notes } = excerpt(capture, maxChars);
  const more: string[] = [];
  if (isCut) {
    const path = capture.save();
    if (path === undefined) return { text, notes: [...notes, "It could not be saved to disk; the rest is lost."] };
    const part = capture.missing > 0 ? `The first ${sizeText(capture.bytes - capture.missing)} of it` : "All of it";
    more.push(`${part}: ${path} (${what}, ${sizeText(capture.bytes)} in total).`);
  }
  return { text, notes: [...notes, ...more] };
}

const stopped = "was stopped with everything in the shell.";

/** What other processes have read of an exchange with a shell. */
export const lossText = {
  question: `A process left running by an earlier command read the input meant for the shell; it ${stopped}`,
  output: `Another process read part of its output, which is lost; it ${stopped}`,
  reply: `Another process read its exit status, so its exit code is unknown; it ${stopped}`,
} as const;

function stopNotes({
  end,
  stop,
  left,
  timeout,
  maxTimeout,
  cwd,
  run,
  isOwn,
  hadBackground,
  overuse,
}: RunFacts): string[] {
  const notes: string[] = [];
  if (stop === "overuse" && overuse)
    notes.push(`It was stopped with everything it had started: ${overuseText(overuse)}.`);
  if (stop === "time") {
    notes.push(
      `It timed out after ${timeText(timeout)} and was stopped with everything it had started. For longer work, set timeout (up to ${maxTimeout} ms) or use run_in_background: true, which has no time limit.`,
    );
  }
  if (stop === "flood") {
    notes.push(
      `It was stopped: it had printed ${sizeText(run.output.bytes + run.errors.bytes)}. Filter its output, or redirect it to a file.`,
    );
  }
  if (left.length > 0) notes.push(`These processes could not be stopped: ${left.join(", ")}.`);
  if (end.loss) {
    const whose = end.loss === "reply" ? "the saved part of its" : "its";
    notes.push(`${lossText[end.loss]} The next command starts in ${cwd}, with ${whose} variables and functions.`);
  } else if (end.kind === "ended" && !isOwn) {
    const why = stop ? "The shell was stopped too" : "The command ended the shell";
    const also = hadBackground ? ", and what was running in the background" : "";
    notes.push(
      `${why}${also}: the next command starts in ${cwd}, with the variables and functions from before this command.`,
    );
  }
  if (end.kind === "done" && end.background !== undefined && isAlive(end.background)) {
    notes.push(
      `It left a process running (${end.background}), which is stopped when the session ends. To keep its output, use run_in_background.`,
    );
  }
  return notes;
}

function promptNotes({ end, stop }: RunFacts, text: string): string[] {
  const prompt = findPrompt(text);
  const isOver = end.status === 0 && !stop && /\n\s*$/.test(text);
  if (prompt === undefined || isOver) return [];
  const { text: shown } = toPlainText(prompt);
  return [
    `It prompted for input ("${shown}") and got none, because commands cannot prompt for input. Use an option such as --yes, or pipe the answer in.`,
  ];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
