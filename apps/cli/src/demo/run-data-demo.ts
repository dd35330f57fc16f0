import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { coding } from "@holdall/presets/coding";
import { contentText, openSession, type ToolEvent } from "@holdall/tool-core";
import { temporaryFolder } from "@holdall/tool-kit/node";
import { eventRenderer } from "../render/result/events.ts";
import { cleanData, notInstalled, orders, settings } from "./clean-data.ts";
import type { DemoOptions } from "./run-demo.ts";
import { playScript } from "./script/play-script.ts";
import { createShow } from "./script/show.ts";

/**
 * Let a scripted agent clean, group and convert a messy table, draw what it did and report it as a PDF; resolves to whether
 * the files are what they must be. Where an engine of documents is not installed, the summary says how to install it.
 */
export async function runDataDemo({ screen, write, pause = 0, keep = false }: DemoOptions): Promise<boolean> {
  const root = temporaryFolder("demo-data").path;
  const preset = coding({ root, shell: false, web: false, search: false });
  await preset.registry.load();
  try {
    await writeFile(join(root, "orders.csv"), orders);
    await writeFile(join(root, "settings.yaml"), settings);
    const show = createShow(screen, write);
    const render = eventRenderer(screen, preset.cwd);
    const drawn = new Map<string, string[]>();
    const wanting: string[] = [];
    const onEvent = (event: ToolEvent) => {
      drawn.set(event.callId, [...(drawn.get(event.callId) ?? []), ...render(event)]);
      if (event.type === "call-end" && !event.result.ok && event.result.error.code === "unavailable")
        wanting.push(notInstalled.exec(contentText(event.result.content))?.[0] ?? event.result.error.message);
    };
    await using session = openSession(preset.registry, { ...preset, onEvent });
    show.title(
      "Holdall demo: an agent cleans data",
      `A script plays the model. The tools and the files in ${root} are real, and nothing is lost without a word.`,
    );
    const task = "Clean the orders, and add them up by city.";
    await playScript({ script: cleanData, session, preset, task, show, pause, drawn: (id) => drawn.get(id) ?? [] });
    const table = await readFile(join(root, "sums.md"), "utf8");
    const rows = await readFile(join(root, "clean.jsonl"), "utf8");
    show.lines([
      "",
      ...table
        .trimEnd()
        .split("\n")
        .map((line) => `    ${line}`),
    ]);
    const report = wanting.length > 0 ? undefined : await readFile(join(root, "report.pdf"), "latin1");
    show.summary([
      [
        "report",
        report === undefined ? `not made; run ${wanting.join(" && ")}` : `report.pdf, ${report.length} bytes, tagged`,
      ],
      ["folder", keep ? root : `${root}, removed (--keep leaves it)`],
    ]);
    const isReported = report === undefined || (/^%PDF-/.test(report) && report.includes("/StructTreeRoot"));
    return isReported && table.includes("| Oslo | 2 | 7.9 |") && rows.includes('"zip":"00118","price":1.20');
  } finally {
    await preset.close();
    if (!keep) await rm(root, { recursive: true, force: true });
  }
}
