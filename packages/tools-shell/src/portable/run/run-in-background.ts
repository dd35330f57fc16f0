import type { ToolContext } from "@holdall/tool-core";
import { sessionTasks, type TaskEnd, type TaskWork } from "@holdall/tools-tasks/port";
import type { BashOutput } from "../../run/bash-output.ts";
import { describeStatus } from "../../run/status.ts";
import { toPlainText } from "../../text/plain-text.ts";
import type { PortableSettings } from "../options.ts";
import type { PortableSession } from "../session/session.ts";
import type { PortableCall } from "./call.ts";
import { runCommand } from "./run-command.ts";

/** Start a command that continues after its call, with a copy of the variables and functions of the session. */
export function startInBackground(
  call: PortableCall & { readonly description: string | undefined },
  session: PortableSession,
  settings: PortableSettings,
  ctx: ToolContext,
): BashOutput {
  const origin = call.hasNetwork ? "bash" : undefined;
  const work = backgroundWork((stop) => runCommand(call, session, settings, ctx, stop), origin);
  const { id } = ctx.state(sessionTasks).add({ title: call.command, description: call.description }, work);
  return {
    command: call.command,
    output: "",
    status: "running",
    duration_ms: 0,
    cwd: session.folder ?? ctx.cwd,
    total_bytes: 0,
    task_id: id,
    notes: [...call.notes, ...session.news.splice(0), "Its output comes when it ends, all at once."],
  };
}

/** A run as a task. The interpreter gives the output when it ends. */
function backgroundWork(run: (stop: AbortSignal) => Promise<BashOutput>, origin: string | undefined): TaskWork {
  const controller = new AbortController();
  let printed: Uint8Array = new Uint8Array();
  const ended = (async (): Promise<TaskEnd> => {
    try {
      const { output, errors = "", exit_code: exitCode, notes } = await run(controller.signal);
      printed = new TextEncoder().encode([output, errors, ...notes.map((note) => `[${note}]\n`)].join(""));
      if (controller.signal.aborted) return { status: "stopped", outcome: "stopped" };
      return {
        status: exitCode === 0 ? "completed" : "failed",
        outcome: describeStatus(exitCode),
        ...(exitCode !== undefined && { exitCode }),
      };
    } catch (error) {
      if (controller.signal.aborted) return { status: "stopped", outcome: "stopped" };
      const { message, hint } = error as Error & { readonly hint?: string };
      return { status: "failed", outcome: `the shell failed: ${message}${hint ? ` ${hint}` : ""}` };
    }
  })();
  let hasEnded = false;
  const end = ended.then(() => {
    hasEnded = true;
  });
  return {
    get bytes() {
      return printed.length;
    },
    ended,
    origin,
    async read(since, max) {
      const from = Math.min(since, printed.length);
      const bytes = wholeCharacters(printed, from, Math.min(printed.length, from + max));
      return { text: toPlainText(new TextDecoder().decode(bytes)).text, from, next: from + bytes.length };
    },
    grown: (bytes) => (hasEnded || printed.length > bytes ? Promise.resolve() : end),
    async stop() {
      controller.abort(new DOMException("The task was stopped.", "AbortError"));
      await ended;
    },
  };
}

/** Bytes up to a place, without the start of a character whose rest is beyond it. */
function wholeCharacters(bytes: Uint8Array, from: number, to: number): Uint8Array {
  let end = to;
  if (end < bytes.length) while (end > from + 1 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(from, end);
}
