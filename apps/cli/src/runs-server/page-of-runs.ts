import type { DurableEngine, RunInfo } from "@holdall/durable/port";
import { ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { parse } from "./check-answer.ts";

export interface PageOfRuns {
  readonly runs: readonly RunInfo[];
  /** Give it as `after` for the runs that follow. Absent on the last page. */
  readonly next?: string | undefined;
}

/** How far back runs are listed. */
const maxListed = 1_000;

const query = z.strictObject({
  state: z
    .array(z.enum(["queued", "running", "waiting", "completed", "failed", "canceled", "parked"]))
    .min(1)
    .optional(),
  name: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().optional(),
});

/** The newest runs, a page at a time, with the filters of a query. Throws `invalid_input` for parameters that there are not. */
export async function pageOfRuns(engine: Pick<DurableEngine, "list">, given: URLSearchParams): Promise<PageOfRuns> {
  const states = given.getAll("state").flatMap((each) => each.split(","));
  const { state, name, limit, after } = await parse(
    query,
    { ...Object.fromEntries(given), ...(states.length > 0 && { state: states }) },
    "The query is not valid",
    "The parameters are state, name, limit and after.",
  );
  const found = await engine.list({ state, name, limit: after === undefined ? limit + 1 : maxListed + 1 });
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    throw new ToolError("not_found", `${after} is not among the newest ${maxListed} runs of this list.`, {
      hint: "Start over without `after`, or list fewer with `state` or `name`.",
    });
  }
  const runs = found.slice(start, start + limit);
  const last = runs.at(-1);
  return { runs, ...(found.length > start + limit && last && { next: last.id }) };
}
