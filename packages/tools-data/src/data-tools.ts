import { previewing } from "@holdall/tool-kit/file-tools";
import { aggregateData } from "./aggregate-data.ts";
import { convertFormat } from "./convert-format.ts";
import { filterData } from "./filter-data.ts";
import type { DataToolsOptions } from "./options.ts";
import { queryData } from "./query-data.ts";

/** One of these tools. */
export type DataTool = ReturnType<typeof convertFormat | typeof filterData | typeof aggregateData | typeof queryData>;

/** The tools of this package, for `createRegistry`. */
export function dataTools(options: DataToolsOptions): readonly DataTool[] {
  const { preview, backend } = options;
  if (!preview) return makeTools(options);
  // What a dry run has changed is not on the disk.
  return previewing(options, preview, (each) => makeTools(each.backend === backend ? each : { ...each, disk: false }));
}

const makeTools = (options: DataToolsOptions): readonly DataTool[] => [
  convertFormat(options),
  filterData(options),
  aggregateData(options),
  queryData(options),
];
