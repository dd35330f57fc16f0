export { deliver } from "../tools/deliver.ts";
export { drawChart, fileOfChart, readChart } from "./make-chart.ts";
