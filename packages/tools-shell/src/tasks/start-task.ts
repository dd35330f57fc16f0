import type { SandboxReport } from "@holdall/sandbox/port";
import type { ToolContext } from "@holdall/tool-core";
import { sessionTasks } from "@holdall/tools-tasks/port";
import type { CommandCall, Settings } from "../_settings.ts";
import type { BashOutput } from "../run/bash-output.ts";
import { withStandIns } from "../secrets/command-secrets.ts";
import type { SessionShell } from "../shell/session-shell.ts";
import { runInBackground } from "./background.ts";

/** Start a command that continues after its call, with the variables and functions of the session's shell. */
export async function startTask(
  { command, description, folder, home, level, isOwn, domains, origin, notes, secrets }: CommandCall,
  shells: SessionShell,
  { maxTaskBytes }: Settings,
  ctx: ToolContext,
): Promise<BashOutput> {
  const shell = await shells.start(folder, level, domains, !isOwn, ctx, secrets.names);
  const files = [shells.files.newFile("task"), shells.files.newFile("task")] as const;
  const settle = (report: SandboxReport | undefined) =>
    shells.settleChanges(undefined, report, { moment: "task", since: shell.started });
  const work = runInBackground({
    ...{ shell, folder, maxBytes: maxTaskBytes, files, origin, settle },
    command: withStandIns(secrets, shell.launch),
  });
  const { id } = ctx.state(sessionTasks).add({ title: command, description }, work);
  return {
    command,
    output: "",
    status: "running",
    duration_ms: 0,
    cwd: shells.folder ?? home,
    total_bytes: 0,
    task_id: id,
    notes: [...notes, ...shells.news.splice(0)],
  };
}
