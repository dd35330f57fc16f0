import type { WorkspaceSession } from "../workspace-session.ts";
import { repairShop } from "./script.ts";

/** Play the scripted agent, with time to read along. Ends early, without an error, when the signal aborts. */
export async function runScript(
  workspaceSession: WorkspaceSession,
  say: (text: string) => void,
  pause: number,
  signal: AbortSignal,
): Promise<void> {
  const script = repairShop();
  let step = script.next();
  while (!step.done && !signal.aborted) {
    if (step.value.say) say(step.value.say);
    await wait(pause, signal);
    const calls = step.value.calls.map(({ tool, input }) => workspaceSession.call(tool, input, signal));
    step = script.next(await Promise.all(calls));
  }
  say(step.done ? step.value : "Stopped.");
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
