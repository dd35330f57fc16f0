import { peers } from "./peers.ts";

/** The engines that the data tools are compared with, at these versions. */
export const dataPeers = () =>
  peers({ papaparse: "5.7.1", "@duckdb/node-api": "1.5.6-r.1", "nodejs-polars": "0.26.1" });
