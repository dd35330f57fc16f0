import { type Backend, type Path, ToolError, toPath } from "@holdall/tool-core";
import { type ReadTable, readTable as smallReader } from "../document/read-table.ts";
import type { ChartEngine } from "../engine/engines.ts";
import { workersOf } from "../engine/worker.ts";
import type { Chart, ChartJob, ChartReply } from "./chart.ts";
import { defaultChartEngine } from "./chart-engine.ts";
import { type ChartOptions, readChartOptions } from "./chart-options.ts";
import { maxRows, planChart } from "./plan-chart.ts";

const seconds = 60;
const workerOf = workersOf<ChartJob, ChartReply>();

interface ChartPlace {
  readonly backend: Backend;
  readonly cwd: Path;
  readonly signal: AbortSignal;
  readonly readTable?: ReadTable | undefined;
}

interface DrawOptions {
  readonly png: boolean;
  readonly fonts?: (() => Promise<readonly Uint8Array[]>) | undefined;
  readonly engine?: ChartEngine | undefined;
  readonly signal: AbortSignal;
}

/** The file that a chart takes its rows from. */
export const fileOfChart = (given: unknown): string | undefined => readChartOptions(given).data;

/** Read a chart and its rows. */
export async function readChart(given: unknown, place: ChartPlace): Promise<Chart> {
  const options = readChartOptions(given);
  return planChart(options, options.rows ?? (await rowsOfFile(options, place)));
}

async function rowsOfFile({ data = "" }: ChartOptions, place: ChartPlace): Promise<readonly Record<string, string>[]> {
  const { backend, cwd, signal, readTable = smallReader } = place;
  const path = toPath(data, cwd);
  const { columns, rows, total } = await readTable({ backend, path, limit: maxRows, signal });
  if (total > rows.length)
    throw new ToolError("too_large", `${path} has ${total} rows; a chart is drawn from up to ${maxRows}.`, {
      hint: "Group or sample them first with query_data or aggregate_data.",
    });
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? ""])));
}

/** Draw a chart in a thread. Throws `unavailable` where a library or a font is missing. */
export async function drawChart(
  chart: Chart,
  { png, fonts = async () => [], engine = defaultChartEngine(), signal }: DrawOptions,
): Promise<ChartReply & { kind: "drawn" }> {
  const given = png ? await fonts() : [];
  const reply = await workerOf(engine).run({ chart, png, fonts: given }, { signal, seconds });
  if (reply.kind === "drawn")
    return png && !reply.png && engine.drawPng ? { ...reply, png: await engine.drawPng(reply, given, signal) } : reply;
  throw new ToolError("unavailable", `PNG ${reply.why}.`, {
    hint: `Ask the user to ${reply.fix}. Format svg works without it.`,
  });
}
