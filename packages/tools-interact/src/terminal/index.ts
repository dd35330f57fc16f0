export { type LineAskerOptions, lineAsker } from "./line-asker.ts";
export { type TerminalAskerOptions, terminalAsker } from "./terminal-asker.ts";
