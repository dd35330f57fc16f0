import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { coding } from "@holdall/presets/coding";
import { openSession, type ToolEvent } from "@holdall/tool-core";
import { type Asker, answerWith } from "@holdall/tool-core/interact";
import type { AgentEvent, TaskResult } from "@holdall/tools-agents";
import { lineAsker } from "@holdall/tools-interact/terminal";
import { eventRenderer } from "../render/events.ts";
import { counted, duration } from "../render/text.ts";
import { copyWorkspace } from "./copy-workspace.ts";
import { delegate } from "./delegate.ts";
import { playScript } from "./play-script.ts";
import type { DemoOptions } from "./run-demo.ts";
import { scriptedAgents } from "./scripted-agents.ts";
import { createShow } from "./show.ts";
import { createTally } from "./tally.ts";

/**
 * Let a scripted coordinator ask, plan and delegate in a copy of a small project; resolves to whether the text is written
 * and the agent that ran out of answers has handed back what it had.
 */
export async function runAgentsDemo({ screen, write, pause = 0, keep = false }: DemoOptions): Promise<boolean> {
  const root = await copyWorkspace();
  const results: TaskResult[] = [];
  const onAgentEvent = (event: AgentEvent) => {
    if (event.type === "task-end") results.push(event.result);
  };
  const preset = coding({
    root,
    shell: false,
    interact: {},
    agents: { runner: scriptedAgents, agents: [reader], limits: { turns: 12, depth: 1 }, onEvent: onAgentEvent },
  });
  try {
    const show = createShow(screen, write);
    const started = performance.now();
    const render = eventRenderer(screen, preset.cwd);
    const tally = createTally();
    const outermost = new Map<string, string>();
    const drawn = new Map<string, string[]>();
    const draw = (callId: string, ...lines: readonly string[]) => {
      const shownWith = outermost.get(callId) ?? callId;
      drawn.set(shownWith, [...(drawn.get(shownWith) ?? []), ...lines]);
    };
    const onEvent = (event: ToolEvent) => {
      if (event.type === "call-start" && event.parentId !== undefined)
        outermost.set(event.callId, outermost.get(event.parentId) ?? event.parentId);
      tally.count(event);
      draw(event.callId, ...render(event));
    };
    await using session = openSession(preset.registry, { ...preset, onEvent });
    const answered: string[] = [];
    answerWith(session, scriptedPerson(draw, answered));
    show.title("Holdall demo: an agent asks, plans and delegates", about(root));
    const task = "Write down how this shop makes its prices.";
    const drawnOf = (callId: string) => drawn.get(callId) ?? [];
    const waited = await playScript({ script: delegate, session, preset, task, show, pause, drawn: drawnOf });
    const isWritten = existsSync(join(root, "docs/prices.md"));
    const partial = results.filter((result) => result.partial);
    show.summary([
      ["calls", tally.text()],
      ["person", answered.join(", ")],
      [
        "agents",
        results.map(({ agent, end, turns }) => `${agent} ${end} after ${counted(turns, "answer")}`).join("; "),
      ],
      ["files", `${[...tally.changed].map((path) => path.slice(root.length + 1)).join(", ")} written`],
      ["time", duration(performance.now() - started - waited)],
      ["folder", keep ? root : `${root}, removed (--keep leaves it)`],
    ]);
    return isWritten && results.length === 2 && partial.length === 1;
  } finally {
    await preset.close();
    if (!keep) await rm(root, { recursive: true, force: true });
  }
}

/** One answer less than it takes to read three files and report. */
const reader = {
  name: "reader",
  description: "Finds and reads files, changes nothing; has little time.",
  tools: ["read_file", "grep_files"],
  limits: { turns: 3 },
};

/** Is asked as at a terminal; chooses the second option, and agrees to the first plan. */
function scriptedPerson(draw: (callId: string, ...lines: readonly string[]) => void, answered: string[]): Asker {
  const typing = (callId: string, keys: string): Asker =>
    lineAsker({
      async read(prompt) {
        draw(callId, `    ${prompt}${keys}   (says the demo)`);
        return keys;
      },
      write: (text) =>
        draw(
          callId,
          ...text
            .trim()
            .split("\n")
            .map((line) => `    ${line}`.trimEnd()),
        ),
    });
  return {
    ask(request, at) {
      answered.push("one question answered");
      return typing(request.callId, "2").ask(request, at);
    },
    review(request, at) {
      answered.push("one plan approved");
      return typing(request.callId, "yes").review(request, at);
    },
  };
}

const about = (root: string): string =>
  "The models are scripts: no key, no network. The rest is real: the AI SDK's tool loop, the coding preset, its plan mode, " +
  `the agents with their limits, and a copy of a small shop in ${root}.`;
