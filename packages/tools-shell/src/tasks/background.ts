import type { SandboxReport } from "@holdall/sandbox/port";
import type { TaskEnd, TaskWork } from "@holdall/tools-tasks/port";
import { reportAtEnd } from "../access/protected-changes.ts";
import type { ReclaimedFiles } from "../access/reclaim-protected.ts";
import { denialNotes } from "../run/denial-notes.ts";
import { overuseText } from "../run/overuse-text.ts";
import { describeStatus } from "../run/status.ts";
import type { Shell } from "../shell/shell.ts";
import { toPlainText } from "../text/plain-text.ts";
import { createTaskLog } from "./task-log.ts";

export interface BackgroundRequest {
  readonly shell: Shell;
  readonly command: string;
  readonly folder: string;
  readonly maxBytes: number;
  readonly files: readonly [string, string];
  readonly origin: string | undefined;
  /** Called with the report of the sandbox at the end. */
  readonly settle: (report: SandboxReport | undefined) => Promise<ReclaimedFiles>;
}

/** Bytes a second that are taken from a task once it has printed more than is kept. It waits meanwhile, as at a slow terminal. */
const bytesPerSecond = 2 * 1024 * 1024;

/** Run a command in a shell of its own, on and on: its latest output is kept on disk, and its end is reported once. */
export function runInBackground({
  shell,
  command,
  folder,
  maxBytes,
  files,
  origin,
  settle,
}: BackgroundRequest): TaskWork {
  const log = createTaskLog(files, maxBytes);
  const waiting = new Set<() => void>();
  let isStopped = false;
  let hasEnded = false;

  const wake = () => {
    for (const resume of waiting) resume();
    waiting.clear();
  };
  const take = (chunk: Uint8Array) => {
    log.push(chunk);
    wake();
    if (log.bytes <= maxBytes) return;
    shell.pause();
    setTimeout(shell.resume, (1_000 * chunk.length) / bytesPerSecond).unref();
  };
  const run = async (): Promise<TaskEnd> => {
    const sinks = { onOutput: take, onErrors: take };
    const end = await shell.run(command, folder, sinks);
    shell.dismiss(sinks);
    const said = Buffer.from(log.read(0, maxBytes).bytes).toString();
    const report = shell.launch?.killsTree ? await reportAtEnd(shell, said) : await shell.launch?.report(said);
    const denials = [...denialNotes(report), ...(await settle(report)).notes];
    hasEnded = true;
    wake();
    if (shell.overuse)
      return { status: "failed", outcome: [`stopped, because ${overuseText(shell.overuse)}`, ...denials].join(". ") };
    if (isStopped) return { status: "stopped", outcome: ["stopped", ...denials].join(". ") };
    if (end.kind === "gone") return { status: "failed", outcome: `there is no folder ${folder}` };
    if (end.kind === "failed") return { status: "failed", outcome: `the shell failed: ${end.reason}` };
    if (end.kind === "not_received")
      return { status: "failed", outcome: "another process read the command before the shell did" };
    const { status } = end;
    return {
      status: status === 0 ? "completed" : "failed",
      outcome: [describeStatus(status), ...denials].join(". "),
      exitCode: status,
    };
  };

  return {
    get bytes() {
      return log.bytes;
    },
    ended: run(),
    origin,
    async read(since, max, by) {
      const { from, bytes } = log.read(since, max);
      const isLast = from + bytes.length === log.bytes && hasEnded;
      const whole = isLast ? bytes : by === "lines" ? wholeLines(bytes, max) : wholeCharacters(bytes);
      const { text } = toPlainText(Buffer.from(whole).toString());
      return { text, from, next: from + whole.length };
    },
    grown: (bytes) =>
      hasEnded || log.bytes > bytes ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve)),
    async stop() {
      isStopped ||= !hasEnded;
      await shell.kill();
    },
    async dispose() {
      log.close();
    },
  };
}

/** Without the start of a line whose rest has not come yet, unless that is longer than a page. */
function wholeLines(bytes: Uint8Array, max: number): Uint8Array {
  const end = bytes.lastIndexOf(10) + 1;
  return end === 0 && bytes.length === max ? wholeCharacters(bytes) : bytes.subarray(0, end);
}

/** Without the start of a character whose rest has not come yet. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}
