export { chartPictures, makeChartFile } from "./chart-file.ts";
export { fileOfChart } from "./make-chart.ts";
