import { type Path, type Progress, type ToolContext, toPath } from "@holdall/tool-core";
import { beat } from "./_beat.ts";
import { describeRun } from "./_describe-run.ts";
import { goneFolder } from "./_gone-folder.ts";
import { type LimitedRun, runLimited } from "./_run-limited.ts";
import type { SessionShell } from "./_session-shell.ts";
import type { CommandCall, Settings } from "./_settings.ts";
import { failedShell } from "./_shell/failed-shell.ts";
import { toPlainText } from "./_text/plain-text.ts";
import { sizeText } from "./_text/size-text.ts";
import { timeText } from "./_text/time-text.ts";
import type { BashOutput } from "./bash.ts";

/** Run a command to its end, in the session's shell or in one of its own. */
export async function* runForeground(
  call: CommandCall,
  shells: SessionShell,
  settings: Settings,
  ctx: ToolContext,
): AsyncGenerator<Progress, BashOutput, void> {
  const { command, folder, level, isOwn, domains, timeout } = call;
  const { progressEvery } = settings;
  const starting = isOwn ? shells.start(folder, level, domains, false) : shells.current(folder);
  const shell = yield* beat(starting, progressEvery, () => ({ message: "The shell is starting." }));
  const stray = shell.takeStray();
  const begun = performance.now();
  const run = runLimited(shell, command, folder, {
    timeout,
    signal: ctx.signal,
    maxFileBytes: settings.maxFileBytes,
    newFile: () => shells.files.newFile("output"),
  });
  try {
    const { end, stop, left } = yield* beat(run.done, progressEvery, () => signOfLife(run, begun));
    const duration = performance.now() - begun;
    if ((end.kind === "ended" || end.kind === "failed") && !isOwn) await shells.drop("keep state");
    ctx.signal.throwIfAborted();
    if (end.kind === "failed") throw failedShell(end.reason, shell.launch !== undefined);
    if (end.kind === "gone") throw goneFolder(call, shells, ctx.cwd);
    const { start: first, end: last } = run.errors.bytes > 0 ? run.errors : run.output;
    const report = await shell.launch?.report(Buffer.concat([first, last]).toString());
    if (report?.failure !== undefined) throw failedShell(report.failure, true);
    const news = [...call.notes, ...shells.news.splice(0), ...strayNotes(stray)];
    if (isOwn)
      news.push(`It ran in a shell of its own, which the level ${level} needs: nothing of it is left but files.`);
    else if (end.kind === "done" && !call.isElsewhere) news.push(...follow(end.folder, shells, ctx.cwd));
    const cwd = shells.folder ?? call.home;
    const { hasBackground: hadBackground } = shell;
    const described = describeRun({
      ...settings,
      run,
      end,
      stop,
      left,
      duration,
      timeout,
      cwd,
      hadBackground,
      isOwn,
      report,
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
  return folder === "" ? [`The folder it ended in is gone, so the next command starts in ${root}.`] : [];
}

function signOfLife({ output }: LimitedRun, begun: number): Progress {
  const { text } = toPlainText(
    Buffer.from((output.end.length > 0 ? output.end : output.start).slice(-2_000)).toString(),
  );
  const line = text.trimEnd().split("\n").at(-1)?.slice(-200);
  return {
    message: `${timeText(performance.now() - begun)}, ${sizeText(output.bytes)} printed${line ? `: ${line}` : ""}`,
    data: { bytes: output.bytes },
  };
}

const strayNotes = (stray: string): string[] =>
  stray.trim() === ""
    ? []
    : [`Printed before this command, by what earlier ones left running:\n${toPlainText(stray).text.trim()}`];
