export { type TerminalAskerOptions, terminalAsker } from "./terminal-asker.ts";
