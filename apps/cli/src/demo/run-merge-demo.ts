import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { coding } from "@holdall/presets/coding";
import { openSession, type ToolEvent } from "@holdall/tool-core";
import type { AgentEvent, TaskResult } from "@holdall/tools-agents";
import { eventRenderer } from "../render/result/events.ts";
import { duration } from "../render/text.ts";
import { coordinate, mergingAgents, settled } from "./merge-agents.ts";
import type { DemoOptions } from "./run-demo.ts";
import { copyWorkspace } from "./script/copy-workspace.ts";
import { playScript } from "./script/play-script.ts";
import { createShow } from "./script/show.ts";
import { createTally } from "./script/tally.ts";

/**
 * Let four scripted agents change one project at the same time, merge them, and decide the conflict; resolves to whether every
 * change is there.
 */
export async function runMergeDemo({ screen, write, pause = 0, keep = false }: DemoOptions): Promise<boolean> {
  const root = await copyWorkspace();
  const results: TaskResult[] = [];
  const onAgentEvent = (event: AgentEvent) => {
    if (event.type === "task-end") results.push(event.result);
  };
  const preset = coding({
    root,
    shell: false,
    search: false,
    agents: { runner: mergingAgents(), onEvent: onAgentEvent },
  });
  try {
    const show = createShow(screen, write);
    const started = performance.now();
    const render = eventRenderer(screen, preset.cwd);
    const tally = createTally();
    const outermost = new Map<string, string>();
    const drawn = new Map<string, string[]>();
    const onEvent = (event: ToolEvent) => {
      if (event.type === "call-start" && event.parentId !== undefined)
        outermost.set(event.callId, outermost.get(event.parentId) ?? event.parentId);
      tally.count(event);
      const shownWith = outermost.get(event.callId) ?? event.callId;
      drawn.set(shownWith, [...(drawn.get(shownWith) ?? []), ...render(event)]);
    };
    await using session = openSession(preset.registry, { ...preset, onEvent });
    show.title("Holdall demo: four agents change one project at once", about(root));
    const waited = await playScript({
      script: coordinate,
      session,
      preset,
      task: "Discount from ten pieces on, cheaper sending, and write it down.",
      show,
      pause,
      drawn: (callId) => drawn.get(callId) ?? [],
    });
    const text = (path: string) => readFileSync(join(root, path), "utf8");
    const isWhole =
      /pieces >= 10\) return 0\.1[\s\S]*return 390/.test(text("src/rules.js")) &&
      text("README.md").includes(settled) &&
      text("CHANGELOG.md").includes("2.3.2") &&
      text("test/basket.test.js").includes("1990");
    const conflicts = results.flatMap(({ merge }) => merge?.conflicts ?? []);
    show.summary([
      ["calls", tally.text()],
      ["agents", `${results.length}, with ${results.flatMap(({ merge }) => merge?.merged ?? []).length} files merged`],
      ["conflicts", `${conflicts.length}, decided by the coordinator`],
      ["files", isWhole ? "every change is there" : "something is missing"],
      ["time", duration(performance.now() - started - waited)],
      ["folder", keep ? root : `${root}, removed (--keep leaves it)`],
    ]);
    return isWhole && results.length === 4 && conflicts.length === 1;
  } finally {
    await preset.close();
    if (!keep) await rm(root, { recursive: true, force: true });
  }
}

const about = (root: string): string =>
  "The models are scripts: no key, no network. The rest is real: the AI SDK's tool loop, the coding preset, four agents with " +
  `overlays of a small shop in ${root}, and their merges.`;
