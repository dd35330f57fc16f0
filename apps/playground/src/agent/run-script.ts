import { wait } from "../wait.ts";
import type { WorkspaceSession } from "../workspace-session.ts";
import type { Tour } from "./step.ts";

/** Play a scripted agent, with time to read along. Ends early, without an error, when the signal aborts. */
export async function runScript(
  { play }: Tour,
  workspaceSession: WorkspaceSession,
  say: (text: string) => void,
  pause: number,
  signal: AbortSignal,
): Promise<void> {
  workspaceSession.families.setModel();
  const script = play();
  let step = script.next();
  while (!step.done && !signal.aborted) {
    if (step.value.say) say(step.value.say);
    await wait(pause, signal);
    const calls = step.value.calls.map(({ tool, input }) => workspaceSession.call(tool, input, signal));
    step = script.next(await Promise.all(calls));
  }
  say(step.done ? step.value : "Stopped.");
}
