// For the command of this repository only: it may change in any release.

export { codingOnDemand, runsAlone } from "./sets/coding-on-demand.ts";
