import type { AgentRunner } from "@holdall/tools-agents/port";

export type Step = readonly [name: string, input: object];
export type Scripts = Readonly<Record<string, readonly Step[]>>;

/** Agents that make the calls of the script that their prompt names, one a turn. `onTurn` is called before each answer. */
export const scripted =
  (scripts: Scripts, onTurn: (name: string, turn: number) => unknown = () => undefined): AgentRunner =>
  async ({ messages }) => {
    const [first] = messages;
    const name = first?.role === "user" ? first.text : "";
    const turn = messages.filter(({ role }) => role === "assistant").length;
    await onTurn(name, turn);
    const step = scripts[name]?.[turn];
    const calls = step ? [{ id: `${name}-${turn}`, name: step[0], input: step[1] }] : [];
    return { text: `${name} is done`, calls, tokens: { input: 10, cached: 0, output: 10 } };
  };
