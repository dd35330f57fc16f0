// For the command of this repository only: it may change in any release.

export { codingOnDemand, runsAlone } from "./_coding-on-demand.ts";
