export { effectOf } from "@holdall/tools-shell";
export { openShell } from "./_shell.ts";
export { shellPolicy } from "./_shell-policy.ts";
