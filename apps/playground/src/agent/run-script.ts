import { wait } from "../wait.ts";
import type { WorkspaceSession } from "../workspace/workspace-session.ts";
import type { Tour } from "./step.ts";

/** Play a scripted agent, with time to read along. Ends early, without an error, when the signal aborts. */
export async function runScript(
  { load }: Tour,
  workspaceSession: WorkspaceSession,
  pause: number,
  signal: AbortSignal,
): Promise<void> {
  const { transcript, families, call } = workspaceSession;
  families.setModel();
  const { play } = await load();
  const script = play();
  let step = script.next();
  while (!step.done && !signal.aborted) {
    const { think, say, calls } = step.value;
    if (think) transcript.say("reasoning", think);
    if (say) transcript.say("text", say);
    await wait(pause, signal);
    step = script.next(await Promise.all(calls.map(({ tool, input }) => call(tool, input, signal))));
  }
  transcript.say("text", step.done ? step.value : "Stopped.");
}
