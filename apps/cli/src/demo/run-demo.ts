import { rm } from "node:fs/promises";
import { delimiter, dirname } from "node:path";
import { coding } from "@holdall/presets/coding";
import { chooseSandbox } from "@holdall/sandbox";
import { type Approve, openSession, type ToolEvent, toOpenAI } from "@holdall/tool-core";
import { eventRenderer } from "../render/result/events.ts";
import type { Screen } from "../render/screen.ts";
import { duration } from "../render/text.ts";
import { repair } from "./repair.ts";
import { copyWorkspace } from "./script/copy-workspace.ts";
import { playScript } from "./script/play-script.ts";
import { createShow } from "./script/show.ts";
import { createTally } from "./script/tally.ts";

export interface DemoOptions {
  readonly screen: Screen;
  readonly write: (text: string) => void;
  /** Milliseconds to wait before each answer, so that the user can follow. */
  readonly pause?: number;
  /** Leave the folder there. */
  readonly keep?: boolean;
}

/** Let a scripted agent repair a copy of a small project with the real tools; resolves to whether its tests pass in the end. */
export async function runDemo({ screen, write, pause = 0, keep = false }: DemoOptions): Promise<boolean> {
  const root = await copyWorkspace();
  try {
    return await playDemo(root, { screen, write, pause, keep });
  } finally {
    if (!keep) await rm(root, { recursive: true, force: true });
  }
}

async function playDemo(root: string, { screen, write, pause = 0, keep }: DemoOptions): Promise<boolean> {
  const show = createShow(screen, write);
  const started = performance.now();
  const { sandbox } = await chooseSandbox({ roots: [root] });
  const preset = coding({ root, shell: { sandbox, env: testEnvironment() }, search: false });
  const render = eventRenderer(screen, preset.cwd);
  const tally = createTally();
  const drawn = new Map<string, string[]>();
  const draw = (callId: string, ...lines: string[]) => void drawn.set(callId, [...(drawn.get(callId) ?? []), ...lines]);
  const onEvent = (event: ToolEvent) => {
    tally.count(event);
    draw(event.callId, ...render(event));
  };
  const approve: Approve = ({ callId }) => {
    draw(callId, "    → yes, says the demo; anywhere else you are asked");
    return true;
  };
  await using session = openSession(preset.registry, { ...preset, onEvent, approve });

  show.title("Holdall demo: an agent repairs a small project", about(root));
  const task = "A test of this project fails. Repair it.";
  const waited = await playScript({
    script: repair,
    session,
    preset,
    task,
    show,
    pause,
    drawn: (id) => drawn.get(id) ?? [],
  });

  const [before, after] = [tally.testRuns.at(0), tally.testRuns.at(-1)];
  const passed = (run = before) => (run ? `${run.passed} of ${run.passed + run.failed}` : "none");
  show.summary([
    ["calls", tally.text()],
    ["files", `${[...tally.changed].map((path) => path.slice(root.length + 1)).join(", ")} changed`],
    ["tests", `${passed()} before, ${passed(after)} after`],
    [
      "shell",
      sandbox.confines("default") ? `in a sandbox (${sandbox.name})` : "no sandbox works here, so commands ask",
    ],
    [
      "model",
      `${kilobytes(toOpenAI(preset.registry))} of tool definitions, ${kilobytes(preset.instructions)} of instructions`,
    ],
    [
      "time",
      `${duration(performance.now() - started - waited)}${waited > 0 ? `, and ${duration(waited)} of pauses to read along` : ""}`,
    ],
    ["folder", keep ? root : `${root}, removed (--keep leaves it)`],
  ]);
  return before !== undefined && after !== undefined && after.failed === 0 && after.passed > before.passed;
}

/** The tests run with the Node that runs the demo, and as if nothing had started it. */
const testEnvironment = (): Record<string, string> => ({
  PATH: [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter),
  NO_COLOR: "1",
});

const about = (root: string): string =>
  "The model is a script: no key, no network. The rest is real: the AI SDK's tool loop, the coding preset, its shell, and a " +
  `copy of a small shop in ${root}.`;

const kilobytes = (value: unknown): string =>
  `${((typeof value === "string" ? value : JSON.stringify(value)).length / 1000).toFixed(1)} kB`;
