import type { ForeignCall } from "@holdall/tool-core";

const own = ["format", "outputpath", "output", "overwrite", "force", "path", "filepath", "outputfile"];
const marks = ["rows", "data", "mark", "encoding", "datasets", "x", "y", "xfield", "yfield"];

/** A chart whose parts are those of the call: `{type, data, x, y}`, a Vega-Lite spec, or labels with datasets. */
export const bareChart: ForeignCall = (input) => {
  const { chart, spec = chart, code, ...rest } = input;
  if (code !== undefined) return undefined;
  const beside = Object.entries(rest).filter(([key]) => !own.includes(key));
  const place = Object.fromEntries(Object.entries(rest).filter(([key]) => own.includes(key)));
  if (spec !== undefined && typeof spec === "object") {
    return spec === chart && beside.length === 0
      ? undefined
      : { ...place, chart: { ...Object.fromEntries(beside), ...spec } };
  }
  const isBare = typeof chart === "string" || beside.some(([key]) => marks.includes(key));
  if (!isBare) return undefined;
  // A file of data is where the rows are; any other file is where the picture goes.
  const { path, ...where } = place;
  const isData = typeof path === "string" && !/\.(?:svg|png)$/i.test(path);
  return {
    ...where,
    ...(path !== undefined && !isData && { output_path: path }),
    chart: {
      ...(typeof chart === "string" && { kind: chart }),
      ...(isData && { path }),
      ...Object.fromEntries(beside),
    },
  };
};
