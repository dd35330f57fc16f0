export { effectOf } from "@holdall/tools-shell";
export { shellPolicy } from "../policy/_shell-policy.ts";
export { openShell } from "./_shell.ts";
