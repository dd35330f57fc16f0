import type { DurableEngine } from "@holdall/durable/port";
import type { Session } from "@holdall/tool-core";
import { noteChangesElsewhere } from "@holdall/tool-kit/file-tools";
import { sessionTasks } from "@holdall/tools-tasks/port";
import { renderResult } from "../render.ts";
import { sharedChanges, type TaskResult } from "../result.ts";
import { createAgentWork } from "../run/agent-work.ts";
import { taskEndOf } from "../run/task-end.ts";
import { addUnmerged } from "../tree/tree.ts";
import type { AgentRunInput } from "./agent-run.ts";

/**
 * Follow, in a session that was restored, the agents that continued as runs without it: `task_output` and `task_stop`
 * know them again.
 */
export async function attachAgentRuns(session: Session, engine: DurableEngine): Promise<void> {
  const tasks = session.state(sessionTasks);
  for (const { id, title, description, status, run } of tasks.list()) {
    if (status !== "lost" || run === undefined || !(await engine.get(run))) continue;
    const following = new AbortController();
    const stop = () => void engine.cancel(run, "its agent was stopped");
    const work = createAgentWork(new Uint8Array(), stop, async () => {});
    const attached = Object.assign(work, { run, detach: async () => following.abort() });
    tasks.add({ id, title, ...(description !== undefined && { description }) }, attached);
    void (async () => {
      for await (const _ of engine.subscribe(run, 0, { signal: following.signal }));
      const ended = following.signal.aborted ? undefined : await engine.get(run);
      if (!ended) return;
      const { output, error, steps } = ended;
      const { agent } = ended.input as unknown as AgentRunInput;
      const { keptFilesIn, lastFilesOf } = await import("./kept-files.ts");
      const left = lastFilesOf(keptFilesIn(steps), "");
      if (left && left.paths.length > 0) addUnmerged(session, id, { agent, files: left.paths, saved: left.saved });
      const result = output as unknown as TaskResult | undefined;
      // Its texts were read in a session of another process. The error of a run that failed can repeat them.
      const isUntrusted = result ? result.untrusted : ended.state === "failed";
      if (isUntrusted) Object.assign(work, { origin: `agent:${agent}` });
      if (result) noteChangesElsewhere(session, id, sharedChanges(result));
      if (result) work.print(`${renderResult({ ...result, task_id: id })}\n`);
      const reason = error?.message ?? "Its run no longer exists.";
      work.end(
        taskEndOf(result ?? { end: ended.state === "canceled" ? "cancelled" : "failed", partial: true, reason }),
      );
    })().catch(() => work.end({ status: "failed", outcome: "its engine does not answer" }));
  }
}
