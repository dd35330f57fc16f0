import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { openCheckpoints } from "@holdall/checkpoints";
import { coding } from "@holdall/presets/coding";
import { openSession, type Session, type ToolEvent } from "@holdall/tool-core";
import type { AgentEvent, TaskResult } from "@holdall/tools-agents";
import { type Asker, answerWith } from "@holdall/tools-interact/port";
import { lineAsker } from "@holdall/tools-interact/terminal";
import { planLines, restoredLines } from "../chat/screen/rewind-lines.ts";
import { eventRenderer } from "../render/result/events.ts";
import { counted, duration } from "../render/text.ts";
import { delegate, shorten, target } from "./delegate.ts";
import type { DemoOptions } from "./run-demo.ts";
import { copyWorkspace } from "./script/copy-workspace.ts";
import { playScript } from "./script/play-script.ts";
import { scriptedAgents } from "./script/scripted-agents.ts";
import { createShow } from "./script/show.ts";
import { createTally } from "./script/tally.ts";

/**
 * Let a scripted coordinator ask, plan and delegate in a copy of a small project, and go back to a checkpoint; resolves to
 * whether the text is as it was then and the agent that ran out of answers has handed back what it had.
 */
export async function runAgentsDemo({ screen, write, pause = 0, keep = false }: DemoOptions): Promise<boolean> {
  const root = await copyWorkspace();
  const results: TaskResult[] = [];
  const onAgentEvent = (event: AgentEvent) => {
    if (event.type === "task-end") results.push(event.result);
  };
  let attach: (session: Session) => void = () => {};
  const preset = coding({
    root,
    shell: false,
    interact: {},
    agents: {
      runner: scriptedAgents,
      agents: [reader],
      limits: { turns: 12, depth: 1 },
      onEvent: onAgentEvent,
      onSession: (session) => attach(session),
    },
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
    await using checkpoints = await openCheckpoints({
      workspace: preset.backend,
      roots: [root],
      store: { backend: memoryBackend(), folder: "/checkpoints" },
      sessionId: "demo",
    });
    const use = [checkpoints.middleware, ...(preset.use ?? [])];
    await using session = openSession(preset.registry, { ...preset, use, onEvent });
    attach = checkpoints.attach;
    attach(session);
    const answered: string[] = [];
    answerWith(session, scriptedPerson(draw, answered));
    show.title("Holdall demo: an agent asks, plans and delegates", about(root));
    const task = "Write down how this shop makes its prices.";
    const drawnOf = (callId: string) => drawn.get(callId) ?? [];
    const play = async (script: typeof delegate, said: string) => {
      checkpoints.beginTurn({ label: said });
      for (const known of [drawn, outermost]) known.clear();
      return await playScript({ script, session, preset, task: said, show, pause, drawn: drawnOf });
    };
    const text = () => readFileSync(join(root, target), "utf8");
    let waited = await play(delegate, task);
    const isWritten = existsSync(join(root, target));
    const written = isWritten && text();
    waited += await play(shorten, "Make it shorter.");
    const place = { cwd: preset.cwd, width: screen.width };
    const last = checkpoints.list().at(-1)?.id ?? "";
    show.user(`/rewind ${last}`);
    const plan = await checkpoints.plan(last);
    const restored = await checkpoints.restore(plan, { parts: "files" });
    show.lines([...planLines(plan, place), ...restoredLines(restored, place)]);
    const isBack = text() === written;
    const partial = results.filter((result) => result.partial);
    show.summary([
      ["calls", tally.text()],
      ["person", answered.join(", ")],
      [
        "agents",
        results.map(({ agent, end, turns }) => `${agent} ${end} after ${counted(turns, "answer")}`).join("; "),
      ],
      [
        "checkpoint",
        `${last} of ${checkpoints.list().length}: ${isBack ? "the longer text is back" : "something is missing"}`,
      ],
      ["files", `${[...tally.changed].map((path) => path.slice(root.length + 1)).join(", ")} written`],
      ["time", duration(performance.now() - started - waited)],
      ["folder", keep ? root : `${root}, removed (--keep leaves it)`],
    ]);
    return isBack && results.length === 2 && partial.length === 1;
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
  `the agents with their limits, the checkpoints, and a copy of a small shop in ${root}.`;
