import { type Path, type Progress, type ToolContext, toPath } from "@holdall/tool-core";
import { isLinux } from "@holdall/tool-kit/node";
import { leftOvers } from "@holdall/tools-tasks/port";
import type { CommandCall, Settings } from "../_settings.ts";
import { reportAtEnd } from "../access/protected-changes.ts";
import { withStandIns } from "../secrets/command-secrets.ts";
import { failedShell } from "../shell/failed-shell.ts";
import { missingCwd } from "../shell/missing-cwd.ts";
import type { SessionShell } from "../shell/session-shell.ts";
import { toPlainText } from "../text/plain-text.ts";
import { sizeText } from "../text/size-text.ts";
import { timeText } from "../text/time-text.ts";
import type { BashOutput } from "./bash-output.ts";
import { describeRun, lossText } from "./describe-run.ts";
import { withHeartbeat } from "./heartbeat.ts";
import { type LimitedRun, runLimited } from "./run-limited.ts";

/**
 * Run a command to its end, in the session's shell or in one of its own. Where another process has read it before the
 * shell, that ends with its shell, and the command runs in the next.
 */
export async function* runForeground(
  call: CommandCall,
  shells: SessionShell,
  settings: Settings,
  ctx: ToolContext,
  isSecond = false,
): AsyncGenerator<Progress, BashOutput, void> {
  const { folder, level, isOwn, domains, timeout, secrets } = call;
  const { progressEvery } = settings;
  const starting = isOwn
    ? shells.start(folder, level, domains, false, ctx, secrets.names)
    : shells.current(folder, ctx);
  const shell = yield* withHeartbeat(starting, progressEvery, () => ({ message: "The shell is starting." }));
  const unsolicited = shell.takeUnsolicited();
  const begun = performance.now();
  const run = runLimited(shell, withStandIns(secrets, shell.launch), folder, {
    timeout,
    signal: ctx.signal,
    maxFileBytes: settings.maxFileBytes,
    newFile: () => shells.files.newFile("output"),
  });
  try {
    const { end, stop, left } = yield* withHeartbeat(run.done, progressEvery, () => signOfLife(run, begun));
    const duration = performance.now() - begun;
    const { start: first, end: last } = run.errors.bytes > 0 ? run.errors : run.output;
    const said = Buffer.concat([first, last]).toString();
    const report = isOwn ? await reportAtEnd(shell, said) : await shell.launch?.report(said);
    if (!isOwn) {
      shells.settle();
      Object.assign(ctx.state(leftOvers), {
        isRunning: () => shell.isAlive && (isLinux() ? shell.hasLeftOvers() : shell.hasBackground),
        by: ctx.callId,
      });
    }
    const settled = yield* withHeartbeat(
      shells.settleChanges(isOwn ? undefined : shell, report, { moment: "command", since: shell.started }, ctx),
      progressEvery,
      () => ({ message: "Protected files were created." }),
    );
    if ((end.kind !== "done" || end.loss) && end.kind !== "gone" && !isOwn) await shells.drop("keep state");
    ctx.signal.throwIfAborted();
    if (end.kind === "not_received") {
      if (isOwn || isSecond) throw failedShell("another process reads its input", shell.launch !== undefined);
      shells.news.push(`${lossText.question} The command ran in a new shell with the same variables and functions.`);
      return yield* runForeground(call, shells, settings, ctx, true);
    }
    if (end.kind === "failed") throw failedShell(end.reason, shell.launch !== undefined);
    if (end.kind === "gone") throw missingCwd(call, shells, ctx.cwd);
    if (report?.failure !== undefined) throw failedShell(report.failure, true);
    const news = [...call.notes, ...shells.news.splice(0), ...unsolicitedNotes(unsolicited)];
    if (isOwn)
      news.push(`It ran in a separate shell, as the level ${level} requires: only its changes to files remain.`);
    else if (end.kind === "done" && !call.isElsewhere) news.push(...follow(end.folder, shells, ctx.cwd));
    const cwd = shells.folder ?? call.home;
    const { hasBackground: hadBackground } = shell;
    const described = describeRun({
      ...settings,
      command: call.command,
      run,
      end,
      stop,
      left,
      duration,
      timeout,
      cwd,
      hadBackground,
      isOwn,
      overuse: shell.overuse,
      report,
      settled,
      news,
    });
    for (const { file } of [run.output, run.errors]) if (file) settings.onOutputFile(file, ctx.sessionId);
    return described;
  } finally {
    run.output.close();
    run.errors.close();
    if (isOwn) await shell.kill();
  }
}

/** Let the session's shell be where the command has left it. */
function follow(folder: string, shells: SessionShell, root: Path): string[] {
  shells.folder = folder === "" ? root : toPath(folder);
  return folder === "" ? [`The folder it ended in no longer exists, so the next command starts in ${root}.`] : [];
}

function signOfLife({ output }: LimitedRun, begun: number): Progress {
  const { text } = toPlainText(
    Buffer.from((output.end.length > 0 ? output.end : output.start).slice(-2_000)).toString(),
  );
  const line = text.trimEnd().split("\n").at(-1)?.slice(-200);
  return {
    message: `${timeText(performance.now() - begun)}, ${sizeText(output.bytes)} printed${line ? `: ${line}` : ""}`,
    data: { bytes: output.bytes, output: text },
  };
}

const unsolicitedNotes = (unsolicited: string): string[] =>
  unsolicited.trim() === ""
    ? []
    : [`Output from processes that earlier commands left running:\n${toPlainText(unsolicited).text.trim()}`];
