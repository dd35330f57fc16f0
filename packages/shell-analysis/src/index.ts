export type { Certainty, CommandAnalysis, Effect, ProgramCall, Risk, Unknown, Wrapper } from "./analysis.ts";
export { type AnalyzeOptions, analyzeCommand } from "./analyze-command.ts";
export { type CodeVersion, type CommandFacts, commandAccess, factsOf } from "./command-access.ts";
export { effectOf } from "./effect-of.ts";
export type { CommandFiles, FileEntry, FileKind } from "./files/command-files.ts";
