export type { CommandAnalysis, Effect, ProgramCall, Risk, Unknown } from "./analysis.ts";
export { type AnalyzeOptions, analyzeCommand } from "./analyze-command.ts";
export { commandAccess } from "./command-access.ts";
