import type { AgentDriverRun } from "@holdall/tools-agents/port";

/** What an agent is sent: its instructions, what it does not remember by itself, and the task. */
export function promptText(
  {
    instructions,
    prompt,
    earlier,
    readsOnly,
  }: Pick<AgentDriverRun, "instructions" | "prompt" | "earlier" | "readsOnly">,
  isContinued: boolean,
): string {
  const before = isContinued ? [] : earlier;
  return [
    instructions,
    "You work for another agent, which sees only your last message: make it your report of what you found or did, where, and what you could not do or check. Questions cannot be answered.",
    ...(readsOnly ? ["You can only read: changes are refused."] : []),
    ...(before.length > 0
      ? [
          "You have worked on this before:",
          ...before.map((each) => `You were asked:\n${each.prompt}\n\nYou reported:\n${each.report}`),
        ]
      : []),
    prompt,
  ]
    .filter(Boolean)
    .join("\n\n");
}
