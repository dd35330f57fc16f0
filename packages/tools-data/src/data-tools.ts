import { previewing } from "@holdall/tool-kit/file-tools";
import { aggregateData } from "./aggregate-data.ts";
import { convertFormat } from "./convert-format.ts";
import { filterData } from "./filter-data.ts";
import type { DataToolsOptions } from "./options.ts";

/** One of these tools. */
export type DataTool = ReturnType<typeof convertFormat | typeof filterData | typeof aggregateData>;

/** The tools of this package, for `createRegistry`. */
export function dataTools(options: DataToolsOptions): readonly DataTool[] {
  return options.preview ? previewing(options, options.preview, makeTools) : makeTools(options);
}

const makeTools = (options: DataToolsOptions): readonly DataTool[] => [
  convertFormat(options),
  filterData(options),
  aggregateData(options),
];
