import { dirname } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { dataTools } from "@holdall/tools-data";
import type { DataTask } from "./data-task.ts";

/** One call of a data tool. */
export async function runHoldall(task: DataTask, path: string, out: string): Promise<unknown> {
  const backend = nodeBackend({ roots: dirname(path) });
  const session = openSession(createRegistry(dataTools({ backend })), { policy: allow() });
  const measures = [{ op: "sum", column: "price" }, { op: "avg", column: "price" }, { op: "count" }];
  const result = task.startsWith("group")
    ? await session.call("aggregate_data", { path, group_by: ["city"], measures })
    : task === "filter-csv"
      ? await session.call("filter_data", {
          path,
          query: "@.city == 'Oslo' && @.qty == 7",
          output_path: out,
          overwrite: true,
        })
      : await session.call("convert_format", { path, to: "jsonl", output_path: out, overwrite: true });
  if (!result.ok) throw result.error;
  return result.output;
}
