import { contentText, openSession, type SessionSnapshot } from "@holdall/tool-core";
import type { AgentCall, AgentRunner } from "@holdall/tools-agents/port";
import { onTestFinished } from "vitest";
import { type CodingOptions, coding } from "../index.ts";
import { openCheckout } from "../worktrees/_checkout.fixture.ts";

export type Step = readonly [name: string, input: object];
type Scripts = Readonly<Record<string, readonly Step[]>>;

/** Agents that make the calls that their prompt names, one a turn, and report every result. */
const scripted =
  (scripts: Scripts): AgentRunner =>
  async ({ messages }) => {
    const asked = messages.findLastIndex(({ role }) => role === "user");
    const last = messages[asked];
    const name = last?.role === "user" ? last.text : "";
    const turn = messages.slice(asked).filter(({ role }) => role === "assistant").length;
    const heard = messages.flatMap((each) =>
      each.role === "tool" ? each.results.map(({ content }) => contentText(content)) : [],
    );
    const step = scripts[name]?.[turn];
    const calls: AgentCall[] = step ? [{ id: `${name}-${turn}`, name: step[0], input: step[1] }] : [];
    return { text: heard.join("\n"), calls, tokens: { input: 1, cached: 0, output: 1 } };
  };

/** What a result of `task` with a worktree has. */
interface WorktreeResult {
  readonly task_id: string;
  readonly report: string;
  readonly end: string;
  readonly reason?: string;
  readonly merge?: {
    readonly held: readonly string[];
    readonly notes?: readonly string[];
    readonly branch?: {
      readonly name: string;
      readonly path?: string;
      readonly commits: number;
      readonly carried: boolean;
    };
  };
}

/** A checkout, and a session on it whose agents follow scripts. */
export function openAgents(scripts: Scripts, options: CodingOptions = {}, checkout = openCheckout()) {
  const asked: string[] = [];
  const open = (restore?: SessionSnapshot) => {
    const preset = coding({
      root: checkout.root,
      agents: { runner: scripted(scripts), worktrees: { folder: checkout.folder } },
      shell: false,
      web: false,
      overwriteUnread: true,
      ...options,
    });
    const approve = ({ prompt }: { readonly prompt: string }) => {
      asked.push(prompt);
      return true;
    };
    const session = openSession(preset.registry, { ...preset, approve, ...(restore && { restore }) });
    onTestFinished(async () => {
      await session[Symbol.asyncDispose]();
      await preset.close();
    });
    return session;
  };
  const session = open();
  const start = async (prompt: string, input: object = {}, at = session) => {
    const result = await at.call("task", { prompt, agent: "general", isolation: "worktree", ...input });
    const output = (
      result.ok ? result.output : { report: "", task_id: "", end: result.error.message }
    ) as WorktreeResult;
    return { result, output, text: contentText(result.content), branch: output.merge?.branch };
  };
  return { ...checkout, asked, open, session, start };
}
